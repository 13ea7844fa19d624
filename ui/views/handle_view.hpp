// A map or a section on the screen: the wheel zooms at the pointer, the right or middle button moves the
// view, and the left button drags a handle and nothing else, so no point moves by accident. With Shift the
// handle goes its second way. Arrow keys nudge the chosen handle, Delete removes it, Escape gives a drag up.
#pragma once

#include <functional>

#include "ui/scene/handle_scene.hpp"
#include "ui/views/vtk_view.hpp"

namespace foldwave {

class HandleView : public VtkView {
  Q_OBJECT

 public:
  HandleView(HandleScene& scene, QWidget* parent);

  void set_box(const Vec3& extent) { extent_ = extent; }  // handles stay inside
  // Local; the step is what an arrow key moves by. Empty: none.
  void set_snap(std::function<Vec3(const Vec3&)> snap, double step) {
    snap_ = std::move(snap);
    step_ = step;
  }
  bool is_dragging() const { return held_ >= 0; }

 signals:
  void handle_moving(int index, const foldwave::Vec3& local);
  void handle_moved(int index, const foldwave::Vec3& local);  // on release
  void drag_given_up();                                       // Escape, or released where it was
  void remove_wished(int index);

 protected:
  // What the left button does where no handle is; false: nothing.
  virtual bool press(const QPointF&) { return false; }
  virtual void press_moved(const QPointF&) {}
  virtual void press_released(const QPointF&) {}
  virtual void press_given_up() {}
  virtual bool takes_handles() const { return true; }  // with the present tool

  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void drag(double dx, double dy, bool turning) override;
  void zoom_view(double x, double y, double factor) override;
  HandleScene& plot() { return plot_; }
  Vec3 kept(Vec3 local, const Vec3& start) const;  // snapped, kept near the box

 private:
  void hover(const QPointF& at);
  void let_go();
  void nudge(QKeyEvent* event);

  HandleScene& plot_;
  Vec3 extent_{1, 1, 1};
  std::function<Vec3(const Vec3&)> snap_;
  double step_ = 0.0;
  int held_ = -1;
  bool pressed_ = false;  // the left button, where no handle was
  bool moved_ = false, other_ = false;
  Vec3 start_{}, leg_{};
  QPointF leg_from_;
};

}  // namespace foldwave
