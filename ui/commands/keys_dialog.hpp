// Changes the keys of the commands: a table of all of them, one typed key for the row that is chosen. A key
// that another command has is refused, and its command is named. OK takes them over and keeps them.
#pragma once

#include <QDialog>
#include <QKeySequence>

class QLabel;
class QLineEdit;
class QMenuBar;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace foldwave {

class KeysDialog : public QDialog {
  Q_OBJECT

 public:
  KeysDialog(const QMenuBar& bar, QWidget* parent);

 private:
  void fill();
  void filter(const QString& typed);
  void show_current();
  void take(const QKeySequence& key);
  void put(QTreeWidgetItem& row, const QKeySequence& key);
  void reset_all();
  void accept() override;
  QTreeWidgetItem* row_with(const QKeySequence& key, const QTreeWidgetItem* but) const;

  const QMenuBar& bar_;
  QLineEdit *search_, *key_;
  QTreeWidget* table_;
  QPushButton *none_, *usual_;
  QLabel* message_;
};

}  // namespace foldwave
