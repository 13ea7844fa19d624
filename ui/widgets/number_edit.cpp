#include "ui/widgets/number_edit.hpp"

#include <QKeyEvent>
#include <QLocale>
#include <QRegularExpression>
#include <cmath>

#include "core/base/text.hpp"

namespace foldwave {

QString number_string(double value) {
  return QString::fromStdString(number_text(value, 10));
}

namespace {

// "1,5", but not "1,234", which may be grouped digits.
bool is_decimal_comma(const QString& text) {
  static const QRegularExpression comma("^[+-]?(\\d*),(\\d+)(e[+-]?\\d+)?$",
                                        QRegularExpression::CaseInsensitiveOption);
  const auto match = comma.match(text);
  if (!match.hasMatch()) return false;
  const QString whole = match.captured(1);
  return match.capturedLength(2) != 3 || whole.size() > 3 || whole.isEmpty() || whole.startsWith('0');
}

}  // namespace

bool parse_number(const QString& text, double& value) {
  QLocale plain = QLocale::c();
  plain.setNumberOptions(QLocale::RejectGroupSeparator);
  bool ok = false;
  QString typed = text.trimmed();
  if (is_decimal_comma(typed)) typed.replace(',', '.');
  const double v = plain.toDouble(typed, &ok);
  if (ok && std::isfinite(v)) value = v;
  return ok && std::isfinite(v);
}

QString no_number(const QString& text) {
  if (text.contains(','))
    return NumberEdit::tr(
               "\"%1\" can be read in two ways: '.' is the decimal sign, and digits are not grouped")
        .arg(text);
  return NumberEdit::tr("\"%1\" is no number").arg(text);
}

NumberEdit::NumberEdit(QWidget* parent) : QLineEdit(parent) {
  setAlignment(Qt::AlignRight);
  setMinimumWidth(56);
  connect(this, &QLineEdit::editingFinished, this, &NumberEdit::finish);
}

void NumberEdit::set_problem(const QString& problem) {
  if (problem == problem_) return;
  problem_ = problem;
  emit refused(problem);
}

void NumberEdit::set_value(double value) {
  value_ = value;
  set_problem({});
  const QString text = number_string(value);
  if (text != this->text()) setText(text);
  setCursorPosition(0);
}

bool NumberEdit::finish() {
  double v = value_;
  // What is shown may have fewer digits than the value: only another text is another value.
  const bool other = text() != number_string(value_);
  if (other && !parse_number(text(), v)) {
    set_problem(no_number(text()));
    return false;
  }
  if (whole_ && (v != std::round(v) || std::abs(v) >= 2e9)) {
    set_problem(tr("\"%1\" is no whole number").arg(text()));
    return false;
  }
  const bool changed = v != value_;
  set_value(v);
  if (changed) emit edited();
  return true;
}

void NumberEdit::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Up && event->key() != Qt::Key_Down) return QLineEdit::keyPressEvent(event);
  const double size =
      std::abs(value_) > 0 ? std::pow(10.0, std::floor(std::log10(std::abs(value_))) - 1) : 1.0;
  const double by = step_ > 0 ? step_ : whole_ ? std::max(1.0, std::round(size)) : size;
  setText(number_string(value_ + (event->key() == Qt::Key_Up ? by : -by)));
  finish();
}

}  // namespace foldwave
