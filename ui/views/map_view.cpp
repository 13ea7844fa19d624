#include "ui/views/map_view.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace foldwave {
namespace {

constexpr double shortest_line = 8.0;  // pixels

}  // namespace

MapView::MapView(MapScene& scene, QWidget* parent) : HandleView(scene, scene, parent), map_(scene) {}

void MapView::set_tool(MapTool tool) {
  tool_ = tool;
  setCursor(tool == MapTool::select ? Qt::ArrowCursor : Qt::CrossCursor);
}

std::array<double, 2> MapView::on_map(const QPointF& at) const {
  const PlotPoint p = map_.to_plot(at.x(), at.y());
  const Vec3 inside = kept({p[0], p[1], 0.0}, {});
  return {inside.x, inside.y};
}

std::optional<Vec3> MapView::rock_at(const QPointF& at) const {
  if (!map_.inside(at.x(), at.y())) return {};
  const PlotPoint p = map_.to_plot(at.x(), at.y());
  return Vec3{p[0], p[1], std::numeric_limits<double>::quiet_NaN()};
}

std::optional<Vec3> MapView::measured_place(const QPointF& at) const {
  auto place = rock_at(at);
  if (place) place->z = 0.0;
  return place;
}

bool MapView::press(const QPointF& at, Qt::KeyboardModifiers) {
  // A 2D model is its own section: it has no line to draw.
  if (tool_ == MapTool::line && map_.is_strip()) return false;
  end_ = tool_ == MapTool::select && !map_.is_strip() ? map_.line_end_at(at.x(), at.y()) : -1;
  if (tool_ == MapTool::select && end_ < 0) return false;
  if (!map_.inside(at.x(), at.y()) && end_ < 0) return false;
  before_ = map_.line();
  from_ = at;
  far_ = false;
  return true;
}

void MapView::press_moved(const QPointF& at, Qt::KeyboardModifiers) {
  if (tool_ == MapTool::add) return;
  far_ = far_ || std::hypot(at.x() - from_.x(), at.y() - from_.y()) > shortest_line * devicePixelRatioF();
  if (!far_) return;
  MapLine line = before_;
  if (tool_ == MapTool::line) line.from = on_map(from_);
  (end_ == 0 ? line.from : line.to) = on_map(at);
  map_.show_line(line);
  emit line_moving(line);
}

void MapView::press_released(const QPointF& at) {
  if (tool_ == MapTool::add) {
    const auto p = on_map(at);
    emit add_wished(p[0], p[1]);
  } else if (far_ && map_.line().length() > 0.0) {
    emit line_moved(map_.line());
  }
}

void MapView::press_given_up() {
  map_.show_line(before_);
  emit line_moving(before_);
}

std::optional<std::array<double, 2>> MapView::place_at(const QPointF& at) const {
  if (!map_.inside(at.x(), at.y())) return std::nullopt;
  return on_map(at);
}

}  // namespace foldwave
