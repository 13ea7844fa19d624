// What is cut away in the structure view: planes at the slices that the drawing leaves out what lies beyond,
// while no surface is made anew.
#include <vtkActor.h>
#include <vtkMapper.h>
#include <vtkPlane.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/scene/structure/structure_scene.hpp"

namespace foldwave {

std::array<double, 2> StructureScene::left_along(int axis) const {
  constexpr double far = std::numeric_limits<double>::infinity();
  const auto a = static_cast<std::size_t>(axis);
  const double at = slices_[a].node() * grid_.h[a], other = slices_[a + 3].node() * grid_.h[a];
  const CutAway cut = box_.section && axis == 1 ? CutAway::nothing : options_.cut[a];
  switch (cut) {
    case CutAway::nothing:
      break;
    case CutAway::smaller:
      return {at, far};
    case CutAway::greater:
      return {-far, at};
    case CutAway::outside:
      return {std::min(at, other), std::max(at, other)};
  }
  return {-far, far};
}

void StructureScene::place_cuts() {
  for (int axis = 0; axis < 3; ++axis) {
    const std::array<double, 2> left = left_along(axis);
    for (std::size_t end = 0; end < 2; ++end) {
      vtkSmartPointer<vtkPlane>& plane = cuts_[static_cast<std::size_t>(axis)][end];
      if (!std::isfinite(left[end])) {
        plane = nullptr;
        continue;
      }
      if (plane == nullptr) plane = vtkSmartPointer<vtkPlane>::New();
      // Kept is where the normal points to.
      Vec3 local{}, normal{};
      local[axis] = left[end];
      normal[axis] = end == 0 ? 1.0 : -1.0;
      const Vec3 origin = to_world(local), kept = to_world(normal);
      plane->SetOrigin(origin.x, origin.y, origin.z);
      plane->SetNormal(kept.x, kept.y, kept.z);
    }
  }
  const auto clip = [this](vtkActor* actor, int but) {
    vtkMapper* const mapper = actor->GetMapper();
    mapper->RemoveAllClippingPlanes();
    for (int axis = 0; axis < 3; ++axis)
      for (const auto& plane : cuts_[static_cast<std::size_t>(axis)])
        if (axis != but && plane != nullptr) mapper->AddClippingPlane(plane);
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
  for (int axis = 0; axis < 3; ++axis) {
    const auto [low, high] = left_along(axis);
    const double along = far[axis] - near[axis];
    if (along == 0.0) {
      if (near[axis] < low || near[axis] > high) return std::nullopt;
      continue;
    }
    const double first = (low - near[axis]) / along, second = (high - near[axis]) / along;
    from = std::max(from, std::min(first, second));
    to = std::min(to, std::max(first, second));
  }
  if (from > to) return std::nullopt;
  // A little more at both ends: a slice lies in the plane of its cut.
  constexpr double slack = 1e-7;
  return std::array{near + (from - slack) * (far - near), near + (to + slack) * (far - near)};
}

}  // namespace foldwave
