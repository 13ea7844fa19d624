#include "ui/views/structure_view.hpp"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/scene/rock/handle_drag.hpp"

namespace foldwave {

StructureView::StructureView(StructureScene& scene, QWidget* parent)
    : HandleView(scene, scene, parent), structure_(scene) {}

void StructureView::set_tool(StructureTool tool) {
  tool_ = tool;
  structure_.show_candidate({});
  setCursor(tool == StructureTool::select ? Qt::ArrowCursor : Qt::CrossCursor);
  update();
}

bool StructureView::press(const QPointF& at, Qt::KeyboardModifiers keys) {
  grips_.clear();
  is_sliding_ = false;
  if (!takes_handles()) return false;
  if (!structure_.arrow_at(at.x(), at.y())) {
    if (begins_box(keys)) return false;
    grips_ = structure_.grips_at(at.x(), at.y());
    pressed_at_ = at;
    structure_.set_moving(!grips_.empty());
    return !grips_.empty();
  }
  const AxialArrow& axis = structure_.arrow();
  turned_ = false;
  start_line_ = dragged_line_ = axis.line();
  tip_direction_ = (1.0 / axis.length()) * (axis.tip() - axis.foot());
  const Vec3 seen = world_to_display(scene().renderer(), to_world(axis.tip()));
  grip_ = QPointF(seen.x, seen.y) - at;
  structure_.set_moving(true);
  return true;
}

// Where two slices meet the pointer's first way says which of them is meant.
void StructureView::drag_slice(const QPointF& at) {
  const QPointF by = at - pressed_at_;
  if (!is_sliding_) {
    if (std::hypot(by.x(), by.y()) < slack()) return;
    const auto fit = [&](const SliceGrip& grip) {
      const auto way = structure_.frames().way_of(grip);
      return std::abs(way[0] * by.x() + way[1] * by.y());
    };
    grips_ = {*std::max_element(grips_.begin(), grips_.end(),
                                [&](const SliceGrip& a, const SliceGrip& b) { return fit(a) < fit(b); })};
    is_sliding_ = true;
    slid_from_ = structure_.slice(grips_.front().slice);
    structure_.frames().mark(grips_.front().slice);
  }
  const SliceGrip& grip = grips_.front();
  const int node =
      structure_.frames().dragged(grip, slid_from_, {pressed_at_.x(), pressed_at_.y()}, {at.x(), at.y()});
  if (node != structure_.slice(grip.slice)) emit slice_dragged(grip.slice, node);
}

void StructureView::press_moved(const QPointF& display, Qt::KeyboardModifiers keys) {
  if (!grips_.empty()) return drag_slice(display);
  AxialArrow& axis = structure_.arrow();
  const QPointF at = display + grip_;
  tip_direction_ = dragged_direction(scene().renderer(), structure_.box(), axis.foot(), axis.length(),
                                     tip_direction_, at.x(), at.y());
  const double step = keys.testFlag(Qt::ControlModifier) ? 5.0 : 0.1;
  dragged_line_ = AxialLine::from_upward(tip_direction_, dragged_line_.trend).rounded(step);
  axis.set_line(dragged_line_);
  turned_ = true;
  emit axis_turning(dragged_line_);
}

void StructureView::press_released(const QPointF&) {
  structure_.set_moving(false);
  if (!grips_.empty()) return grips_.clear();
  if (turned_ && !(dragged_line_ == start_line_))
    emit axis_turned(dragged_line_);
  else
    emit drag_given_up();
}

void StructureView::press_given_up() {
  if (!grips_.empty()) {
    structure_.set_moving(false);
    if (is_sliding_) emit slice_dragged(grips_.front().slice, slid_from_);
    return grips_.clear();
  }
  structure_.arrow().set_line(start_line_);
  structure_.set_moving(false);
  emit drag_given_up();
}

void StructureView::press_nowhere(QMouseEvent* event) {
  clicking_ = true;
  pressed_at_ = to_display(event->position());
  VtkView::mousePressEvent(event);
}

void StructureView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF by = to_display(event->position()) - pressed_at_;
  clicking_ = clicking_ && std::hypot(by.x(), by.y()) < slack();
  HandleView::mouseMoveEvent(event);
}

void StructureView::mouseReleaseEvent(QMouseEvent* event) {
  const bool clicked = event->button() == Qt::LeftButton && clicking_;
  clicking_ = false;
  HandleView::mouseReleaseEvent(event);
  if (!clicked || is_measuring()) return;
  if (takes_handles())
    HandleView::press_nowhere(event);
  else if (const auto place = place_at(to_display(event->position())))
    emit add_wished((*place)[0], (*place)[1]);
}

