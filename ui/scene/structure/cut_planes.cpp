#include "ui/scene/structure/cut_planes.hpp"

#include <vtkActor.h>
#include <vtkMapper.h>
#include <vtkPlane.h>

#include <cmath>

#include "ui/scene/stage/scene.hpp"

namespace foldwave {

CutPlanes::CutPlanes() = default;
CutPlanes::~CutPlanes() = default;

void CutPlanes::place(const SlicePlaces& slices) {
  for (int axis = 0; axis < 3; ++axis) {
    const std::array<double, 2> left = slices.left_along(axis);
    for (std::size_t end = 0; end < 2; ++end) {
      vtkSmartPointer<vtkPlane>& plane = planes_[static_cast<std::size_t>(axis)][end];
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
}

void CutPlanes::clip(vtkActor* actor, int but) const {
  vtkMapper* const mapper = actor->GetMapper();
  mapper->RemoveAllClippingPlanes();
  for (int axis = 0; axis < 3; ++axis)
    for (const auto& plane : planes_[static_cast<std::size_t>(axis)])
      if (axis != but && plane != nullptr) mapper->AddClippingPlane(plane);
}

}  // namespace foldwave
