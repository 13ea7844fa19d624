// The linked cursor: the place in the rock that the pointer reads in one view and all others mark. A pointer
// moves faster than views can be drawn: a new place is told at most 20 times a second, and the last one
// always.
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>

#include "core/base/vec3.hpp"

namespace foldwave {

class RockCursor : public QObject {
  Q_OBJECT

 public:
  explicit RockCursor(QObject* parent = nullptr);

  void point(const Vec3& local, const QObject* view);  // depth not a number: the horizon's
  void leave();
  void set_pinned(bool pinned);  // the place stays, or the last one that was read comes back
  void set_on(bool on);
  void drop();     // another box: no place of the old one is of use
  void refresh();  // what is there has changed

  const std::optional<Vec3>& place() const { return place_; }
  const QObject* view() const { return view_; }        // where the pointer is: it needs no mark there
  const QObject* read_in() const { return read_in_; }  // the view where the place was pointed at
  bool pinned() const { return pinned_; }
  bool on() const { return on_; }

 signals:
  void changed();

 private:
  void tell();

  std::optional<Vec3> place_, last_;
  const QObject *view_ = nullptr, *read_in_ = nullptr;
  bool pinned_ = false, on_ = true;
  bool due_ = false;
  QTimer pause_;
};

}  // namespace foldwave
