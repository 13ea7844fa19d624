#include "ui/dialogs/forecast/device/curve_plot.hpp"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/pictures/picture_actions.hpp"
#include "ui/widgets/number_words.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr int names_width = 170, line_height = 16;

constexpr std::array curve_hues{210, 35, 130, 285, 0, 60, 180, 330, 95, 255, 15};

// Apart from each other on dark and on light grounds; those beyond the hues are dashed.
QPen curve_pen(std::size_t at, bool beside_models, double width) {
  if (beside_models) return {to_qcolor(theme::source), width};
  QPen pen(QColor::fromHsv(curve_hues.at(at % curve_hues.size()), 170, 205), width);
  if (at >= curve_hues.size()) pen.setStyle(Qt::DashLine);
  return pen;
}

// Up to six digits as they are, then with a word for thousands.
QString tick_words(double value) {
  return value >= 1e9   ? CurvePlot::tr("%1 G").arg(short_words(value / 1e9))
         : value >= 1e6 ? CurvePlot::tr("%1 M").arg(short_words(value / 1e6))
         : value >= 1e4 ? CurvePlot::tr("%1 k").arg(short_words(value / 1e3))
                        : short_words(value);
}

}  // namespace

CurvePlot::CurvePlot(QWidget* parent) : QWidget(parent) {
  offer_picture(this);
  setMinimumSize(360, 220);
}

double CurvePlot::Axis::share(double value) const {
  return ((log ? std::log10(value) : value) - low) / (high - low);
}

std::vector<double> CurvePlot::Axis::ticks() const {
  std::vector<double> all;
  if (log) {
    const std::vector<double> steps = high - low > 3.0 ? std::vector{1.0} : std::vector{1.0, 2.0, 5.0};
    for (int power = static_cast<int>(std::floor(low)); power <= high; ++power)
      for (const double step : steps) {
        const double at = std::log10(step) + power;
        if (at >= low - 1e-9 && at <= high + 1e-9) all.push_back(std::pow(10.0, at));
      }
    return all;
  }
  const double rough = (high - low) / 6.0, decade = std::pow(10.0, std::floor(std::log10(rough)));
  const double step = decade * (rough / decade > 5.0   ? 10.0
                                : rough / decade > 2.0 ? 5.0
                                : rough / decade > 1.0 ? 2.0
                                                       : 1.0);
  for (double n = std::ceil(low / step); n * step <= high + 1e-9 * step; n += 1.0)
    all.push_back(n * step + 0.0);  // no zero with a sign
  return all;
}

void CurvePlot::show_curves(CurveSet set) {
  set_ = std::move(set);
  const auto range = [this](bool log, const auto& of, bool from_zero) {
    double low = 1e300, high = -1e300;
    for (const PlotCurve& curve : set_.curves)
      for (const QPointF& point : curve.points) {
        const double value = of(point);
        if (log && !(value > 0.0)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
      }
    if (!(high >= low)) return Axis{};
    Axis axis{log         ? std::log10(low)
              : from_zero ? std::min(0.0, low)
                          : low,
              log ? std::log10(high) : high, log};
    const double room = axis.high > axis.low ? 0.04 * (axis.high - axis.low) : 0.5;
    if (log || !from_zero) axis.low -= room;
    axis.high += room;
    return axis;
  };
  x_ = range(
      set_.log_x, [](const QPointF& p) { return p.x(); }, false);
  y_ = range(
      set_.log_y, [](const QPointF& p) { return p.y(); }, true);
  update();
}

QRectF CurvePlot::area() const {
  return QRectF(rect()).adjusted(66, 12, -names_width - 12, -40);
}

QPointF CurvePlot::place(const QPointF& value) const {
  const QRectF plot = area();
  return {plot.left() + x_.share(value.x()) * plot.width(),
          plot.bottom() - y_.share(value.y()) * plot.height()};
}

void CurvePlot::draw_frame(QPainter& painter) const {
  const QRectF plot = area();
  painter.setPen(Qt::NoPen);
  painter.setBrush(to_qcolor(theme::background_low));
  painter.drawRect(plot);
  const QColor ink = palette().color(QPalette::WindowText);
  QColor faint = ink;
  faint.setAlphaF(0.15F);
  double free_from = plot.left() - 40.0;  // of words below the axis
  const auto tick_x = [&](double value, const QString& words) {
    const double x = plot.left() + x_.share(value) * plot.width();
    painter.setPen(faint);
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    const double wide = painter.fontMetrics().horizontalAdvance(words);
    if (x - 0.5 * wide < free_from) return;
    free_from = x + 0.5 * wide + 6.0;
    painter.setPen(ink);
    painter.drawText(QRectF(x - 60, plot.bottom() + 3, 120, line_height), Qt::AlignCenter, words);
  };
  if (set_.x_words.isEmpty()) {
    for (const double value : x_.ticks())
      tick_x(value, tick_words(value));
  } else {
    for (int i = 0; i < set_.x_words.size(); ++i)
      tick_x(i, set_.x_words[i]);
  }
  for (const double value : y_.ticks()) {
    const double y = plot.bottom() - y_.share(value) * plot.height();
    painter.setPen(faint);
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(ink);
    painter.drawText(QRectF(16, y - 8, plot.left() - 22, line_height), Qt::AlignRight | Qt::AlignVCenter,
                     tick_words(value));
  }
  painter.setPen(ink);
  painter.drawText(QRectF(plot.left(), plot.bottom() + 20, plot.width(), line_height), Qt::AlignCenter,
                   set_.x_name);
  painter.save();
  painter.translate(2, plot.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-100, 0, 200, line_height), Qt::AlignCenter, set_.y_name);
  painter.restore();
}

void CurvePlot::draw_names(QPainter& painter) const {
  QPointF at = area().topRight() + QPointF(12, 8);
  for (std::size_t c = 0; c < set_.curves.size(); ++c) {
    const PlotCurve& curve = set_.curves[c];
    const bool beside_models =
        curve.is_measured && set_.curves.size() > 1 && !set_.curves.front().is_measured;
    const QPen pen = curve_pen(c, beside_models, 2.0);
    painter.setPen(beside_models ? QPen(Qt::NoPen) : pen);
    painter.setBrush(pen.color());
    if (beside_models)
      painter.drawEllipse(at + QPointF(9, 0), 4.0, 4.0);
    else
      painter.drawLine(at, at + QPointF(18, 0));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRectF(at + QPointF(24, -8), QSizeF(names_width - 36, line_height)),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(curve.name, Qt::ElideRight, names_width - 36));
    at += QPointF(0, line_height);
  }
}

void CurvePlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QFont small = font();
  small.setPointSizeF(0.85 * small.pointSizeF());
  painter.setFont(small);
  if (set_.curves.empty()) return;
  draw_frame(painter);
  for (std::size_t c = 0; c < set_.curves.size(); ++c) {
    const PlotCurve& curve = set_.curves[c];
    const bool beside_models = curve.is_measured && !set_.curves.front().is_measured;
    const QPen pen = curve_pen(c, beside_models, 1.5);
    QPainterPath path;
    for (std::size_t i = 0; i < curve.points.size(); ++i)
      i == 0 ? path.moveTo(place(curve.points[i])) : path.lineTo(place(curve.points[i]));
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    if (!beside_models) painter.drawPath(path);
    if (!curve.is_measured) continue;
    painter.setPen(Qt::NoPen);
    painter.setBrush(pen.color());
    for (const QPointF& point : curve.points)
      painter.drawEllipse(place(point), beside_models ? 4.0 : 2.5, beside_models ? 4.0 : 2.5);
  }
  draw_names(painter);
}

}  // namespace foldwave
