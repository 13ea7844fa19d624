#include "ui/canvas/handle_view.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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
    if (held_ < 0 && !pressed_ && !box_from_) VtkView::mousePressEvent(event);
    return;
  }
  const QPointF at = to_display(event->position());
  press_at_ = at;
  if (is_measuring()) {
    pointer_down_ = true;
    press_measuring(at);
    return press_nowhere(event);
  }
  const int handle = handle_at(at);
  const bool with_ctrl = event->modifiers().testFlag(Qt::ControlModifier);
  if (handle < 0) {
    pressed_ = press(at, event->modifiers());
    if (!pressed_ && takes_handles() && begins_box(event->modifiers())) {
      box_from_ = at;
      before_box_ = with_ctrl && scene().is_flat() ? handles_.selected_handles() : std::vector<int>{};
    } else if (!pressed_) {
      press_nowhere(event);
    }
    return update();
  }
  if (with_ctrl) {
    handles_.select_also(handle);
    return tell_chosen();
  }
  hold(handle);
  handles_.mark_handle(handle);
  scene().set_moving(true);
  other_ = event->modifiers().testFlag(Qt::ShiftModifier);
  leg_from_ = at;
}

// What is chosen goes along, where it can go the same way.
void HandleView::hold(int handle) {
  held_ = handle;
  moved_ = false;
  if (!handles_.is_selected(handle)) handles_.select_handle(handle);
  const SceneHandle& lead = *handles_.handle(handle);
  together_ = {{handle, lead.local, lead.local}};
  leg_ = lead.local;
  for (const int index : handles_.selected_handles()) {
    const SceneHandle* const also = handles_.handle(index);
    if (index != handle && also->motion == lead.motion && lead.motion == HandleMotion::free)
      together_.push_back({index, also->local, also->local});
  }
  tell_chosen();
}

void HandleView::press_nowhere(QMouseEvent*) {
  if (takes_handles()) choose({}), tell_chosen();
}

HandleMoves HandleView::moves() const {
  HandleMoves all;
  for (const Held& held : together_)
    all.push_back({held.index, held.now});
  return all;
}

void HandleView::take_to(const Vec3& lead) {
  const Vec3 by = lead - together_.front().start;
  for (Held& held : together_) {
    held.now = held.index == held_ ? lead : kept_near_box(held.start + by, held.start, grid_.extent());
    handles_.move_handle(held.index, held.now);
  }
}

void HandleView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = to_display(event->position());
  if (pressed_) {
    press_moved(at, event->modifiers());
    return follow_pointer();
  }
  if (box_from_) {
    const DisplayBox box{{box_from_->x(), box_from_->y()}, {at.x(), at.y()}};
    handles_.show_band(box);
    return update_marks();
  }
  if (held_ < 0) {
    if (event->buttons() == Qt::NoButton) {
      hover(at, event->modifiers());
      tell_rock(handles_.marked_handle() < 0 ? rock_at(at) : std::nullopt);
    }
    if (is_measuring()) follow_measuring(at);
    return VtkView::mouseMoveEvent(event);
  }
  const QPointF by = at - leg_from_;
  if (!moved_ && std::hypot(by.x(), by.y()) < slack()) return;
  const SceneHandle* const handle = handles_.handle(held_);
  if (handle == nullptr) return let_go();
  if (const bool other = event->modifiers().testFlag(Qt::ShiftModifier); other != other_) {
    other_ = other;
    leg_ = together_.front().now;
    leg_from_ = at;
  }
  const QPointF moved = at - leg_from_;
  take_to(kept(handles_.dragged(handle->motion, leg_, moved.x(), moved.y(), other_), leg_));
  moved_ = true;
  handles_.set_read_out(true);
  follow_pointer();
  emit handles_moving(moves());
}

