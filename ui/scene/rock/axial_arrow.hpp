// The axial direction in the structure view: an arrow from the middle of the horizon upward, with its line
// going on below, to be turned by its tip. While it is held or pointed at, an arc shows the plunge, a circle
// the level it is counted from, and a label both angles.
#pragma once

#include <optional>

#include <vtkSmartPointer.h>

#include "core/model/scenario.hpp"
#include "ui/scene/rock/point_marks.hpp"
#include "ui/scene/stage/scene.hpp"

class vtkActor;
class vtkMatrix4x4;

namespace foldwave {

class AxialArrow {
 public:
  explicit AxialArrow(vtkRenderer* renderer);

  void place(const SceneBox& box, const std::optional<Vec3>& foot);  // local; none: not shown
  void set_line(const AxialLine& line);
  void set_visible(bool visible);
  void set_active(bool active);  // held or pointed at

  const AxialLine& line() const { return line_; }
  bool active() const { return active_; }
  bool shown() const { return placed_ && visible_; }
  const Vec3& foot() const { return foot_; }  // local, as `tip`
  Vec3 tip() const;
  double length() const { return length_; }
  bool is_at(double x, double y, double reach) const;  // display pixels
  void draw(Overlay& overlay, const FrameSize& frame);

 private:
  void turn();

  vtkRenderer* renderer_;
  vtkSmartPointer<vtkMatrix4x4> pose_;
  vtkSmartPointer<vtkPolyData> guide_data_;
  vtkSmartPointer<vtkActor> arrow_, guide_;
  PointMarks knob_, active_knob_;
  SceneBox box_;
  AxialLine line_;
  Vec3 foot_{};
  double length_ = 0.0;
  bool placed_ = false, visible_ = true, active_ = false;
};

}  // namespace foldwave
