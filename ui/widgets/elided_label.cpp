#include "ui/widgets/elided_label.hpp"

#include <QPainter>

namespace foldwave {
namespace {

constexpr int least_label = 24, label_margin = 8;

}  // namespace

ElidedLabel::ElidedLabel(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void ElidedLabel::set_text(const QString& text) {
  if (text == text_) return;
  text_ = text;
  setAccessibleName(text);
  update();
}

QSize ElidedLabel::sizeHint() const {
  return {least_label, fontMetrics().height()};
}

QSize ElidedLabel::minimumSizeHint() const {
  return sizeHint();
}

void ElidedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  QColor quiet = palette().color(QPalette::WindowText);
  quiet.setAlphaF(0.7F);
  painter.setPen(quiet);
  const QRect room = rect().adjusted(label_margin, 0, -label_margin, 0);
  painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                   fontMetrics().elidedText(text_, Qt::ElideRight, room.width()));
}

}  // namespace foldwave
