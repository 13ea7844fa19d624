// The part of a drawn surface or of drawn lines that a cut through the rock has left.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

namespace foldwave {

// Where values at the data's points, linear between them, are above 0, or where they are not. What is not a
// number is left out.
struct SurfaceClip {
  std::function<double(const std::array<double, 3>&)> value;
  bool above = false;
};
vtkSmartPointer<vtkPolyData> clipped(vtkSmartPointer<vtkPolyData> data,
                                     const std::vector<SurfaceClip>& clips);

// Of nu x nv values, u fastest, at a place in samples; beyond the ends the nearest.
double bilinear(const std::vector<float>& values, int nu, int nv, double u, double v);

}  // namespace foldwave
