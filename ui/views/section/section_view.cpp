#include "ui/views/section/section_view.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {
namespace {

constexpr double pen_step = 3.0;     // pixels between two points of a stroke
constexpr std::size_t shortest = 4;  // points of a stroke; less is a click

}  // namespace

SectionView::SectionView(SectionScene& scene, QWidget* parent)
    : HandleView(scene, scene, parent), section_(scene) {}

void SectionView::set_tool(SectionTool tool) {
  tool_ = tool;
  setCursor(tool == SectionTool::move ? Qt::ArrowCursor : Qt::CrossCursor);
}

bool SectionView::press(const QPointF& at, Qt::KeyboardModifiers) {
  if (tool_ != SectionTool::stroke || !section_.inside(at.x(), at.y())) return false;
  stroke_ = {section_.to_plot(at.x(), at.y())};
  last_ = at;
  section_.set_moving(true);
  return true;
}

void SectionView::press_moved(const QPointF& at, Qt::KeyboardModifiers) {
  if (std::hypot(at.x() - last_.x(), at.y() - last_.y()) < pen_step * devicePixelRatioF()) return;
  last_ = at;
  stroke_.push_back(section_.to_plot(at.x(), at.y()));
  emit stroke_moving();
}

void SectionView::press_released(const QPointF&) {
  section_.set_moving(false);
  section_.show_stroke({});
  if (stroke_.size() >= shortest)
    emit stroke_drawn();
  else
    emit stroke_given_up();
  stroke_.clear();
}

void SectionView::press_given_up() {
  section_.set_moving(false);
  section_.show_stroke({});
  stroke_.clear();
  emit stroke_given_up();
}

std::optional<Vec3> SectionView::rock_at(const QPointF& at) const {
  if (!section_.inside(at.x(), at.y())) return {};
  const PlotPoint p = section_.to_plot(at.x(), at.y());
  const auto place = section_.line().at(p[0]);
  return Vec3{place[0], place[1], -p[1]};
}

}  // namespace foldwave
