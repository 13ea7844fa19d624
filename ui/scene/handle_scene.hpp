// A plot with a horizon's handles in it: which is under the pointer, which is chosen, and where a drag takes
// it.
#pragma once

#include <string>
#include <vector>

#include "core/horizon/horizon_handles.hpp"
#include "ui/scene/plot_scene.hpp"

namespace foldwave {

struct PlotHandle {
  int index = 0;  // among the horizon's handles
  std::string name;
  Vec3 local{};
  HandleMotion motion = HandleMotion::free;
  double faded = 0.0;  // 0: in full colour, 1: gone
};

class HandleScene : public PlotScene {
 public:
  HandleScene();

  const std::vector<PlotHandle>& handles() const { return handles_; }
  const PlotHandle* handle(int index) const;  // null: not in this plot
  int handle_at(double x, double y) const;    // display pixels; -1: none within reach
  bool mark_handle(int index);                // under the pointer; whether it is another one
  void select_handle(int index);
  int selected_handle() const { return selected_; }
  void move_handle(int index, const Vec3& local);
  void set_read_out(bool on) { read_out_ = on; }  // tells the marked handle's place beside it

  virtual PlotPoint plot_point(const Vec3& local) const = 0;
  // Where a handle goes that was at `start` when the pointer began to move by (dx, dy) display pixels;
  // `other`: the second direction, with Shift held. Not yet cut to the box.
  virtual Vec3 dragged(HandleMotion motion, const Vec3& start, double dx, double dy, bool other) const = 0;

 protected:
  void set_handles(std::vector<PlotHandle> handles);
  void set_origin(const Vec3& origin) { origin_ = origin; }
  void set_handle_stretch(double v_per_u);
  void draw_handles(Overlay& overlay);  // after the axes

 private:
  void show_marks();

  std::vector<PlotHandle> handles_;
  Vec3 origin_{};
  int marked_ = -1, selected_ = -1;
  bool read_out_ = false;
  PlotPoints rims_, marks_, active_;
};

}  // namespace foldwave
