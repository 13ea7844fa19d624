// What is cut away in the structure view: planes at the slices that the drawing leaves out what lies beyond,
// while no surface is made anew.
#pragma once

#include <array>

#include <vtkSmartPointer.h>

#include "ui/scene/structure/slice_places.hpp"

class vtkActor;
class vtkPlane;

namespace foldwave {

class CutPlanes {
 public:
  CutPlanes();
  ~CutPlanes();

  void place(const SlicePlaces& slices);
  // By all planes, but those across one axis: a slice is the face of its own cut. Negative: by all.
  void clip(vtkActor* actor, int but = -1) const;

 private:
  std::array<std::array<vtkSmartPointer<vtkPlane>, 2>, 3> planes_;  // null: there is none
};

}  // namespace foldwave
