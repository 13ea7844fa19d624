// A view with handles on the screen, flat or in space. The left button drags a handle only where it was
// pressed on one, so no point moves by accident; with Shift the handle goes its second way. Where none is, it
// draws a box about those that are to be chosen, in space with Ctrl; a click with Ctrl chooses one more. What
// is chosen moves together. Arrow and page keys nudge it, Delete removes it, Ctrl+A chooses all, Escape gives
// a drag up. A double click adds a point; so does a click while adding. In a flat view the wheel zooms at the
// pointer and the right or middle button moves the view.
//
// A measuring tool takes the left button instead: clicks, in a flat view a drag too, put places that
// distance and angle are measured between, or tell the thickness of a layer; Ctrl+C copies, Escape clears.
// Where other rock is shown, a thickness is measured anew, and what lies between places is marked as of
// before.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/horizon/edit_points.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/scene/rock/handles.hpp"

namespace foldwave {

enum class Measuring { nothing, distance, angle, thickness };

class HandleView : public VtkView {
  Q_OBJECT

 public:
  HandleView(Scene& scene, Handles& handles, QWidget* parent);

  void set_grid(const Grid3& grid) { grid_ = grid; }  // handles stay in its box
  void set_snap(const Snap& snap) { snap_ = snap; }
  void set_measuring(Measuring what);
  bool is_measuring() const { return measuring_ != Measuring::nothing; }
  void clear_measured();
  void copy_measured();                                     // its words
  void show_rock(const std::shared_ptr<const void>& rock);  // the fold that is shown now
  void choose(const std::vector<int>& handles);             // says nothing
  void choose_all();
  void remove_chosen();
  virtual bool is_dragging() const { return held_ >= 0; }
  std::optional<Vec3> chosen_place() const;  // of the chosen handle, local
  virtual void put_back();  // what is held to where it was dragged, after the scenario was shown anew
  virtual void drop();      // what is held, without a word: another scenario has no such thing

 signals:
  void handles_moving(const foldwave::HandleMoves& moves);  // that which is held first
  void handles_moved(const foldwave::HandleMoves& moves);   // on release
  void drag_given_up();                                     // Escape, or released where it was
  void remove_wished(const std::vector<int>& handles);
  void chosen(const std::vector<int>& handles);
  void measured(const QString& words);
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
  virtual int handle_at(const QPointF& at) const;      // which the left button would take; -1: none
  virtual bool begins_box(Qt::KeyboardModifiers) const { return true; }  // about handles, where none is
  // What a measuring click is about, and its words; no places: nothing.
  virtual std::optional<Vec3> measured_place(const QPointF& at) const { return rock_at(at); }
  virtual Measured thickness_of(const Vec3&) const { return {}; }  // of the layer at a local place
  virtual bool measures_level() const { return false; }            // a map: no place has a depth
  virtual void follow_pointer() { update(); }                      // draws what was dragged
  virtual void hover(const QPointF& at, Qt::KeyboardModifiers keys);
  virtual std::optional<std::array<double, 2>> place_at(const QPointF&) const { return {}; }  // for a point
  virtual std::optional<Vec3> rock_at(const QPointF&) const { return {}; }  // under the pointer

  void choose_at(const QPointF& at) override;
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
  // A handle that is held, or moves with it: where it was, and where it is.
  struct Held {
    int index = -1;
    Vec3 start{}, now{};
  };
  void let_go();
  void hold(int handle);
  HandleMoves moves() const;
  void take_to(const Vec3& lead);
  void tell_chosen();
  void tell_rock(const std::optional<Vec3>& local);
  void nudge(const Push& push, Qt::KeyboardModifiers keys);
  bool give_up();
  void press_measuring(const QPointF& at);
  void put_place(const QPointF& at);
  void follow_measuring(const QPointF& at);
  void show_measured(Measured measured);
  void show_places();
  bool is_of_other_rock() const;

  Handles& handles_;
  Grid3 grid_;
  Snap snap_;
  int held_ = -1;
  std::vector<Held> together_;  // the held one first
  bool pressed_ = false;
  bool moved_ = false, other_ = false;
  bool on_rock_ = false;  // it was told of
  Vec3 leg_{};            // where the present direction began
  QPointF leg_from_;
  std::optional<QPointF> box_from_;  // a box about handles is drawn
  std::vector<int> before_box_;      // chosen then, where the box adds to it
  Measuring measuring_ = Measuring::nothing;
  std::vector<Vec3> places_;  // put so far
  std::weak_ptr<const void> rock_, measured_in_;
  QPointF press_at_;
  bool pointer_down_ = false;  // the left button, while it measures
};

}  // namespace foldwave
