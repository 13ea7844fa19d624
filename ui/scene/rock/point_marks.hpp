// Points drawn as small shaded balls of a constant size on the screen: control points, sources, receivers.
#pragma once

#include <vector>

#include <vtkSmartPointer.h>

#include "core/base/vec3.hpp"
#include "ui/scene/stage/color.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace foldwave {

class PointMarks {
 public:
  PointMarks(vtkRenderer* renderer, Rgb color, double size);

  void set_points(const std::vector<Vec3>& local);
  void set_scale(double device_pixels);  // device pixels in one design pixel
  void set_visible(bool visible);
  void set_in_front(bool in_front);  // of all else, rock included

 private:
  double size_;
  vtkSmartPointer<vtkPolyData> data_;
  vtkSmartPointer<vtkActor> actor_;
};

}  // namespace foldwave
