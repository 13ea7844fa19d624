#include "ui/dialogs/forecast/forecast_plot.hpp"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"
#include "ui/pictures/picture_actions.hpp"
#include "ui/widgets/number_words.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

QString nodes_words(double power) {
  const double value = std::pow(10.0, power);
  return value >= 1e9   ? ForecastPlot::tr("%1 G").arg(value / 1e9)
         : value >= 1e6 ? ForecastPlot::tr("%1 M").arg(value / 1e6)
         : value >= 1e3 ? ForecastPlot::tr("%1 k").arg(value / 1e3)
                        : QString::number(value);
}

void draw_forecast(QPainter& painter, const QPointF& at) {
  painter.setPen(QPen(to_qcolor(theme::accent), 2.0));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(at, 5, 5);
}

void draw_measured(QPainter& painter, const QPointF& at) {
  painter.setPen(Qt::NoPen);
  painter.setBrush(to_qcolor(theme::source));
  painter.drawEllipse(at, 4, 4);
}

}  // namespace

ForecastPlot::ForecastPlot(QWidget* parent) : QWidget(parent) {
  offer_picture(this);
  setMinimumSize(300, 190);
  setToolTip(tr(
      "The wave's time over the nodes of its grid, by the order of the stencil; the ring is this scenario, "
      "the dot what a run took"));
}

void ForecastPlot::show_curves(std::vector<ForecastCurve> curves, double nodes, int order,
                               const Measured& measured) {
  curves_ = std::move(curves);
  nodes_ = nodes;
  order_ = order;
  measured_ = measured;
  double low_x = 1e300, high_x = 0.0, low_y = 1e300, high_y = 0.0;
  for (const ForecastCurve& curve : curves_)
    for (const TimePoint& point : curve.points) {
      low_x = std::min(low_x, point.nodes);
      high_x = std::max(high_x, point.nodes);
      low_y = std::min(low_y, point.time.seconds);
      high_y = std::max(high_y, point.time.seconds);
    }
  if (high_x > low_x && high_y > low_y) {
    x_ = {std::log10(low_x), std::log10(high_x)};
    y_ = {std::log10(low_y), std::log10(high_y)};
  }
  update();
}

QRectF ForecastPlot::area() const {
  return QRectF(rect()).adjusted(62, 10, -64, -36);
}

QPointF ForecastPlot::place(double nodes, double seconds) const {
  const QRectF plot = area();
  const double x = (std::log10(nodes) - x_.low) / (x_.high - x_.low);
  const double y = (std::log10(seconds) - y_.low) / (y_.high - y_.low);
  return {plot.left() + x * plot.width(), plot.bottom() - y * plot.height()};
}

void ForecastPlot::draw_frame(QPainter& painter) const {
  const QRectF plot = area();
  painter.setPen(Qt::NoPen);
  painter.setBrush(to_qcolor(theme::background_low));
  painter.drawRect(plot);
  const QColor ink = palette().color(QPalette::WindowText);
  QColor faint = ink;
  faint.setAlphaF(0.15F);
  for (int power = static_cast<int>(std::ceil(x_.low)); power <= x_.high; ++power) {
    const double x = place(std::pow(10.0, power), std::pow(10.0, y_.low)).x();
    painter.setPen(faint);
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.setPen(ink);
    painter.drawText(QRectF(x - 40, plot.bottom() + 2, 80, 15), Qt::AlignCenter, nodes_words(power));
  }
  for (int power = static_cast<int>(std::ceil(y_.low)); power <= y_.high; ++power) {
    const double y = place(std::pow(10.0, x_.low), std::pow(10.0, power)).y();
    painter.setPen(faint);
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(ink);
    painter.drawText(QRectF(0, y - 8, plot.left() - 6, 16), Qt::AlignRight | Qt::AlignVCenter,
                     tr("%1 s").arg(short_words(std::pow(10.0, power))));
  }
  painter.setPen(ink);
  painter.drawText(QRectF(plot.left(), plot.bottom() + 17, plot.width(), 16), Qt::AlignCenter,
                   tr("nodes of the grid"));
}

