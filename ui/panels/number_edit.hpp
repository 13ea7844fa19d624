// A field for one number, with '.' as its decimal sign whatever the locale. A text that is no number is kept
// and marked, and the last good value stays; up and down step it.
#pragma once

#include <QLineEdit>

namespace foldwave {

class NumberEdit : public QLineEdit {
  Q_OBJECT

 public:
  explicit NumberEdit(QWidget* parent = nullptr);

  void set_value(double value);  // says nothing
  double value() const { return value_; }
  bool good() const { return good_; }
  void set_whole(bool whole) { whole_ = whole; }
  void set_step(double step) { step_ = step; }

 signals:
  void edited();                         // a new good value
  void refused(const QString& message);  // empty: put right again

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void take();
  double value_ = 0.0;
  double step_ = 0.0;  // 0: a hundredth of the value's size
  bool whole_ = false;
  bool good_ = true;
};

QString number_string(double value);
bool parse_number(const QString& text, double& value);

}  // namespace foldwave
