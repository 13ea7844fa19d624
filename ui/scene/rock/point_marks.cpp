#include "ui/scene/rock/point_marks.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

namespace foldwave {

PointMarks::PointMarks(vtkRenderer* renderer, Rgb color, double size)
    : size_(size), data_(vtkSmartPointer<vtkPolyData>::New()), actor_(vtkSmartPointer<vtkActor>::New()) {
  auto mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  mapper->SetInputData(data_);
  // Marks often lie in a slice or on the horizon: a nearer depth keeps them whole.
  mapper->SetResolveCoincidentTopologyToPolygonOffset();
  actor_->SetMapper(mapper);
  set_in_front(false);
  actor_->GetProperty()->SetColor(color.r, color.g, color.b);
  actor_->GetProperty()->SetRenderPointsAsSpheres(true);
  actor_->GetProperty()->SetAmbient(0.35);
  actor_->GetProperty()->SetDiffuse(0.75);
  actor_->GetProperty()->SetPointSize(static_cast<float>(size));
  renderer->AddActor(actor_);
}

void PointMarks::set_points(const std::vector<Vec3>& local) {
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  for (const Vec3& p : local) {
    const vtkIdType id = points->InsertNextPoint(p.x, p.y, -p.z);
    cells->InsertNextCell(1, &id);
  }
  data_->SetPoints(points);
  data_->SetVerts(cells);
  data_->Modified();
}

void PointMarks::set_scale(double device_pixels) {
  actor_->GetProperty()->SetPointSize(static_cast<float>(size_ * device_pixels));
}

void PointMarks::set_in_front(bool in_front) {
  constexpr double nearer = -8.0, nearest = -60000.0;  // the latter moves a mark through the whole depth
  actor_->GetMapper()->SetRelativeCoincidentTopologyPointOffsetParameter(in_front ? nearest : nearer);
}

void PointMarks::set_visible(bool visible) {
  actor_->SetVisibility(visible);
}

}  // namespace foldwave
