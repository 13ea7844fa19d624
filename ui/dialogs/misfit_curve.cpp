#include "ui/dialogs/misfit_curve.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/pictures/picture_actions.hpp"
#include "ui/scene/stage/color.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
MisfitCurve::MisfitCurve(QWidget* parent) : QWidget(parent) {
  offer_picture(this);
  setMinimumSize(200, 84);
  setToolTip(
      tr("Misfit in metres for 3 to 500 control points: the largest above, the root mean square below"));
}

void MisfitCurve::show_misfits(const std::vector<Misfit>& misfits) {
  misfits_ = misfits;
  update();
}

void MisfitCurve::mark(int count) {
  count_ = count;
  update();
}

QRectF MisfitCurve::area() const {
  return QRectF(rect()).adjusted(38, 6, -8, -18);
}

void MisfitCurve::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF plot = area();
  painter.setPen(Qt::NoPen);
  painter.setBrush(to_qcolor(theme::background_low));
  painter.drawRect(plot);
  if (misfits_.size() < 2) return;
  double most = 0.0, least = 1e300;
  for (const Misfit& m : misfits_) {
    most = std::max(most, m.largest);
    if (m.rms > 0.0) least = std::min(least, m.rms);
  }
  least = std::max(std::min(least, most), 1e-4 * most);
  if (!(most > 0.0)) return;
  const double top = std::ceil(std::log10(most)), bottom = std::min(std::floor(std::log10(least)), top - 1.0);
  const auto y_of = [&](double misfit) {
    const double level = std::clamp(std::log10(std::max(misfit, 1e-300)), bottom, top);
    return plot.bottom() - (level - bottom) / (top - bottom) * plot.height();
  };
  const double last = static_cast<double>(misfits_.size() - 1);
  const auto x_of = [&](double index) { return plot.left() + index / last * plot.width(); };

  painter.setFont([this] {
    QFont small = font();
    small.setPointSizeF(0.85 * small.pointSizeF());
    return small;
  }());
  for (double level = bottom; level <= top; level += std::max(1.0, std::ceil((top - bottom) / 3.0))) {
    const double y = y_of(std::pow(10.0, level));
    painter.setPen(to_qcolor(theme::grid));
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(
        QRectF(0, y - 8, plot.left() - 5, 16), Qt::AlignRight | Qt::AlignVCenter,
        QString::number(std::pow(10.0, level), 'f', level < 0.0 ? static_cast<int>(std::ceil(-level)) : 0));
  }
  painter.drawText(QRectF(plot.left(), plot.bottom() + 2, plot.width(), 16), Qt::AlignLeft, "3");
  painter.drawText(QRectF(plot.left(), plot.bottom() + 2, plot.width(), 16), Qt::AlignHCenter, tr("points"));
  painter.drawText(QRectF(plot.left(), plot.bottom() + 2, plot.width(), 16), Qt::AlignRight,
                   QString::number(misfits_.size() + 2));
  const auto curve = [&](double Misfit::*value, const QColor& ink) {
    QPainterPath path;
    for (std::size_t i = 0; i < misfits_.size(); ++i) {
      const QPointF p(x_of(static_cast<double>(i)), y_of(misfits_[i].*value));
      if (i == 0)
        path.moveTo(p);
      else
        path.lineTo(p);
    }
    painter.setPen(QPen(ink, 1.3));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
  };
  curve(&Misfit::largest, to_qcolor(theme::frame));
  curve(&Misfit::rms, to_qcolor(theme::accent));
  const double x = x_of(std::clamp(count_ - 3.0, 0.0, last));
  painter.setPen(QPen(to_qcolor(theme::text), 1.0));
  painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
}

void MisfitCurve::mousePressEvent(QMouseEvent* event) {
  mouseMoveEvent(event);
}

void MisfitCurve::mouseMoveEvent(QMouseEvent* event) {
  if (misfits_.size() < 2) return;
  const double part = std::clamp((event->position().x() - area().left()) / area().width(), 0.0, 1.0);
  emit picked(3 + static_cast<int>(std::lround(part * static_cast<double>(misfits_.size() - 1))));
}

}  // namespace foldwave
