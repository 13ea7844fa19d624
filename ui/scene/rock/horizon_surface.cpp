#include "ui/scene/rock/horizon_surface.hpp"

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkCellPicker.h>
#include <vtkFloatArray.h>
#include <vtkLookupTable.h>
#include <vtkMatrix4x4.h>
#include <vtkPlane.h>
#include <vtkPlaneCollection.h>
#include <vtkPointData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

namespace foldwave {
namespace {

vtkSmartPointer<vtkLookupTable> speed_colors() {
  constexpr int half = 64;
  auto table = vtkSmartPointer<vtkLookupTable>::New();
  table->SetNumberOfTableValues(2 * half);
  for (int i = 0; i < 2 * half; ++i) {
    const Rgb c = speed_color(1.0 + warned_floors * (i - half + 0.5) / half, 1.0, theme::horizon);
    table->SetTableValue(i, c.r, c.g, c.b);
  }
  return table;
}

}  // namespace

Rgb speed_color(double speed, double floor, Rgb own) {
  if (speed <= floor) return theme::refused;
  return mix(theme::stale, own, std::min(1.0, 1.3 * (speed - floor) / (warned_floors * floor)));
}

vtkSmartPointer<vtkActor> surface_actor() {
  auto mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  mapper->ScalarVisibilityOff();
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  vtkProperty* const p = actor->GetProperty();
  p->SetAmbient(0.38);
  p->SetDiffuse(0.68);
  p->SetSpecular(0.10);
  p->SetSpecularPower(30);
  p->SetLineWidth(2.0F);
  return actor;
}

void set_surface(vtkActor* actor, vtkPolyData* data) {
  vtkPolyDataMapper::SafeDownCast(actor->GetMapper())->SetInputData(data);
  // Section lines keep their own colour.
  actor->GetProperty()->SetLighting(data != nullptr && data->GetNumberOfPolys() > 0);
}

HorizonSurface::HorizonSurface(vtkRenderer* renderer) : actor_(surface_actor()) {
  actor_->GetProperty()->SetColor(theme::horizon.r, theme::horizon.g, theme::horizon.b);
  actor_->VisibilityOff();
  vtkMapper* const mapper = actor_->GetMapper();
  mapper->SetLookupTable(speed_colors());
  mapper->InterpolateScalarsBeforeMappingOn();
  mapper->UseLookupTableScalarRangeOff();
  renderer->AddActor(actor_);
}

void HorizonSurface::show(vtkSmartPointer<vtkPolyData> surface) {
  surface_ = std::move(surface);
  paint();
}

void HorizonSurface::set_fold(const FoldSpec& fold, bool section) {
  if (fold == fold_ && section == section_) return;
  fold_ = fold;
  section_ = section;
  paint();
}

void HorizonSurface::set_visible(bool visible) {
  visible_ = visible;
  actor_->SetVisibility(visible_ && surface_ != nullptr);
}

void HorizonSurface::set_opacity(double opacity) {
  actor_->GetProperty()->SetOpacity(opacity);
}

void HorizonSurface::paint() {
  speeds_ = {};
  set_visible(visible_);
  if (surface_ == nullptr) return set_surface(actor_, nullptr);
  if (vtkDataArray* const from = surface_->GetPointData()->GetNormals(); from != nullptr && !fold_.varies) {
    std::vector<Vec3> normals(static_cast<std::size_t>(from->GetNumberOfTuples()));
    for (std::size_t i = 0; i < normals.size(); ++i) {
      double n[3];
      from->GetTuple(static_cast<vtkIdType>(i), n);
      normals[i] = to_local({n[0], n[1], n[2]});
    }
    Vec3 b = fold_.advection();
    if (section_) b.y = 0.0;
    speeds_ = normal_speeds(normals, fold_.parameters.F, b);
  }
  vtkMapper* const mapper = actor_->GetMapper();
  mapper->SetScalarVisibility(cannot_fold());
  if (!cannot_fold()) return set_surface(actor_, surface_);
  // The surface may be shared: the paint goes on a copy.
  auto painted = vtkSmartPointer<vtkPolyData>::New();
  painted->ShallowCopy(surface_);
  auto values = vtkSmartPointer<vtkFloatArray>::New();
  for (const float V : speeds_.speed)
    values->InsertNextValue(V);
  painted->GetPointData()->SetScalars(values);
  const double warned = warned_floors * speeds_.floor;
  mapper->SetScalarRange(speeds_.floor - warned, speeds_.floor + warned);
  set_surface(actor_, painted);
}

vtkActor* HorizonSurface::actor() const {
  return actor_;
}

// What cuts the surface lies where it is drawn, and so is exaggerated with it.
void HorizonSurface::scale_cuts(double by) const {
  vtkPlaneCollection* const cuts = actor_->GetMapper()->GetClippingPlanes();
  for (int i = 0; cuts != nullptr && i < cuts->GetNumberOfItems(); ++i) {
    double origin[3];
    cuts->GetItem(i)->GetOrigin(origin);
    cuts->GetItem(i)->SetOrigin(origin[0], origin[1], origin[2] * by);
  }
}

std::optional<Vec3> HorizonSurface::under(vtkRenderer* renderer, double x, double y) const {
  auto picker = vtkSmartPointer<vtkCellPicker>::New();
  picker->SetTolerance(0.005);  // of the window's diagonal, for a section's line
  picker->PickFromListOn();
  picker->AddPickList(actor_);
  // The picker knows no model transform of the camera: the surface is exaggerated in its place meanwhile.
  vtkCamera* const camera = renderer->GetActiveCamera();
  const double scale = vertical_scale(renderer);
  const vtkSmartPointer<vtkMatrix4x4> exaggerated = camera->GetModelTransformMatrix();
  if (scale != 1.0) {
    camera->SetModelTransformMatrix(vtkSmartPointer<vtkMatrix4x4>::New());
    actor_->SetScale(1.0, 1.0, scale);
    scale_cuts(scale);
  }
  const bool met = picker->Pick(x, y, 0.0, renderer) != 0;
  if (scale != 1.0) {
    camera->SetModelTransformMatrix(exaggerated);
    actor_->SetScale(1.0, 1.0, 1.0);
    scale_cuts(1.0 / scale);
  }
  if (!met) return std::nullopt;
  double p[3];
  picker->GetPickPosition(p);
  return to_local({p[0], p[1], p[2] / scale});
}

std::optional<Vec3> HorizonSurface::middle(const SceneBox& box) const {
  if (surface_ == nullptr || surface_->GetNumberOfPoints() == 0) return std::nullopt;
  const double near = 0.02 * box.size();
  double best = 1e300;
  Vec3 at{};
  for (vtkIdType i = 0; i < surface_->GetNumberOfPoints(); ++i) {
    double p[3];
    surface_->GetPoint(i, p);
    const double away = std::hypot(p[0] - box.extent.x / 2, box.section ? 0.0 : p[1] - box.extent.y / 2);
    // Within reach of the middle the higher place counts, as for a fold that is turned over.
    const double cost = std::max(away, near) - 1e-3 * p[2];
    if (cost < best) best = cost, at = {p[0], p[1], -p[2]};
  }
  return at;
}

}  // namespace foldwave
