#include "ui/dialogs/picks_map.hpp"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/pictures/picture_actions.hpp"
#include "ui/scene/stage/color.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr int map_border = 12, map_scale_width = 74, note_height = 16;

// Shallow is bright.
QColor depth_color(double depth, const PicksBounds& bounds) {
  const double range = std::max(bounds.high.z - bounds.low.z, 1e-9);
  const Bytes3 c = viridis_map().at((bounds.high.z - depth) / range);
  return {c[0], c[1], c[2]};
}

}  // namespace

PicksMap::PicksMap(QWidget* parent) : QWidget(parent) {
  offer_picture(this);
  setMinimumSize(320, 240);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PicksMap::show_box(const Grid3& box) {
  box_ = box;
  if (!picks_.empty()) show_picks(std::vector<Vec3>(picks_), bounds_);
}

void PicksMap::show_picks(const std::vector<Vec3>& picks, const PicksBounds& bounds) {
  picks_ = picks;
  bounds_ = bounds;
  words_.clear();
  const Vec3 low = box_.origin, high = box_.origin + box_.extent();
  const double own = std::max({bounds.high.x - bounds.low.x, bounds.high.y - bounds.low.y, 1e-6});
  x0_ = std::min(low.x, bounds.low.x);
  x1_ = std::max(high.x, bounds.high.x);
  y0_ = std::min(low.y, bounds.low.y);
  y1_ = std::max(high.y, bounds.high.y);
  const double both = std::max(x1_ - x0_, y1_ - y0_);
  far_ = both > 8.0 * own;
  if (far_) {
    x0_ = bounds.low.x;
    x1_ = bounds.high.x;
    y0_ = bounds.low.y;
    y1_ = bounds.high.y;
  }
  draw_picks();
  update();
}

void PicksMap::show_points(const std::vector<Vec3>& points, int count) {
  points_.assign(points.begin(), points.begin() + std::min<std::ptrdiff_t>(count, std::ssize(points)));
  update();
}

void PicksMap::show_words(const QString& words, bool is_error) {
  words_ = words;
  is_error_ = is_error;
  picks_.clear();
  points_.clear();
  image_ = {};
  update();
}

QRectF PicksMap::map_area() const {
  const QRectF room = QRectF(rect()).adjusted(map_border, map_border, -map_border - map_scale_width,
                                              -map_border - (far_ ? note_height : 0));
  const double width = std::max(x1_ - x0_, 1e-9), height = std::max(y1_ - y0_, 1e-9);
  const double scale = std::min(room.width() / width, room.height() / height);
  QRectF area(0.0, 0.0, std::max(scale * width, 8.0), std::max(scale * height, 8.0));
  area.moveCenter(room.center());
  return area;
}

QPointF PicksMap::on_screen(double x, double y) const {
  const QRectF area = map_area();
  return {area.left() + (x - x0_) / std::max(x1_ - x0_, 1e-9) * area.width(),
          area.bottom() - (y - y0_) / std::max(y1_ - y0_, 1e-9) * area.height()};
}

void PicksMap::resizeEvent(QResizeEvent*) {
  if (!picks_.empty()) draw_picks();
}

void PicksMap::draw_picks() {
  const double ratio = devicePixelRatioF();
  image_ = QImage(size() * ratio, QImage::Format_ARGB32_Premultiplied);
  image_.setDevicePixelRatio(ratio);
  image_.fill(Qt::transparent);
  QPainter painter(&image_);
  // As large as closes the gaps between picks that cover an area evenly.
  const double covered = std::abs((on_screen(bounds_.high.x, 0).x() - on_screen(bounds_.low.x, 0).x()) *
                                  (on_screen(0, bounds_.high.y).y() - on_screen(0, bounds_.low.y).y()));
  const double side = std::clamp(1.4 * std::sqrt(covered / static_cast<double>(picks_.size())), 1.5, 10.0);
  for (const Vec3& p : picks_) {
    const QPointF at = on_screen(p.x, p.y);
    painter.fillRect(QRectF(at.x() - 0.5 * side, at.y() - 0.5 * side, side, side), depth_color(p.z, bounds_));
  }
}

void PicksMap::draw_scale(QPainter& painter) const {
  const QRectF bar(width() - map_scale_width + 4.0, map_border + 20.0, 10.0,
                   height() - 2.0 * map_border - 24.0);
  for (int y = 0; y < static_cast<int>(bar.height()); ++y) {
    const double part = y / bar.height();
    const Bytes3 c = viridis_map().at(1.0 - part);
    painter.fillRect(QRectF(bar.left(), bar.top() + y, bar.width(), 1.0), QColor(c[0], c[1], c[2]));
  }
  painter.setPen(to_qcolor(theme::quiet_text));
  painter.drawText(QRectF(bar.left() - 6, bar.top() - 22, map_scale_width, 18),
                   Qt::AlignLeft | Qt::AlignVCenter, tr("depth (m)"));
  const auto label = [&](double depth, double y) {
    painter.drawText(QRectF(bar.right() + 6, y - 8, map_scale_width - 24, 16),
                     Qt::AlignLeft | Qt::AlignVCenter, QString::number(depth, 'f', 0));
  };
  label(bounds_.low.z, bar.top() + 6);
  label(0.5 * (bounds_.low.z + bounds_.high.z), bar.center().y());
  label(bounds_.high.z, bar.bottom() - 6);
}

void PicksMap::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(to_qcolor(theme::grid), 1.0));
  painter.setBrush(to_qcolor(theme::background_low));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  if (picks_.empty()) {
    painter.setPen(to_qcolor(is_error_ ? theme::stale : theme::quiet_text));
    painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, words_);
    return;
  }
  painter.drawImage(0, 0, image_);
  if (!far_) {
    const Vec3 high = box_.origin + box_.extent();
    const QPointF a = on_screen(box_.origin.x, high.y), b = on_screen(high.x, box_.origin.y);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(to_qcolor(theme::text), 1.2, Qt::DashLine));
    painter.drawRect(QRectF(a, b));
  } else {
    const Vec3 middle = box_.origin + 0.5 * box_.extent();
    const double away = std::hypot(middle.x - 0.5 * (x0_ + x1_), middle.y - 0.5 * (y0_ + y1_));
    painter.setPen(to_qcolor(theme::stale));
    painter.drawText(rect().adjusted(map_border, 0, 0, -4), Qt::AlignLeft | Qt::AlignBottom,
                     tr("the box is %1 km away").arg(1e-3 * away, 0, 'f', away < 1e4 ? 1 : 0));
  }
  painter.setPen(QPen(to_qcolor(theme::background_low), 1.0));
  painter.setBrush(to_qcolor(theme::handle));
  for (const Vec3& p : points_)
    painter.drawEllipse(on_screen(p.x, p.y), 2.6, 2.6);
  draw_scale(painter);
}

}  // namespace foldwave
