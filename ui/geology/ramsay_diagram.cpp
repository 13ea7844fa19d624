#include "ui/geology/ramsay_diagram.hpp"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "core/base/angle.hpp"
#include "core/geology/ramsay.hpp"
#include "ui/jobs/geology_measure.hpp"
#include "ui/pictures/picture_actions.hpp"
#include "ui/scene/stage/color.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr double last_alpha = 60.0, low = 0.5, high = 1.3;

}  // namespace

RamsayDiagram::RamsayDiagram(QWidget* parent) : QWidget(parent) {
  offer_picture(this);
  setToolTip(tr(
      "Thickness across the layer over that at the hinge, against dip (Ramsay 1967).\nDots: measured between "
      "points of equal dip, filled on the limb that dips towards the section's end.\nCurve: foretold by "
      "F, psi and the shear direction in the profile."));
}

void RamsayDiagram::show_fold(const std::shared_ptr<const MeasuredFold>& measured) {
  points_.clear();
  foretold_ = measured && measured->geometry.foretold;
  if (foretold_) lambda_ = measured->geometry.foretold->lambda();
  if (measured) {
    const auto& layers = measured->geometry.layers;
    const auto& stack = measured->fold->scenario.stack.layers;
    for (std::size_t m = 0; m < layers.size() && m < stack.size(); ++m)
      for (const ThicknessPoint& p : layers[m].dips.points)
        points_.push_back(
            {degrees(std::abs(p.alpha)), p.ratio, to_qcolor(rgb(stack[m].color)), p.alpha >= 0.0});
  }
  update();
}

QRectF RamsayDiagram::area() const {
  return QRectF(rect()).adjusted(46, 10, -30, -34);
}

QPointF RamsayDiagram::place_of(double alpha, double ratio) const {
  const QRectF plot = area();
  return {plot.left() + alpha / last_alpha * plot.width(),
          plot.bottom() - (ratio - low) / (high - low) * plot.height()};
}

void RamsayDiagram::draw_classes(QPainter& painter) const {
  const QRectF plot = area();
  QPainterPath similar(place_of(0.0, 1.0));
  for (double alpha = 1.0; alpha <= last_alpha; alpha += 1.0)
    similar.lineTo(place_of(alpha, std::cos(radians(alpha))));
  const auto band = [&](QPainterPath path, Rgb ink) { painter.fillPath(path, to_qcolor(ink, 0.16F)); };
  QPainterPath above;
  above.addRect(QRectF(plot.topLeft(), QPointF(plot.right(), place_of(0.0, 1.0).y())));
  band(above, {0.45, 0.65, 1.0});
  QPainterPath between = similar;
  between.lineTo(place_of(last_alpha, 1.0));
  between.closeSubpath();
  band(between, {0.45, 0.85, 0.45});
  QPainterPath below = similar;
  below.lineTo(plot.bottomRight());
  below.lineTo(plot.bottomLeft());
  below.closeSubpath();
  band(below, {1.0, 0.55, 0.4});
  painter.setPen(QPen(to_qcolor(theme::frame), 1.2));
  painter.setBrush(Qt::NoBrush);
  painter.drawLine(place_of(0.0, 1.0), place_of(last_alpha, 1.0));
  painter.drawPath(similar);

  // Areas are named inside, lines at their right ends.
  painter.setPen(to_qcolor(theme::quiet_text));
  const auto name = [&](const QPointF& at, const QString& words, Qt::Alignment where) {
    painter.drawText(QRectF(at.x() - 14, at.y() - 9, 28, 18), static_cast<int>(where) | Qt::AlignVCenter,
                     words);
  };
  name(place_of(0.95 * last_alpha, 1.23), "1A", Qt::AlignHCenter);
  name(place_of(0.95 * last_alpha, 0.955), "1C", Qt::AlignHCenter);
  name(place_of(0.1 * last_alpha, 0.57), "3", Qt::AlignHCenter);
  painter.setPen(palette().color(QPalette::PlaceholderText));
  name(place_of(last_alpha, 1.0) + QPointF(18, 0), "1B", Qt::AlignLeft);
  name(place_of(last_alpha, 0.5) + QPointF(18, 0), "2", Qt::AlignLeft);
}

void RamsayDiagram::draw_axes(QPainter& painter) const {
  const QRectF plot = area();
  painter.setPen(palette().color(QPalette::PlaceholderText));
  for (int alpha = 0; alpha <= static_cast<int>(last_alpha); alpha += 10) {
    const QPointF at = place_of(alpha, low);
    painter.drawLine(at, at + QPointF(0, 4));
    painter.drawText(QRectF(at.x() - 16, at.y() + 4, 32, 14), Qt::AlignHCenter, QString::number(alpha));
  }
  for (int tenth = 6; tenth <= 12; tenth += 2) {
    const QPointF at = place_of(0.0, 0.1 * tenth);
    painter.drawLine(at, at - QPointF(4, 0));
    painter.drawText(QRectF(at.x() - 36, at.y() - 8, 28, 16), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(0.1 * tenth, 'f', 1));
  }
  painter.drawText(QRectF(plot.left(), plot.bottom() + 18, plot.width(), 15), Qt::AlignHCenter,
                   tr("dip α, degrees"));
  painter.save();
  painter.translate(9, plot.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-60, -8, 120, 16), Qt::AlignCenter, tr("thickness t′"));
  painter.restore();
}

void RamsayDiagram::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QFont small = font();
  small.setPointSizeF(0.85 * small.pointSizeF());
  painter.setFont(small);
  const QRectF plot = area();
  painter.fillRect(plot, to_qcolor(theme::background_low));
  draw_classes(painter);
  draw_axes(painter);
  painter.setClipRect(plot.adjusted(-4, -4, 4, 4));
  if (foretold_) {
    QPainterPath curve(place_of(0.0, 1.0));
    for (double alpha = 1.0; alpha <= last_alpha; alpha += 1.0)
      curve.lineTo(place_of(alpha, foretold_ratio(lambda_, radians(alpha))));
    painter.setPen(QPen(to_qcolor(theme::accent), 1.6));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(curve);
  }
  for (const Point& p : points_) {
    painter.setPen(
        QPen(p.rising ? to_qcolor(theme::text, 0.7F) : p.color.lighter(130), p.rising ? 0.8 : 1.4));
    painter.setBrush(p.rising ? QBrush(p.color) : QBrush(to_qcolor(theme::background_low)));
    painter.drawEllipse(place_of(p.alpha, p.ratio), 3.0, 3.0);
  }
}

}  // namespace foldwave
