#include "ui/widgets/number_edit.hpp"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "core/base/shown_text.hpp"
#include "core/base/text.hpp"

namespace foldwave {

QString number_string(double value) {
  return QString::fromStdString(shown_text(value));
}

QString typed_string(double value) {
  return QString::fromStdString(number_text(value, 10));
}

namespace {

constexpr int least_width = 56, most_width = 104, room_beside = 16;

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

QString azimuth_string(double value) {
  return QString::fromStdString(three_digits(shown_text(value)));
}

NumberEdit::NumberEdit(QWidget* parent) : QLineEdit(parent) {
  setAlignment(Qt::AlignRight);
  setMinimumWidth(least_width);
  connect(this, &QLineEdit::editingFinished, this, &NumberEdit::finish);
}

void NumberEdit::set_problem(const QString& problem) {
  if (problem == problem_) return;
  problem_ = problem;
  emit refused(problem);
}

// What was typed for the value stays; a number that is long widens its field.
void NumberEdit::set_value(double value) {
  const bool stays = value == value_ && !shown_.isEmpty() && text() == shown_;
  take(value, stays ? shown_ : number_string(value));
}

void NumberEdit::take(double value, const QString& text) {
  value_ = value;
  shown_ = azimuth_ ? QString::fromStdString(three_digits(text.toStdString())) : text;
  if (value == 0.0 && !zero_word_.isEmpty()) shown_ = zero_word_;
  set_problem({});
  if (shown_ != this->text()) setText(shown_);
  setMinimumWidth(std::clamp(fontMetrics().horizontalAdvance(shown_) + room_beside, least_width, most_width));
  setCursorPosition(0);
}

// The word's beginning is enough of it, and an emptied field says the same.
bool NumberEdit::read(double& value) const {
  if (!zero_word_.isEmpty() && zero_word_.startsWith(text().trimmed(), Qt::CaseInsensitive)) {
    value = 0.0;
    return true;
  }
  return parse_number(text(), value);
}

bool NumberEdit::finish() {
  double v = value_;
  // What is shown may have fewer digits than the value: only another text is another value.
  const bool other = text() != shown_;
  if (other && !read(v)) {
    set_problem(no_number(text()));
    return false;
  }
  if (whole_ && (v != std::round(v) || std::abs(v) >= 2e9)) {
    set_problem(tr("\"%1\" is no whole number").arg(text()));
    return false;
  }
  const bool changed = v != value_;
  if (other)
    take(v, typed_string(v));
  else
    set_problem({});
  if (changed) emit edited();
  return true;
}

// A word is no text to type into: what is typed takes its place. Once a click has set the cursor.
void NumberEdit::focusInEvent(QFocusEvent* event) {
  QLineEdit::focusInEvent(event);
  const auto choose = [this] {
    if (shows_word() && !hasSelectedText()) selectAll();
  };
  QMetaObject::invokeMethod(this, choose, Qt::QueuedConnection);
}

void NumberEdit::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Up && event->key() != Qt::Key_Down) return QLineEdit::keyPressEvent(event);
  const double size =
      std::abs(value_) > 0 ? std::pow(10.0, std::floor(std::log10(std::abs(value_))) - 1) : 1.0;
  const double by = step_ > 0 ? step_ : whole_ ? std::max(1.0, std::round(size)) : size;
  set_value(value_ + (event->key() == Qt::Key_Up ? by : -by));
  emit edited();
}

}  // namespace foldwave
