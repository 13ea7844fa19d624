#include "ui/scene/clip_surface.hpp"

#include <vtkClipPolyData.h>
#include <vtkDoubleArray.h>
#include <vtkPointData.h>

#include <algorithm>
#include <cmath>

namespace foldwave {

vtkSmartPointer<vtkPolyData> clipped(vtkSmartPointer<vtkPolyData> data,
                                     const std::vector<SurfaceClip>& clips) {
  constexpr double far = 1e30;  // of nodes that were never reached
  for (const SurfaceClip& clip : clips) {
    auto sides = vtkSmartPointer<vtkDoubleArray>::New();
    sides->SetNumberOfTuples(data->GetNumberOfPoints());
    for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i) {
      std::array<double, 3> p{};
      data->GetPoint(i, p.data());
      const double value = (clip.above ? 1.0 : -1.0) * clip.value(p);
      sides->SetValue(i, std::isnan(value) ? -far : std::clamp(value, -far, far));
    }
    auto input = vtkSmartPointer<vtkPolyData>::New();
    input->ShallowCopy(data);
    input->GetPointData()->SetScalars(sides);
    auto cut = vtkSmartPointer<vtkClipPolyData>::New();
    cut->SetInputData(input);
    cut->SetValue(0.0);
    cut->Update();
    data = cut->GetOutput();
    data->GetPointData()->SetScalars(nullptr);
  }
  return data;
}

double bilinear(const std::vector<float>& values, int nu, int nv, double u, double v) {
  const auto split = [](double at, int n) {
    const double inside = std::clamp(at, 0.0, n - 1.0);
    const int node = std::min(static_cast<int>(inside), std::max(n - 2, 0));
    return std::pair{node, inside - node};
  };
  const auto [i, s] = split(u, nu);
  const auto [j, t] = split(v, nv);
  const auto at = [&](int column, int row) {
    return static_cast<double>(
        values[static_cast<std::size_t>(std::min(column, nu - 1)) +
               static_cast<std::size_t>(nu) * static_cast<std::size_t>(std::min(row, nv - 1))]);
  };
  // A node of no weight may be infinite.
  const auto mix = [](double a, double b, double part) { return part > 0.0 ? std::lerp(a, b, part) : a; };
  return mix(mix(at(i, j), at(i + 1, j), s), mix(at(i, j + 1), at(i + 1, j + 1), s), t);
}

}  // namespace foldwave
