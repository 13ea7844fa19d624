// Hinge lines, axial surfaces and the fold axis in the structure view. Hinge lines join the hinges of a fold
// on one boundary from profile to profile, axial surfaces those of successive boundaries; antiforms and
// synforms have their own colours.
#pragma once

#include <vtkSmartPointer.h>
#include <optional>

#include "core/geology/fold_marks.hpp"
#include "ui/scene/stage/scene.hpp"

class vtkActor;
class vtkConeSource;
class vtkPolyData;

namespace foldwave {

// World coordinates. `lines` has a cell colour each; one surface of triangles for each sense.
struct HingeGeometry {
  vtkSmartPointer<vtkPolyData> lines;
  vtkSmartPointer<vtkPolyData> antiforms, synforms;
};
HingeGeometry hinge_geometry(const std::vector<Hinge>& hinges);

class HingeSurfaces {
 public:
  explicit HingeSurfaces(vtkRenderer* renderer);

  void show(const std::vector<Hinge>& hinges);
  // Through the middle of the box, its arrow at the lower end; none: not shown.
  void show_axis(const std::optional<Vec3>& axis, const SceneBox& box);
  void set_stale(bool stale);
  void draw(Overlay& overlay, const FrameSize& frame);  // the axis' name

  bool any_antiform() const { return antiform_; }
  bool any_synform() const { return synform_; }
  bool shows_axis() const { return axis_.has_value(); }

 private:
  vtkRenderer* renderer_;
  vtkSmartPointer<vtkActor> lines_, antiforms_, synforms_, shaft_, head_;
  vtkSmartPointer<vtkPolyData> shaft_data_;
  vtkSmartPointer<vtkConeSource> cone_;
  bool antiform_ = false, synform_ = false;
  std::optional<Vec3> axis_;
  Vec3 tip_{};  // world
};

}  // namespace foldwave
