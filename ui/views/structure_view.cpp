#include "ui/views/structure_view.hpp"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

namespace foldwave {

StructureView::StructureView(StructureScene& scene, QWidget* parent)
    : VtkView(scene, parent), structure_(scene) {
  setMouseTracking(true);
}

DragDirection StructureView::direction_of(int handle, Qt::KeyboardModifiers keys) const {
  switch (structure_.horizon_handles()[static_cast<std::size_t>(handle)].motion) {
    case HandleMotion::level:
      return DragDirection::level;
    case HandleMotion::vertical:
      return DragDirection::vertical;
    default:
      return keys.testFlag(Qt::ShiftModifier) ? DragDirection::level : DragDirection::vertical;
  }
}

void StructureView::mousePressEvent(QMouseEvent* event) {
  const QPointF at = to_display(event->position());
  const bool left = event->button() == Qt::LeftButton;
  const int handle = left ? structure_.handle_at(at.x(), at.y()) : -1;
  const bool arrow = left && handle < 0 && structure_.arrow_at(at.x(), at.y());
  if (is_dragging() || (handle < 0 && !arrow)) return VtkView::mousePressEvent(event);
  structure_.set_moving(true);
  moved_ = false;
  if (arrow) {
    const AxialArrow& axis = structure_.arrow();
    turning_ = true;
    start_line_ = dragged_line_ = axis.line();
    tip_direction_ = (1.0 / axis.length()) * (axis.tip() - axis.foot());
    const Vec3 seen = world_to_display(scene().renderer(), to_world(axis.tip()));
    grip_ = QPointF(seen.x, seen.y) - at;
  } else {
    held_ = handle;
    start_ = leg_ = dragged_ = structure_.handles()[static_cast<std::size_t>(handle)];
    direction_ = direction_of(handle, event->modifiers());
    structure_.mark_handle(handle);
  }
  update();
}

void StructureView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = to_display(event->position());
  if (turning_) return turn_arrow(at, event->modifiers());
  if (held_ >= 0) return move_held(at, event->modifiers());
  if (event->buttons() == Qt::NoButton) point_at(at, event->modifiers());
  VtkView::mouseMoveEvent(event);
}

QString StructureView::words_of(int handle) const {
  const HorizonHandle& h = structure_.horizon_handles()[static_cast<std::size_t>(handle)];
  const QString how = h.motion == HandleMotion::level      ? tr("drag it level")
                      : h.motion == HandleMotion::vertical ? tr("drag it up or down")
                                                           : tr("drag it up or down, with Shift level");
  return tr("%1: x %2, y %3, depth %4 m\n%5")
      .arg(QString::fromStdString(h.name))
      .arg(h.position.x, 0, 'f', 0)
      .arg(h.position.y, 0, 'f', 0)
      .arg(h.position.z, 0, 'f', 0)
      .arg(how);
}

bool StructureView::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && structure_.marked_handle() >= 0 && !is_dragging()) {
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), words_of(structure_.marked_handle()),
                       this);
    return true;
  }
  return VtkView::event(event);
}

// What a press would take hold of is marked.
void StructureView::point_at(const QPointF& display, Qt::KeyboardModifiers keys) {
  const int over = structure_.handle_at(display.x(), display.y());
  const bool arrow = over < 0 && structure_.arrow_at(display.x(), display.y());
  setCursor(arrow                                              ? Qt::PointingHandCursor
            : over < 0                                         ? Qt::ArrowCursor
            : direction_of(over, keys) == DragDirection::level ? Qt::SizeAllCursor
                                                               : Qt::SizeVerCursor);
  if (over != structure_.marked_handle() || arrow != structure_.arrow().active()) update();
  structure_.mark_handle(over);
  structure_.arrow().set_active(arrow);
}

void StructureView::move_held(const QPointF& display, Qt::KeyboardModifiers keys) {
  const DragDirection direction = direction_of(held_, keys);
  if (direction != direction_) {
    direction_ = direction;
    leg_ = dragged_;
  }
  dragged_ = dragged_point(scene().renderer(), structure_.box(), leg_, display.x(), display.y(), direction_);
  structure_.move_handle(held_, dragged_);
  moved_ = true;
  update_soon();
  emit handle_moving(held_, dragged_);
}

void StructureView::turn_arrow(const QPointF& display, Qt::KeyboardModifiers keys) {
  AxialArrow& axis = structure_.arrow();
  const QPointF at = display + grip_;
  tip_direction_ = dragged_direction(scene().renderer(), structure_.box(), axis.foot(), axis.length(),
                                     tip_direction_, at.x(), at.y());
  const double step = keys.testFlag(Qt::ControlModifier) ? 5.0 : 0.1;
  dragged_line_ = AxialLine::from_upward(tip_direction_, dragged_line_.trend).rounded(step);
  axis.set_line(dragged_line_);
  moved_ = true;
  update_soon();
  emit axis_turning(dragged_line_);
}

void StructureView::put_back() {
  if (held_ >= 0) structure_.move_handle(held_, dragged_);
  if (turning_) structure_.arrow().set_line(dragged_line_);
}

void StructureView::drop() {
  if (is_dragging()) let_go();
}

void StructureView::let_go() {
  held_ = -1;
  turning_ = false;
  structure_.set_moving(false);
  update();
}

void StructureView::mouseReleaseEvent(QMouseEvent* event) {
  if (!is_dragging()) return VtkView::mouseReleaseEvent(event);
  if (event->button() != Qt::LeftButton) return;
  const int handle = held_;
  const bool arrow = turning_;
  let_go();
  if (arrow) {
    if (moved_ && !(dragged_line_ == start_line_)) return emit axis_turned(dragged_line_);
  } else {
    if (moved_ && !(dragged_ == start_)) return emit handle_moved(handle, dragged_);
  }
  emit drag_given_up();
}

void StructureView::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape || !is_dragging()) return VtkView::keyPressEvent(event);
  if (turning_)
    structure_.arrow().set_line(start_line_);
  else
    structure_.move_handle(held_, start_);
  let_go();
  emit drag_given_up();
}

}  // namespace foldwave
