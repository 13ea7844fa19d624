#include "ui/views/handle_view.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>

#include "ui/scene/handle_drag.hpp"

namespace foldwave {
namespace {

constexpr double slack = 3.0;                           // pixels that a click may shake before it is a drag
constexpr double nudge_pixels = 1.0, nudge_far = 10.0;  // the second times the first

}  // namespace

HandleView::HandleView(HandleScene& scene, QWidget* parent) : VtkView(scene, parent), plot_(scene) {
  setMouseTracking(true);
}

Vec3 HandleView::kept(Vec3 local, const Vec3& start) const {
  if (snap_) local = snap_(local);
  return kept_near_box(local, start, extent_);
}

void HandleView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) {
    if (held_ < 0 && !pressed_) VtkView::mousePressEvent(event);
    return;
  }
  const QPointF at = to_display(event->position());
  const int handle = takes_handles() ? plot_.handle_at(at.x(), at.y()) : -1;
  if (handle < 0) {
    pressed_ = press(at);
    if (!pressed_ && takes_handles()) plot_.select_handle(-1);
    return update();
  }
  held_ = handle;
  moved_ = false;
  other_ = event->modifiers().testFlag(Qt::ShiftModifier);
  start_ = leg_ = plot_.handle(handle)->local;
  leg_from_ = at;
  plot_.select_handle(handle);
  plot_.mark_handle(handle);
  plot_.set_moving(true);
  update();
}

void HandleView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = to_display(event->position());
  if (pressed_) {
    press_moved(at);
    return update();
  }
  if (held_ < 0) {
    if (event->buttons() == Qt::NoButton) hover(at);
    if (!event->buttons().testFlag(Qt::LeftButton)) VtkView::mouseMoveEvent(event);
    return;
  }
  const QPointF by = at - leg_from_;
  if (!moved_ && std::hypot(by.x(), by.y()) < slack * devicePixelRatioF()) return;
  const PlotHandle* const handle = plot_.handle(held_);
  if (handle == nullptr) return let_go();
  if (const bool other = event->modifiers().testFlag(Qt::ShiftModifier); other != other_) {
    other_ = other;
    leg_ = handle->local;
    leg_from_ = at;
  }
  const Vec3 to =
      kept(plot_.dragged(handle->motion, leg_, at.x() - leg_from_.x(), at.y() - leg_from_.y(), other_), leg_);
  moved_ = true;
  plot_.set_read_out(true);
  plot_.move_handle(held_, to);
  emit handle_moving(held_, to);
  update();
}

void HandleView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return VtkView::mouseReleaseEvent(event);
  const QPointF at = to_display(event->position());
  if (pressed_) {
    pressed_ = false;
    press_released(at);
    return update();
  }
  if (held_ < 0) return;
  const int index = held_;
  const PlotHandle* const handle = plot_.handle(index);
  const bool moved = moved_ && handle != nullptr && !(handle->local == start_);
  const Vec3 to = handle != nullptr ? handle->local : start_;
  const bool shaken = moved_;
  let_go();
  if (moved)
    emit handle_moved(index, to);
  else if (shaken)
    emit drag_given_up();
}

void HandleView::let_go() {
  held_ = -1;
  plot_.set_read_out(false);
  plot_.set_moving(false);
  update();
}

void HandleView::hover(const QPointF& at) {
  const int over = takes_handles() ? plot_.handle_at(at.x(), at.y()) : -1;
  if (plot_.mark_handle(over)) update();
  setCursor(over >= 0 ? Qt::SizeAllCursor : takes_handles() ? Qt::ArrowCursor : Qt::CrossCursor);
}

void HandleView::leaveEvent(QEvent* event) {
  if (held_ < 0 && plot_.mark_handle(-1)) update();
  VtkView::leaveEvent(event);
}

void HandleView::nudge(QKeyEvent* event) {
  const PlotHandle* const handle = plot_.handle(plot_.selected_handle());
  if (handle == nullptr || held_ >= 0) return;
  const double step = snap_ ? step_ / plot_.metres_a_pixel() : nudge_pixels;
  const double by = event->modifiers().testFlag(Qt::ControlModifier) ? nudge_far * step : step;
  const double dx = event->key() == Qt::Key_Left ? -by : event->key() == Qt::Key_Right ? by : 0.0;
  const double dy = event->key() == Qt::Key_Down ? -by : event->key() == Qt::Key_Up ? by : 0.0;
  const bool other = event->modifiers().testFlag(Qt::ShiftModifier);
  const Vec3 to = kept(plot_.dragged(handle->motion, handle->local, dx, dy, other), handle->local);
  if (to == handle->local) return;
  const int index = handle->index;
  plot_.move_handle(index, to);
  emit handle_moved(index, to);
  update();
}

void HandleView::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Escape:
      if (pressed_) {
        pressed_ = false;
        press_given_up();
      } else if (held_ >= 0) {
        plot_.move_handle(held_, start_);
        let_go();
        emit drag_given_up();
      } else {
        plot_.select_handle(-1);
      }
      return update();
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
      if (held_ < 0 && plot_.selected_handle() >= 0) emit remove_wished(plot_.selected_handle());
      return;
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
      return nudge(event);
    default:
      VtkView::keyPressEvent(event);
  }
}

void HandleView::drag(double dx, double dy, bool) {
  plot_.pan_by(dx, dy);
}

void HandleView::zoom_view(double x, double y, double factor) {
  plot_.zoom_at(x, y, factor);
}

}  // namespace foldwave
