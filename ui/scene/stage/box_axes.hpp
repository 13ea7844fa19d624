// The outline of the model's box and its three axes in map metres: x east, y north, depth downwards. Ticks
// and labels stand on the edges that the camera sees from outside, so they never lie over the model.
#pragma once

#include <vtkSmartPointer.h>

#include <array>
#include <vector>

#include "ui/scene/stage/scene.hpp"

class vtkActor;
class vtkPolyData;

namespace foldwave {

class BoxAxes {
 public:
  explicit BoxAxes(vtkRenderer* renderer);

  void set_box(const SceneBox& box);
  void draw(Overlay& overlay, const FrameSize& frame) const;
  // There the axes have no titles, so that the box fills the frame: the orientation's arrows name them.
  bool is_small(const FrameSize& frame) const {
    return !box_.section && frame.height < 340 * frame.scale && frame.width > 320 * frame.scale;
  }

 private:
  using Places = std::vector<std::array<double, 2>>;
  void draw_axis(Overlay& overlay, const FrameSize& frame, int axis, Places& taken) const;

  vtkRenderer* renderer_;
  SceneBox box_;
  vtkSmartPointer<vtkPolyData> outline_;
  vtkSmartPointer<vtkActor> actor_;
};

}  // namespace foldwave
