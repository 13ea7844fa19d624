#include "ui/settings/recent_files.hpp"

#include <QFileInfo>
#include <QSettings>

namespace foldwave {
namespace {
constexpr int most = 10;
const char* const key = "recent_files";
}  // namespace

QStringList recent_files() {
  QStringList there;
  for (const QString& file : QSettings().value(key).toStringList())
    if (QFileInfo::exists(file)) there << file;
  return there;
}

void remember_file(const QString& file) {
  const QString whole = QFileInfo(file).absoluteFilePath();
  QStringList files = QSettings().value(key).toStringList();
  files.removeAll(whole);
  files.prepend(whole);
  QSettings().setValue(key, files.mid(0, most));
}

}  // namespace foldwave
