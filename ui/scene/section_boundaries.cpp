// Layer boundaries of a folded volume as lines in the section.
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkPointData.h>

#include <algorithm>
#include <cmath>

#include "ui/scene/section_scene.hpp"

namespace foldwave {

std::vector<PlotLine> SectionScene::boundary_lines(const LayerBoundary& boundary, const Sample& sample) {
  const SectionCut& cut = sample(*boundary.field);
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetDimensions(cut.columns, cut.rows, 1);
  image->SetSpacing(cut.ds, cut.dz, 1.0);
  auto values = vtkSmartPointer<vtkFloatArray>::New();
  values->SetNumberOfTuples(static_cast<vtkIdType>(cut.arrival.size()));
  std::transform(cut.arrival.begin(), cut.arrival.end(), values->GetPointer(0),
                 [](float t) { return std::isfinite(t) ? t : 1e30F; });
  image->GetPointData()->SetScalars(values);
  std::vector<SurfaceClip> clips;
  for (const FieldClip& clip : boundary.clips)
    clips.push_back({[&height = sample(*clip.field)](const std::array<double, 3>& p) {
                       return bilinear(height.arrival, height.columns, height.rows, p[0] / height.ds,
                                       p[1] / height.dz);
                     },
                     clip.above});
  std::vector<PlotLine> lines;
  for (ContourLine& line : contour_lines(image, {boundary.level}, clips)) {
    for (PlotPoint& p : line.points)
      p[1] = -p[1];
    lines.push_back(std::move(line.points));
  }
  return lines;
}

}  // namespace foldwave
