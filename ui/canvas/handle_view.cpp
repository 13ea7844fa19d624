#include "ui/canvas/handle_view.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/scene/rock/handle_drag.hpp"

namespace foldwave {
namespace {

constexpr double click_slack = 3.0;                     // pixels
constexpr double nudge_pixels = 1.0, nudge_far = 10.0;  // the second times the first

}  // namespace

HandleView::HandleView(Scene& scene, Handles& handles, QWidget* parent)
    : VtkView(scene, parent), handles_(handles) {
  setMouseTracking(true);
}

double HandleView::slack() const {
  return click_slack * devicePixelRatioF();
}

Vec3 HandleView::kept(Vec3 local, const Vec3& start) const {
  const Vec3 to = snapped(local + grid_.origin, grid_, snap_) - grid_.origin;
  for (int a = 0; a < 3; ++a)
    if (local[a] != start[a]) local[a] = to[a];
  return kept_near_box(local, start, grid_.extent());
}

void HandleView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) {
    if (held_ < 0 && !pressed_) VtkView::mousePressEvent(event);
    return;
  }
  const QPointF at = to_display(event->position());
  const int handle = takes_handles() ? handles_.handle_at(at.x(), at.y()) : -1;
  if (handle < 0) {
    pressed_ = press(at, event->modifiers());
    if (!pressed_) press_nowhere(event);
    return update();
  }
  held_ = handle;
  moved_ = false;
  other_ = event->modifiers().testFlag(Qt::ShiftModifier);
  start_ = leg_ = now_ = handles_.handle(handle)->local;
  leg_from_ = at;
  handles_.select_handle(handle);
  handles_.mark_handle(handle);
  scene().set_moving(true);
  update();
}

void HandleView::press_nowhere(QMouseEvent*) {
  if (takes_handles()) handles_.select_handle(-1);
}

void HandleView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = to_display(event->position());
  if (pressed_) {
    press_moved(at, event->modifiers());
    return follow_pointer();
  }
  if (held_ < 0) {
    if (event->buttons() == Qt::NoButton) {
      hover(at, event->modifiers());
      tell_rock(handles_.marked_handle() < 0 ? rock_at(at) : std::nullopt);
    }
    return VtkView::mouseMoveEvent(event);
  }
  const QPointF by = at - leg_from_;
  if (!moved_ && std::hypot(by.x(), by.y()) < slack()) return;
  const SceneHandle* const handle = handles_.handle(held_);
  if (handle == nullptr) return let_go();
  if (const bool other = event->modifiers().testFlag(Qt::ShiftModifier); other != other_) {
    other_ = other;
    leg_ = now_;
    leg_from_ = at;
  }
  const QPointF moved = at - leg_from_;
  now_ = kept(handles_.dragged(handle->motion, leg_, moved.x(), moved.y(), other_), leg_);
  moved_ = true;
  handles_.set_read_out(true);
  handles_.move_handle(held_, now_);
  follow_pointer();
  emit handle_moving(held_, now_);
}

void HandleView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return VtkView::mouseReleaseEvent(event);
  const QPointF at = to_display(event->position());
  if (pressed_) {
    pressed_ = false;
    press_released(at);
    return update();
  }
  if (held_ < 0) return VtkView::mouseReleaseEvent(event);
  const int index = held_;
  const bool there = handles_.handle(index) != nullptr;
  const bool shaken = moved_;
  let_go();
  if (shaken && there && !(now_ == start_))
    emit handle_moved(index, now_);
  else if (shaken)
    emit drag_given_up();
}

void HandleView::mouseDoubleClickEvent(QMouseEvent* event) {
  const QPointF at = to_display(event->position());
  const auto place = event->button() == Qt::LeftButton ? place_at(at) : std::nullopt;
  if (!place) return VtkView::mouseDoubleClickEvent(event);
  if (takes_handles() && handles_.handle_at(at.x(), at.y()) < 0) emit add_wished((*place)[0], (*place)[1]);
}

std::optional<Vec3> HandleView::chosen_place() const {
  const SceneHandle* const handle = handles_.handle(handles_.selected_handle());
  return handle != nullptr ? std::optional(handle->local) : std::nullopt;
}

void HandleView::put_back() {
  if (held_ >= 0) handles_.move_handle(held_, now_);
}

void HandleView::drop() {
  if (held_ >= 0) let_go();
}

void HandleView::let_go() {
  held_ = -1;
  handles_.set_read_out(false);
  scene().set_moving(false);
  update();
}

void HandleView::hover(const QPointF& at, Qt::KeyboardModifiers) {
  const int over = takes_handles() ? handles_.handle_at(at.x(), at.y()) : -1;
  if (handles_.mark_handle(over)) update();
  setCursor(over >= 0 ? Qt::SizeAllCursor : takes_handles() ? Qt::ArrowCursor : Qt::CrossCursor);
}

void HandleView::tell_rock(const std::optional<Vec3>& local) {
  if (local)
    emit rock_pointed(*local);
  else if (on_rock_)
    emit rock_left();
  on_rock_ = local.has_value();
}

void HandleView::leaveEvent(QEvent* event) {
  tell_rock({});
  if (held_ < 0 && handles_.mark_handle(-1)) update();
  VtkView::leaveEvent(event);
}

void HandleView::nudge(const Push& push, Qt::KeyboardModifiers keys) {
  const SceneHandle* const handle = handles_.handle(handles_.selected_handle());
  if (handle == nullptr || held_ >= 0) return;
  const Vec3 way = handles_.pushed(handle->motion, push, keys.testFlag(Qt::ShiftModifier));
  double by = nudge_pixels * handles_.metres_a_pixel_at(handle->local);
  if (snap_.to != SnapTo::nothing) {
    // As far as the axis that it goes most along needs for its next stop.
    const Vec3 step = snap_step(grid_, snap_);
    by = std::numeric_limits<double>::infinity();
    for (int a = 0; a < 3; ++a)
      if (way[a] != 0.0) by = std::min(by, step[a] / std::abs(way[a]));
  }
  if (keys.testFlag(Qt::ControlModifier)) by *= nudge_far;
  if (!std::isfinite(by)) return;
  const Vec3 to = kept(handle->local + by * way, handle->local);
  if (to == handle->local) return;
  const int index = handle->index;
  handles_.move_handle(index, to);
  emit handle_moved(index, to);
  update();
}

void HandleView::keyPressEvent(QKeyEvent* event) {
  const auto keys = event->modifiers();
  switch (event->key()) {
    case Qt::Key_Escape:
      if (pressed_) {
        pressed_ = false;
        press_given_up();
      } else if (held_ >= 0) {
        handles_.move_handle(held_, start_);
        let_go();
        emit drag_given_up();
      } else {
        handles_.select_handle(-1);
      }
      return update();
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
      if (held_ < 0 && handles_.selected_handle() >= 0) emit remove_wished(handles_.selected_handle());
      return;
    case Qt::Key_Left:
      return nudge({-1, 0, 0}, keys);
    case Qt::Key_Right:
      return nudge({1, 0, 0}, keys);
    case Qt::Key_Up:
      return nudge({0, 1, 0}, keys);
    case Qt::Key_Down:
      return nudge({0, -1, 0}, keys);
    case Qt::Key_PageUp:
      return nudge({0, 0, -1}, keys);
    case Qt::Key_PageDown:
      return nudge({0, 0, 1}, keys);
    default:
      VtkView::keyPressEvent(event);
  }
}

}  // namespace foldwave
