// The bar that says what came back after the program had ended before it was saved: keep it, or go back to
// what is in its file, as one step that can be undone. It goes with the choice, when the work is saved, and
// when another scenario is opened.
#pragma once

#include <QToolBar>

#include "ui/edit/editor.hpp"

namespace foldwave {

class RecoveryBar : public QToolBar {
  Q_OBJECT

 public:
  RecoveryBar(Editor& editor, QWidget* parent);  // `editor` must outlive it, and has recovered its work

 signals:
  void message(const QString& words, bool is_error);

 private:
  void revert();

  Editor& editor_;
};

}  // namespace foldwave
