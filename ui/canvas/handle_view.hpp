// A view with a horizon's handles on the screen, flat or in space. The left button drags a handle only where
// it was pressed on one, so no point moves by accident; with Shift the handle goes its second way. Arrow and
// page keys nudge the chosen handle, Delete removes it, Escape gives a drag up. A double click adds a point;
// so does a click while adding. In a flat view the wheel zooms at the pointer and the right or middle button
// moves the view.
#pragma once

#include <array>
#include <optional>

#include "core/horizon/edit_points.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/scene/rock/handles.hpp"

namespace foldwave {

class HandleView : public VtkView {
  Q_OBJECT

 public:
  HandleView(Scene& scene, Handles& handles, QWidget* parent);

  void set_grid(const Grid3& grid) { grid_ = grid; }  // handles stay in its box
  void set_snap(const Snap& snap) { snap_ = snap; }
  virtual bool is_dragging() const { return held_ >= 0; }
  std::optional<Vec3> chosen_place() const;  // of the chosen handle, local
  virtual void put_back();  // what is held to where it was dragged, after the scenario was shown anew
  virtual void drop();      // what is held, without a word: another scenario has no such thing

 signals:
  void handle_moving(int index, const foldwave::Vec3& local);
  void handle_moved(int index, const foldwave::Vec3& local);  // on release
  void drag_given_up();                                       // Escape, or released where it was
  void remove_wished(int index);
  void add_wished(double x, double y);             // local
  void rock_pointed(const foldwave::Vec3& local);  // depth not a number: the horizon's
  void rock_left();

 protected:
  // What the left button does where no handle is; false: nothing.
  virtual bool press(const QPointF&, Qt::KeyboardModifiers) { return false; }
  virtual void press_moved(const QPointF&, Qt::KeyboardModifiers) {}
  virtual void press_released(const QPointF&) {}
  virtual void press_given_up() {}
  virtual void press_nowhere(QMouseEvent* event);      // neither on a handle nor taken by `press`
  virtual bool takes_handles() const { return true; }  // with the present tool
  virtual void follow_pointer() { update(); }          // draws what was dragged
  virtual void hover(const QPointF& at, Qt::KeyboardModifiers keys);
  virtual std::optional<std::array<double, 2>> place_at(const QPointF&) const { return {}; }  // for a point
  virtual std::optional<Vec3> rock_at(const QPointF&) const { return {}; }  // under the pointer

  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;

  bool pressed() const { return pressed_; }  // `press` has taken the button
  void end_press() { pressed_ = false; }
  double slack() const;  // display pixels that a click may shake before it is a drag
  // Snapped along the axes that it moved along, and kept near the box.
  Vec3 kept(Vec3 local, const Vec3& start) const;

 private:
  void let_go();
  void tell_rock(const std::optional<Vec3>& local);
  void nudge(const Push& push, Qt::KeyboardModifiers keys);

  Handles& handles_;
  Grid3 grid_;
  Snap snap_;
  int held_ = -1;
  bool pressed_ = false;
  bool moved_ = false, other_ = false;
  bool on_rock_ = false;          // it was told of
  Vec3 start_{}, leg_{}, now_{};  // where it was, where the present direction began, where it is
  QPointF leg_from_;
};

}  // namespace foldwave
