// Traces as wiggles and filled areas: one piece of poly-data each, in pixels.
#pragma once

#include <span>

#include <vtkSmartPointer.h>

class vtkActor;
class vtkCellArray;
class vtkPoints;
class vtkPolyData;
class vtkRenderer;

namespace foldwave {

struct Rgb;

class TraceShapes {
 public:
  explicit TraceShapes(vtkRenderer* renderer);

  void clear();
  // One trace down from `top`, a value a row of `height`: at x + deflection * value, kept within `left` to
  // `right`. `area`: what lies on the positive side is filled; `line`: the wiggle is drawn.
  struct Place {
    double x = 0, top = 0, height = 1, deflection = 1;
    double left = 0, right = 0;
    double line_width = 1;
  };
  void add(std::span<const float> values, const Place& place, bool line, bool area);
  void finish(const Rgb& line, const Rgb& area);

 private:
  void add_line(std::span<const float> values, const Place& place);

  vtkSmartPointer<vtkPoints> line_points_, area_points_;
  vtkSmartPointer<vtkCellArray> lines_, areas_;
  vtkSmartPointer<vtkPolyData> line_data_, area_data_;
  vtkSmartPointer<vtkActor> line_actor_, area_actor_;
};

}  // namespace foldwave
