#include "ui/panels/wavelet_plot.hpp"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/pictures/picture_actions.hpp"
#include "ui/scene/stage/ticks.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr float silent_share = 0.005F;  // of the largest magnitude

}  // namespace

WaveletPlot::WaveletPlot(QWidget* parent) : QWidget(parent) {
  offer_picture(this);
  setMinimumSize(120, 76);
  setAccessibleName(tr("The estimated wavelet"));
}

void WaveletPlot::show_wavelet(std::vector<float> series, double step) {
  series_ = std::move(series);
  step_ = step;
  float most = 0.0F;
  for (const float v : series_)
    most = std::max(most, std::abs(v));
  while (!series_.empty() && std::abs(series_.back()) <= silent_share * most)
    series_.pop_back();
  update();
}

void WaveletPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF area = QRectF(rect()).adjusted(4, 4, -4, -18);
  painter.fillRect(area, to_qcolor(theme::background_low));
  if (series_.size() < 2) return;
  const auto [low, high] = std::ranges::minmax(series_);
  const double size = std::max(static_cast<double>(std::max(-low, high)), 1e-300);
  const double last = step_ * static_cast<double>(series_.size() - 1);
  const auto at = [&](double time, double value) {
    return QPointF(area.left() + time / last * area.width(),
                   area.center().y() - 0.46 * value / size * area.height());
  };
  painter.setPen(to_qcolor(theme::grid));
  painter.drawLine(at(0.0, 0.0), at(last, 0.0));
  painter.setPen(to_qcolor(theme::quiet_text));
  const Ticks ticks = round_ticks(0.0, last, std::max(2, static_cast<int>(area.width() / 60.0)));
  for (const double time : ticks.at)
    painter.drawText(QRectF(at(time, 0.0).x() - 30, area.bottom() + 2, 60, 14),
                     Qt::AlignHCenter | Qt::AlignTop,
                     tr("%1 s").arg(QString::fromStdString(tick_text(time, ticks.step))));
  QPainterPath path(at(0.0, static_cast<double>(series_.front())));
  for (std::size_t n = 1; n < series_.size(); ++n)
    path.lineTo(at(step_ * static_cast<double>(n), static_cast<double>(series_[n])));
  painter.setPen(QPen(to_qcolor(theme::accent), 1.5));
  painter.drawPath(path);
}

}  // namespace foldwave
