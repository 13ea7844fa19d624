#include "ui/views/structure_view.hpp"

#include <QKeyEvent>
#include <QMouseEvent>

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
  const int handle = event->button() == Qt::LeftButton ? structure_.handle_at(at.x(), at.y()) : -1;
  if (handle < 0) return VtkView::mousePressEvent(event);
  held_ = handle;
  structure_.set_moving(true);
  moved_ = false;
  start_ = leg_ = structure_.handles()[static_cast<std::size_t>(handle)];
  direction_ = direction_of(handle, event->modifiers());
  structure_.mark_handle(handle);
  update();
}

void StructureView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = to_display(event->position());
  if (held_ < 0) {
    if (event->buttons() == Qt::NoButton) {
      const int over = structure_.handle_at(at.x(), at.y());
      setCursor(over < 0                                                         ? Qt::ArrowCursor
                : direction_of(over, event->modifiers()) == DragDirection::level ? Qt::SizeAllCursor
                                                                                 : Qt::SizeVerCursor);
      if (over != structure_.marked_handle()) update();
      structure_.mark_handle(over);
    }
    return VtkView::mouseMoveEvent(event);
  }
  const DragDirection direction = direction_of(held_, event->modifiers());
  if (direction != direction_) {
    direction_ = direction;
    leg_ = structure_.handles()[static_cast<std::size_t>(held_)];
  }
  const Vec3 to = dragged_point(scene().renderer(), structure_.box(), leg_, at.x(), at.y(), direction_);
  structure_.move_handle(held_, to);
  moved_ = true;
  update_soon();
  emit handle_moving(held_, to);
}

void StructureView::mouseReleaseEvent(QMouseEvent* event) {
  if (held_ < 0) return VtkView::mouseReleaseEvent(event);
  const int handle = held_;
  held_ = -1;
  structure_.set_moving(false);
  const Vec3 to = structure_.handles()[static_cast<std::size_t>(handle)];
  if (moved_ && !(to == start_))
    emit handle_moved(handle, to);
  else
    emit drag_given_up();
  update();
}

void StructureView::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape || held_ < 0) return VtkView::keyPressEvent(event);
  structure_.move_handle(held_, start_);
  held_ = -1;
  structure_.set_moving(false);
  emit drag_given_up();
  update();
}

}  // namespace foldwave
