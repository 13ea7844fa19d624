// Which table of measured dips guides a horizon that is fitted to picks: none, or a file, with what it is
// said of it in a line and a button that chooses it or takes it away.
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace foldwave {

class DipsEdit : public QWidget {
  Q_OBJECT

 public:
  // `beside`: the file in whose folder the choice begins.
  DipsEdit(const QString& beside, QWidget* parent);

  void set_file(const QString& file);  // empty: none
  std::string named_from(
      const std::string& folder) const;  // as a scenario of this folder names it; empty: none

 private:
  void choose();

  QString beside_, file_;
  QLabel* words_ = nullptr;
  QToolButton* button_ = nullptr;
};

}  // namespace foldwave
