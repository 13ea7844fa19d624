// What is cut away in the structure view: planes at the slices that the drawing leaves out what lies beyond,
// while no surface is made anew.
#include <vtkActor.h>
#include <vtkMapper.h>
#include <vtkPlane.h>

#include <algorithm>

#include "ui/scene/structure_scene.hpp"

namespace foldwave {

void StructureScene::place_cuts() {
  for (std::size_t a = 0; a < 3; ++a) {
    if (cuts_[a] == nullptr) cuts_[a] = vtkSmartPointer<vtkPlane>::New();
    const bool flat = box_.section && a == 1;
    const CutAway cut = flat ? CutAway::nothing : options_.cut[a];
    // A cut of nothing lies before the box. Kept is where the normal points to.
    const double size = box_.extent[static_cast<int>(a)];
    const double at = cut == CutAway::nothing ? -size : slices_[a].node() * grid_.h[a];
    const double sense = cut == CutAway::greater ? -1.0 : 1.0;
    Vec3 local{}, normal{};
    local[static_cast<int>(a)] = at;
    normal[static_cast<int>(a)] = sense;
    const Vec3 origin = to_world(local), kept = to_world(normal);
    cuts_[a]->SetOrigin(origin.x, origin.y, origin.z);
    cuts_[a]->SetNormal(kept.x, kept.y, kept.z);
  }
  const auto clip = [this](vtkActor* actor, int but) {
    vtkMapper* const mapper = actor->GetMapper();
    mapper->RemoveAllClippingPlanes();
    for (int a = 0; a < 3; ++a)
      if (a != but && options_.cut[static_cast<std::size_t>(a)] != CutAway::nothing)
        mapper->AddClippingPlane(cuts_[static_cast<std::size_t>(a)]);
  };
  for (const auto& actor : boundary_actors_)
    clip(actor, -1);
  clip(horizon_.actor(), -1);
  // A slice is the face of its own cut.
  for (const Slice& slice : slices_)
    for (vtkActor* const actor : slice.actors())
      clip(actor, slice.axis());
}

// The part of a line of sight that passes through what is left; nothing where none does.
std::optional<std::array<Vec3, 2>> StructureScene::uncut(const Vec3& near, const Vec3& far) const {
  double from = 0.0, to = 1.0;
  for (int a = 0; a < 3; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    if (options_.cut[axis] == CutAway::nothing || (box_.section && a == 1)) continue;
    const double at = slices_[axis].node() * grid_.h[axis], along = far[a] - near[a];
    const bool rising = options_.cut[axis] == CutAway::smaller;  // kept where the coordinate is greater
    if (along == 0.0) {
      if (rising ? near[a] < at : near[a] > at) return std::nullopt;
      continue;
    }
    const double crossing = (at - near[a]) / along;
    if ((along > 0.0) == rising)
      from = std::max(from, crossing);
    else
      to = std::min(to, crossing);
  }
  if (from >= to) return std::nullopt;
  // A little more at both ends: a slice lies in the plane of its cut.
  constexpr double slack = 1e-7;
  return std::array{near + (from - slack) * (far - near), near + (to + slack) * (far - near)};
}

}  // namespace foldwave