void ForecastPlot::draw_interval(QPainter& painter, const ForecastCurve& curve) const {
  QPolygonF band;
  for (const TimePoint& point : curve.points)
    band << place(point.nodes, point.time.high);
  for (auto point = curve.points.rbegin(); point != curve.points.rend(); ++point)
    band << place(point->nodes, point->time.low);
  painter.setPen(Qt::NoPen);
  painter.setBrush(to_qcolor(theme::accent, 0.2F));
  painter.drawPolygon(band);
}

// Beside the curves' ends, pushed apart where they meet.
void ForecastPlot::draw_names(QPainter& painter, const ForecastCurve& own) const {
  std::vector<std::pair<double, const ForecastCurve*>> names;
  for (const ForecastCurve& curve : curves_)
    names.emplace_back(place(curve.points.back().nodes, curve.points.back().time.seconds).y(), &curve);
  std::ranges::sort(names);
  double next = 0.0;
  for (const auto& [y, curve] : names) {
    next = std::max(y, next);
    painter.setPen(curve == &own ? to_qcolor(theme::accent) : palette().color(QPalette::WindowText));
    painter.drawText(QRectF(area().right() + 4, next - 8, 62, 16), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("order %1").arg(curve->order));
    next += 13.0;
  }
}

// Above the curves, which rise to the right.
void ForecastPlot::draw_key(QPainter& painter) const {
  const QPointF corner = area().topLeft() + QPointF(10, 8);
  QPointF mark = corner + QPointF(8, 6);
  const auto say = [&](const QString& words) {
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRectF(mark + QPointF(14, -8), QSizeF(160, 16)), Qt::AlignLeft | Qt::AlignVCenter,
                     words);
    mark += QPointF(0, 16);
  };
  painter.setPen(Qt::NoPen);
  painter.setBrush(to_qcolor(theme::accent, 0.2F));
  painter.drawRect(QRectF(mark - QPointF(7, 4), QSizeF(14, 8)));
  say(tr("90 % of runs"));
  draw_forecast(painter, mark);
  say(tr("this scenario"));
  if (measured_.seconds <= 0.0) return;
  draw_measured(painter, mark);
  say(tr("the last run"));
}

void ForecastPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QFont small = font();
  small.setPointSizeF(0.85 * small.pointSizeF());
  painter.setFont(small);
  if (curves_.empty()) {
    painter.drawText(rect(), Qt::AlignCenter, tr("No wave to foretell"));
    return;
  }
  draw_frame(painter);
  const auto own = std::ranges::min_element(
      curves_, {}, [this](const ForecastCurve& curve) { return std::abs(curve.order - order_); });
  painter.setClipRect(area());
  draw_interval(painter, *own);
  painter.setClipping(false);
  for (const ForecastCurve& curve : curves_) {
    QPainterPath path(place(curve.points.front().nodes, curve.points.front().time.seconds));
    for (const TimePoint& point : curve.points)
      path.lineTo(place(point.nodes, point.time.seconds));
    const bool is_own = &curve == &*own;
    painter.setPen(
        QPen(is_own ? to_qcolor(theme::accent) : palette().color(QPalette::WindowText), is_own ? 2.0 : 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.setClipRect(area());
    painter.drawPath(path);
    painter.setClipping(false);
  }
  draw_names(painter, *own);
  const auto near = std::ranges::min_element(
      own->points, {}, [this](const TimePoint& point) { return std::abs(std::log(point.nodes / nodes_)); });
  draw_forecast(painter, place(near->nodes, near->time.seconds));
  if (measured_.seconds > 0.0) draw_measured(painter, place(measured_.nodes, measured_.seconds));
  draw_key(painter);
}

}  // namespace foldwave