void HandleView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return VtkView::mouseReleaseEvent(event);
  const QPointF at = to_display(event->position());
  if (pressed_) {
    pressed_ = false;
    press_released(at);
    return update();
  }
  if (box_from_) {
    const DisplayBox box{{box_from_->x(), box_from_->y()}, {at.x(), at.y()}};
    std::vector<int> within = before_box_;
    for (const int index : handles_.handles_within(box))
      if (std::find(within.begin(), within.end(), index) == within.end()) within.push_back(index);
    box_from_.reset();
    handles_.show_band({});
    choose(within);
    return tell_chosen();
  }
  if (is_measuring()) {
    pointer_down_ = false;
    VtkView::mouseReleaseEvent(event);
    const QPointF by = at - press_at_;
    const bool is_click = std::hypot(by.x(), by.y()) < slack();
    // A drag in a flat view measures from where it began.
    if (measuring_ == Measuring::distance && !is_click && scene().is_flat() && places_.empty())
      put_place(press_at_);
    else if (!is_click)
      return;
    return put_place(at);
  }
  if (held_ < 0) return VtkView::mouseReleaseEvent(event);
  const HandleMoves moves = this->moves();
  const bool there = handles_.handle(held_) != nullptr;
  const bool shaken = moved_, elsewhere = !(together_.front().now == together_.front().start);
  const int index = held_;
  let_go();
  if (!shaken && handles_.selected_handles().size() > 1) {
    choose({index});
    return tell_chosen();
  }
  if (shaken && there && elsewhere)
    emit handles_moved(moves);
  else if (shaken)
    emit drag_given_up();
}

void HandleView::mouseDoubleClickEvent(QMouseEvent* event) {
  const QPointF at = to_display(event->position());
  const auto place = event->button() == Qt::LeftButton ? place_at(at) : std::nullopt;
  if (!place) return VtkView::mouseDoubleClickEvent(event);
  if (takes_handles() && handle_at(at) < 0) emit add_wished((*place)[0], (*place)[1]);
}

int HandleView::handle_at(const QPointF& at) const {
  return takes_handles() ? handles_.handle_at(at.x(), at.y()) : -1;
}

std::optional<Vec3> HandleView::chosen_place() const {
  const SceneHandle* const handle = handles_.handle(handles_.selected_handle());
  return handle != nullptr ? std::optional(handle->local) : std::nullopt;
}

void HandleView::put_back() {
  for (const Held& held : together_)
    handles_.move_handle(held.index, held.now);
}

void HandleView::drop() {
  if (held_ >= 0) let_go();
}

void HandleView::let_go() {
  held_ = -1;
  together_.clear();
  handles_.set_read_out(false);
  scene().set_moving(false);
  update();
}

void HandleView::choose(const std::vector<int>& handles) {
  handles_.select_handles(handles);
  update();
}

void HandleView::tell_chosen() {
  update();
  emit chosen(handles_.selected_handles());
}

void HandleView::choose_all() {
  std::vector<int> all;
  for (const SceneHandle& handle : handles_.handles())
    all.push_back(handle.index);
  choose(all);
  tell_chosen();
}

void HandleView::remove_chosen() {
  if (held_ < 0) emit remove_wished(handles_.selected_handles());
}

// The menu at a handle is about it.
void HandleView::choose_at(const QPointF& at) {
  const int handle = handle_at(at);
  if (handle < 0 || handles_.is_selected(handle)) return;
  choose({handle});
  tell_chosen();
}

void HandleView::hover(const QPointF& at, Qt::KeyboardModifiers) {
  const int over = handle_at(at);
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
  hold(handle->index);
  take_to(to);
  const HandleMoves moves = this->moves();
  let_go();
  emit handles_moved(moves);
}

bool HandleView::give_up() {
  if (pressed_) {
    pressed_ = false;
    press_given_up();
  } else if (box_from_) {
    box_from_.reset();
    handles_.show_band({});
  } else if (held_ >= 0) {
    for (const Held& held : together_)
      handles_.move_handle(held.index, held.start);
    let_go();
    emit drag_given_up();
  } else if (!handles_.measured().places.empty()) {
    clear_measured();
  } else {
    return false;
  }
  return true;
}

void HandleView::keyPressEvent(QKeyEvent* event) {
  const auto keys = event->modifiers();
  if (event->matches(QKeySequence::SelectAll)) return choose_all();
  if (event->matches(QKeySequence::Copy)) return copy_measured();
  switch (event->key()) {
    case Qt::Key_Escape:
      if (!give_up()) choose({}), tell_chosen();
      return update();
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
      if (handles_.selected_handle() >= 0) remove_chosen();
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
