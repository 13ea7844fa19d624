// The palette: type a few letters of what you want done, and Enter does it.
#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;
class QMenuBar;

namespace foldwave {

// How well `typed` names `text`: every typed word must begin a word of it, or its letters stand in it in
// order. The more, the better; below 0: it does not.
int command_match(const QString& typed, const QString& text);

class CommandPalette : public QDialog {
  Q_OBJECT

 public:
  CommandPalette(const QMenuBar& bar, QWidget* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill(const QString& typed);
  void run_chosen();

  const QMenuBar& bar_;
  QLineEdit* typed_;
  QListWidget* found_;
};

}  // namespace foldwave
