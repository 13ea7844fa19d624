#include "ui/settings/resource_folder.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QStandardPaths>

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

QString folder_to_begin_in(const std::string& scenario_folder) {
  const QString folder = QDir::cleanPath(QDir(QString::fromStdString(scenario_folder)).absolutePath());
  const QString own = resource_folder();
  if (!scenario_folder.empty() && (own.isEmpty() || !(folder + "/").startsWith(own + "/"))) return folder;
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  // A folder that is not there is taken for the name of a file in the one above.
  return QDir(documents).exists() ? documents : QDir::homePath();
}

}  // namespace foldwave
