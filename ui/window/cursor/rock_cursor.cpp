#include "ui/window/cursor/rock_cursor.hpp"

namespace foldwave {
namespace {

constexpr int between_moves = 50;  // ms

}  // namespace

RockCursor::RockCursor(QObject* parent) : QObject(parent) {
  pause_.setSingleShot(true);
  pause_.setInterval(between_moves);
  connect(&pause_, &QTimer::timeout, this, [this] {
    if (due_) tell();
  });
}

void RockCursor::tell() {
  due_ = pause_.isActive();
  if (due_) return;
  pause_.start();
  emit changed();
}

void RockCursor::point(const Vec3& local, const QObject* view) {
  if (!on_ || pinned_) return;
  place_ = last_ = local;
  view_ = read_in_ = view;
  tell();
}

void RockCursor::leave() {
  if (pinned_ || !place_) return;
  place_.reset();
  view_ = nullptr;
  tell();
}

void RockCursor::set_pinned(bool pinned) {
  pinned_ = pinned;
  // The pointer has left the view for the menu when it is pinned there.
  place_ = pinned ? last_ : std::nullopt;
  view_ = nullptr;
  tell();
}

void RockCursor::set_on(bool on) {
  on_ = on;
  if (!on) place_.reset();
  if (on && pinned_) place_ = last_;
  tell();
}

void RockCursor::drop() {
  last_.reset();
  if (!place_) return;
  place_.reset();
  tell();
}

void RockCursor::refresh() {
  if (place_) tell();
}

}  // namespace foldwave
