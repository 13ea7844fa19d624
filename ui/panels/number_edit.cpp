#include "ui/panels/number_edit.hpp"

#include <QKeyEvent>
#include <QLocale>
#include <cmath>

#include "core/base/text.hpp"

namespace foldwave {

QString number_string(double value) {
  return QString::fromStdString(number_text(value, 10));
}

bool parse_number(const QString& text, double& value) {
  bool ok = false;
  const double v = QLocale::c().toDouble(text.trimmed(), &ok);
  if (ok && std::isfinite(v)) value = v;
  return ok && std::isfinite(v);
}

NumberEdit::NumberEdit(QWidget* parent) : QLineEdit(parent) {
  setAlignment(Qt::AlignRight);
  setMinimumWidth(56);
  connect(this, &QLineEdit::editingFinished, this, &NumberEdit::take);
}

void NumberEdit::set_value(double value) {
  value_ = value;
  if (!good_) {
    good_ = true;
    emit refused({});
  }
  const QString text = number_string(value);
  if (text != this->text()) setText(text);
  setCursorPosition(0);
}

void NumberEdit::take() {
  double v = 0.0;
  const bool number = parse_number(text(), v);
  const bool good = number && (!whole_ || (v == std::round(v) && std::abs(v) < 2e9));
  if (!good) {
    good_ = false;
    emit refused(tr("\"%1\" is no %2").arg(text(), whole_ ? tr("whole number") : tr("number")));
    return;
  }
  const bool was_bad = !good_;
  good_ = true;
  if (was_bad) emit refused({});
  if (v == value_) return;
  value_ = v;
  emit edited();
}

void NumberEdit::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Up && event->key() != Qt::Key_Down) return QLineEdit::keyPressEvent(event);
  const double size =
      std::abs(value_) > 0 ? std::pow(10.0, std::floor(std::log10(std::abs(value_))) - 1) : 1.0;
  const double by = step_ > 0 ? step_ : whole_ ? std::max(1.0, std::round(size)) : size;
  setText(number_string(value_ + (event->key() == Qt::Key_Up ? by : -by)));
  take();
}

}  // namespace foldwave
