// A field for one number, with '.' as its decimal sign whatever the locale, and digits that are not grouped.
// A comma is taken for the point where it can be nothing else, as in "1,5"; "1,234" is refused. A text that
// is no number is kept and marked, and the last good value stays; a good one is written as it was understood.
// A value that was not typed is shown to a sensible digit, and stays exact until another is typed. Up and
// down step it.
#pragma once

#include <QLineEdit>

namespace foldwave {

class NumberEdit : public QLineEdit {
  Q_OBJECT

 public:
  explicit NumberEdit(QWidget* parent = nullptr);

  void set_value(double value);  // says nothing
  double value() const { return value_; }
  bool good() const { return problem_.isEmpty(); }
  const QString& problem() const { return problem_; }  // of the text as it was last read
  bool finish();                                       // reads the text as it stands; whether it is good
  void set_whole(bool whole) { whole_ = whole; }
  void set_azimuth() { azimuth_ = true; }                         // written with three digits: 046
  void set_zero_word(const QString& word) { zero_word_ = word; }  // "automatic": shown and taken for 0
  void set_step(double step) { step_ = step; }

 signals:
  void edited();                         // a new good value
  void refused(const QString& message);  // empty: put right again

 protected:
  void focusInEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void set_problem(const QString& problem);
  void take(double value, const QString& text);
  bool shows_word() const { return value_ == 0.0 && !zero_word_.isEmpty() && text() == zero_word_; }
  bool read(double& value) const;

  double value_ = 0.0;
  double step_ = 0.0;  // 0: a hundredth of the value's size
  bool whole_ = false, azimuth_ = false;
  QString zero_word_;  // empty: 0 is a number like others
  QString shown_;      // what stands for the value
  QString problem_;
};

QString number_string(double value);   // to a sensible digit
QString typed_string(double value);    // with the digits that a person types
QString azimuth_string(double value);  // with three digits before the point: 046.5
bool parse_number(const QString& text, double& value);
QString no_number(const QString& text);  // why it is refused

}  // namespace foldwave
