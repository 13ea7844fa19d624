#include "ui/views/imaging/velocity_curve.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/jobs/imaging/velocity_focus.hpp"
#include "ui/pictures/picture_actions.hpp"
#include "ui/scene/stage/ticks.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

// From the least to the largest of what is shown, so that small differences are seen.
struct CurveSpan {
  double low = 1e300, high = -1e300;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  double part(double value) const { return high > low ? 0.08 + 0.84 * (value - low) / (high - low) : 0.92; }
};

}  // namespace

VelocityCurve::VelocityCurve(QWidget* parent) : QWidget(parent) {
  offer_picture(this);
  setMinimumSize(180, 84);
  setMaximumHeight(150);
  setToolTip(tr(
      "Over the velocity's factor: the share of the traces that the events explain, of the scan, and as dots "
      "the focus at other factors. A click goes to a factor"));
  show_scan({});
}

void VelocityCurve::show_scan(std::vector<ScannedVelocity> scan) {
  scan_ = std::move(scan);
  foci_.clear();
  low_ = VelocityFocus::least_factor;
  high_ = VelocityFocus::most_factor;
  for (const ScannedVelocity& one : scan_) {
    low_ = std::min(low_, one.factor);
    high_ = std::max(high_, one.factor);
  }
  setAccessibleName(summary().isEmpty() ? tr("No scan of velocities") : summary());
  update();
}

void VelocityCurve::add_focus(double factor, double z) {
  foci_[factor] = z;
  update();
}

void VelocityCurve::mark(double factor) {
  factor_ = factor;
  update();
}

QString VelocityCurve::summary() const {
  const bool any = std::ranges::any_of(scan_, &ScannedVelocity::found);
  return any ? tr("scan: best at \u00d7 %1").arg(best(), 0, 'f', 4) : QString();
}

QRectF VelocityCurve::area() const {
  return QRectF(rect()).adjusted(50, 8, -28, -20);
}

QPointF VelocityCurve::place_of(double factor, double part) const {
  const QRectF a = area();
  return {a.left() + (factor - low_) / (high_ - low_) * a.width(), a.bottom() - part * a.height()};
}

void VelocityCurve::mousePressEvent(QMouseEvent* event) {
  const QRectF a = area();
  const double part = std::clamp((event->position().x() - a.left()) / std::max(a.width(), 1.0), 0.0, 1.0);
  emit factor_wished(low_ + part * (high_ - low_));
}

void VelocityCurve::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF a = area();
  const QColor quiet = palette().color(QPalette::PlaceholderText);
  painter.fillRect(a, to_qcolor(theme::background_low));
  const Ticks ticks = round_ticks(low_, high_, std::max(2, static_cast<int>(a.width() / 70.0)));
  for (const double at : ticks.at) {
    const double x = place_of(at, 0.0).x();
    painter.setPen(to_qcolor(theme::grid));
    painter.drawLine(QPointF(x, a.top()), QPointF(x, a.bottom()));
    painter.setPen(quiet);
    painter.drawText(QRectF(x - 35, a.bottom() + 3, 70, 16), Qt::AlignHCenter | Qt::AlignTop,
                     QString::fromUtf8("\u00d7") + QString::fromStdString(tick_text(at, ticks.step)));
  }
  CurveSpan shares, strengths;
  for (const ScannedVelocity& one : scan_)
    if (one.found) shares.add(100.0 * one.explained);
  for (const auto& [factor, z] : foci_)
    strengths.add(z);
  painter.setPen(quiet);
  if (shares.high >= shares.low)
    for (const double share : {shares.low, shares.high})
      painter.drawText(QRectF(0, place_of(low_, shares.part(share)).y() - 8, a.left() - 6, 16),
                       Qt::AlignRight | Qt::AlignVCenter, tr("%1 %").arg(share, 0, 'f', 1));
  painter.setPen(Qt::NoPen);
  painter.setBrush(to_qcolor(theme::accent));
  for (const auto& [factor, z] : foci_)
    painter.drawEllipse(place_of(factor, strengths.part(z)), 2.6, 2.6);

  QPainterPath path;
  for (const ScannedVelocity& one : scan_) {
    if (!one.found) continue;
    const QPointF at = place_of(one.factor, shares.part(100.0 * one.explained));
    path.elementCount() > 0 ? path.lineTo(at) : path.moveTo(at);
  }
  const QColor ink = to_qcolor(theme::located);
  painter.setPen(QPen(ink, 1.6));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(path);
  painter.setBrush(ink);
  painter.setPen(Qt::NoPen);
  for (const ScannedVelocity& one : scan_)
    if (one.found) painter.drawEllipse(place_of(one.factor, shares.part(100.0 * one.explained)), 3.0, 3.0);
  if (!summary().isEmpty()) {
    const double x = place_of(best(), 0.0).x();
    painter.setPen(QPen(ink, 1.0, Qt::DashLine));
    painter.drawLine(QPointF(x, a.top()), QPointF(x, a.bottom()));
  }
  const double x = place_of(factor_, 0.0).x();
  painter.setPen(QPen(to_qcolor(theme::text), 1.2));
  painter.drawLine(QPointF(x, a.top()), QPointF(x, a.bottom()));
}

}  // namespace foldwave
