#include "ui/settings/resource_folder.hpp"

#include <QCoreApplication>
#include <QDir>

namespace foldwave {

QString resource_folder() {
  const QDir here(QCoreApplication::applicationDirPath());
  for (const char* const place :
       {"../../../resources", "../../resources", "../share/foldwave", "../resources"})
    if (QDir(here.filePath(place)).exists("scenarios")) return QDir::cleanPath(here.filePath(place));
  return {};
}

QStringList example_scenarios() {
  const QString folder = resource_folder();
  if (folder.isEmpty()) return {};
  const QDir scenarios(folder + "/scenarios");
  QStringList files;
  for (const QString& name : scenarios.entryList({"*.json"}, QDir::Files, QDir::Name))
    files.push_back(scenarios.filePath(name));
  return files;
}

}  // namespace foldwave
