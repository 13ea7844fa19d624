// The drawn horizon in the structure view, painted where the fold cannot propagate on it: where the normal
// speed F + psi a.n (fold/normal_speed.hpp) is not positive. Speeds that vary in space are not painted: the
// checks say where those fail.
#pragma once

#include <optional>

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include "core/fold/normal_speed.hpp"
#include "core/model/scenario.hpp"
#include "ui/scene/stage/scene.hpp"

class vtkActor;
class vtkPolyDataMapper;

namespace foldwave {

// The horizon's own colour, or what warns of a normal speed: red up to the floor, then orange that fades into
// it.
Rgb speed_color(double speed, double floor, Rgb own);
constexpr double warned_floors = 60.0;  // so many floors above the floor it has its own colour for sure

// A surface's own look in this view; lines (of a section) are unlit.
vtkSmartPointer<vtkActor> surface_actor();
void set_surface(vtkActor* actor, vtkPolyData* data);

class HorizonSurface {
 public:
  explicit HorizonSurface(vtkRenderer* renderer);

  void show(vtkSmartPointer<vtkPolyData> surface);  // world, with normals to the younger side; null: none
  void set_fold(const FoldSpec& fold, bool section);
  void set_visible(bool visible);
  void set_opacity(double opacity);

  vtkActor* actor() const;
  bool empty() const { return !surface_ || surface_->GetNumberOfPoints() == 0; }
  bool cannot_fold() const { return speeds_.share_bad > 0.0; }
  const NormalSpeeds& speeds() const { return speeds_; }  // at the surface's points
  // Where the line of sight through a display pixel meets the surface first, local.
  std::optional<Vec3> under(vtkRenderer* renderer, double x, double y) const;
  std::optional<Vec3> middle(
      const SceneBox& box) const;  // the highest place near the middle of the map, local

 private:
  void scale_cuts(double by) const;
  void paint();

  vtkSmartPointer<vtkActor> actor_;
  vtkSmartPointer<vtkPolyData> surface_;
  FoldSpec fold_;
  bool section_ = false, visible_ = true;
  NormalSpeeds speeds_;
};

}  // namespace foldwave
