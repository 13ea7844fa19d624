#include "ui/widgets/plain.hpp"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QLabel>
#include <QUrl>

namespace foldwave {

QLabel* heading(const QString& text, QWidget* parent) {
  auto* const label = new QLabel(text, parent);
  QFont font = label->font();
  font.setBold(true);
  label->setFont(font);
  return label;
}

QString open_folder(const QString& folder) {
  if (QDesktopServices::openUrl(QUrl::fromLocalFile(folder))) return {};
  return QCoreApplication::translate("folder", "The folder is %1; no program to show it was found")
      .arg(QDir::toNativeSeparators(folder));
}

}  // namespace foldwave
