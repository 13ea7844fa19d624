// A seismic image as a see-through curtain in a 3D view: on its own line, or on that of the section where it
// fills the box. It stands in the rock, so that of a solid block it is seen where that is cut away.
#pragma once

#include <vtkSmartPointer.h>

#include "ui/scene/rock/shown_image.hpp"

class vtkActor;
class vtkImageData;
class vtkPolyData;
class vtkRenderer;

namespace foldwave {

class ImageCurtain {
 public:
  explicit ImageCurtain(vtkRenderer* renderer);

  void show(const ShownImage& image, const MapLine& local);  // no values: none
  void set_visible(bool visible);
  bool is_seen() const;

 private:
  vtkSmartPointer<vtkImageData> picture_;
  vtkSmartPointer<vtkPolyData> quad_;
  vtkSmartPointer<vtkActor> actor_;
  bool any_ = false, visible_ = true;
};

}  // namespace foldwave
