// Keeps a dialog open while one of its numbers cannot be read or the numbers do not go together, and says
// why. A number that is still being typed is read before the dialog is accepted. OK stays enabled: a press on
// it is how a person asks what is wrong.
#pragma once

#include <QObject>
#include <functional>
#include <vector>

class QDialog;
class QDialogButtonBox;
class QLabel;

namespace foldwave {

class NumberEdit;

class NumberGuard : public QObject {
  Q_OBJECT

 public:
  NumberGuard(QDialog* dialog, QDialogButtonBox* buttons);

  QLabel* message() const { return message_; }       // to be put into the dialog
  void add(NumberEdit* field, const QString& name);  // a field that is hidden or disabled does not count
  void set_rule(std::function<QString()> rule);      // what is wrong with good numbers; empty: nothing
  void refresh();                                    // what it says, when it says something

 private:
  struct Field {
    NumberEdit* edit;
    QString name;
  };
  void accept();
  void tell();
  bool counts(const Field& field) const;
  QString problem() const;

  QDialog* dialog_;
  QDialogButtonBox* buttons_;
  QLabel* message_;
  std::vector<Field> fields_;
  std::function<QString()> rule_;
};

}  // namespace foldwave