QString StructureView::words_of(const SceneHandle& h) const {
  const QString how = h.motion == HandleMotion::level      ? tr("drag it level")
                      : h.motion == HandleMotion::vertical ? tr("drag it up or down")
                                                           : tr("drag it up or down, with Shift level");
  const Vec3 map = h.local + structure_.box().origin;
  return tr("%1: x %2, y %3, depth %4 m\n%5")
      .arg(QString::fromStdString(h.name))
      .arg(map.x, 0, 'f', 0)
      .arg(map.y, 0, 'f', 0)
      .arg(map.z, 0, 'f', 0)
      .arg(how);
}

bool StructureView::event(QEvent* event) {
  const SceneHandle* const marked = structure_.handle(structure_.marked_handle());
  if (event->type() == QEvent::ToolTip && marked != nullptr && !is_dragging()) {
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), words_of(*marked), this);
    return true;
  }
  if (event->type() == QEvent::ToolTip && structure_.frames().marked() >= 0 && !is_dragging()) {
    QToolTip::showText(
        static_cast<QHelpEvent*>(event)->globalPos(),
        tr("Slice at %1\nDrag its frame to move it; Escape puts it back")
            .arg(QString::fromStdString(structure_.places().words(structure_.frames().marked()))),
        this);
    return true;
  }
  return HandleView::event(event);
}

// The cursor points the ways that the slice can go.
void StructureView::hover_frames(const QPointF& at, bool over_another) {
  const auto grips = over_another ? std::vector<SliceGrip>{} : structure_.grips_at(at.x(), at.y());
  if (structure_.frames().mark(grips.empty() ? -1 : grips.front().slice)) update_marks();
  if (grips.empty()) return;
  const auto way = structure_.frames().way_of(grips.front());
  const bool level = std::abs(way[0]) > 2.4 * std::abs(way[1]),
             upright = std::abs(way[1]) > 2.4 * std::abs(way[0]);
  setCursor(grips.size() > 1         ? Qt::SizeAllCursor
            : level                  ? Qt::SizeHorCursor
            : upright                ? Qt::SizeVerCursor
            : way[0] * way[1] >= 0.0 ? Qt::SizeBDiagCursor
                                     : Qt::SizeFDiagCursor);
}

// What a press would take hold of, or where it would add a point, is marked.
void StructureView::hover(const QPointF& at, Qt::KeyboardModifiers keys) {
  HandleView::hover(at, keys);
  if (!takes_handles()) {
    structure_.show_candidate(is_measuring() ? std::nullopt : snapped_on_horizon(at));
    structure_.frames().mark(-1);
    return is_measuring() ? update_marks() : update();
  }
  const SceneHandle* const over = structure_.handle(structure_.marked_handle());
  const bool arrow = over == nullptr && structure_.arrow_at(at.x(), at.y());
  if (arrow != structure_.arrow().active()) update();
  structure_.arrow().set_active(arrow);
  if (arrow) setCursor(Qt::PointingHandCursor);
  hover_frames(at, over != nullptr || arrow);
  if (over == nullptr) return;
  const bool level = over->motion == HandleMotion::level ||
                     (over->motion == HandleMotion::free && keys.testFlag(Qt::ShiftModifier));
  setCursor(level ? Qt::SizeAllCursor : Qt::SizeVerCursor);
}

void StructureView::leaveEvent(QEvent* event) {
  if (grips_.empty() && structure_.frames().mark(-1)) update_marks();
  structure_.show_candidate({});
  HandleView::leaveEvent(event);
}

// A source or receivers under the tip of the arrow are reached on the map and from another side.
int StructureView::handle_at(const QPointF& at) const {
  const int handle = HandleView::handle_at(at);
  const bool survey = handle >= 0 && structure_.handle(handle)->of != HandleOf::horizon;
  return survey && structure_.arrow_at(at.x(), at.y()) ? -1 : handle;
}

std::optional<std::array<double, 2>> StructureView::place_at(const QPointF& at) const {
  const auto there = snapped_on_horizon(at);
  if (!there) return std::nullopt;
  return std::array{there->x, there->y};
}

std::optional<Vec3> StructureView::snapped_on_horizon(const QPointF& at) const {
  const auto there = structure_.horizon_at(at.x(), at.y());
  if (!there) return std::nullopt;
  const Vec3 inside = kept({there->x, there->y, 0.0}, {});
  return Vec3{inside.x, inside.y, structure_.horizon_depth(inside.x, inside.y).value_or(there->z)};
}

void StructureView::put_back() {
  HandleView::put_back();
  if (pressed() && grips_.empty()) structure_.arrow().set_line(dragged_line_);
}

void StructureView::drop() {
  HandleView::drop();
  if (!pressed()) return;
  end_press();
  grips_.clear();
  structure_.set_moving(false);
  update();
}

}  // namespace foldwave
