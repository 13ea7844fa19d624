// The outline of the model's box and its three axes in map metres: x east, y north, depth downwards. Ticks
// and labels stand on the edges that the camera sees from outside, so they never lie over the model.
#pragma once

#include <vtkSmartPointer.h>

#include "ui/scene/scene.hpp"

class vtkActor;
class vtkPolyData;

namespace foldwave {

class BoxAxes {
 public:
  explicit BoxAxes(vtkRenderer* renderer);

  void set_box(const SceneBox& box);
  void draw(Overlay& overlay, const FrameSize& frame) const;

 private:
  void draw_axis(Overlay& overlay, const FrameSize& frame, int axis) const;

  vtkRenderer* renderer_;
  SceneBox box_;
  vtkSmartPointer<vtkPolyData> outline_;
  vtkSmartPointer<vtkActor> actor_;
};

}  // namespace foldwave
