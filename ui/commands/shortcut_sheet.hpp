// All keys of the window on one sheet, by menu.
#pragma once

#include <QDialog>

class QMenuBar;

namespace foldwave {

class ShortcutSheet : public QDialog {
  Q_OBJECT

 public:
  ShortcutSheet(const QMenuBar& bar, QWidget* parent);
};

}  // namespace foldwave
