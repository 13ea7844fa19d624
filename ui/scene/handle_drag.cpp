#include "ui/scene/handle_drag.hpp"

#include <algorithm>

namespace foldwave {

Vec3 dragged_point(vtkRenderer* renderer, const SceneBox& box, const Vec3& start, double x, double y,
                   DragDirection direction) {
  const Vec3 near = display_to_world(renderer, {x, y, 0.0}), far = display_to_world(renderer, {x, y, 1.0});
  const Vec3 sight = far - near;
  const Vec3 from = to_world(start);
  const double length = norm(sight);
  if (!(length > 0.0)) return start;
  const Vec3 d = (1.0 / length) * sight;
  Vec3 to = from;
  if (direction == DragDirection::vertical) {
    // The point of the vertical line nearest to the line of sight.
    const Vec3 r = from - near;
    const double across = 1.0 - d.z * d.z;
    if (across < 1e-4) return start;
    to.z = from.z + (d.z * dot(r, d) - r.z) / across;
  } else {
    if (std::abs(d.z) < 1e-3) return start;
    const double reach = (from.z - near.z) / d.z;
    if (!(reach > 0.0)) return start;
    to = near + reach * d;
    to.z = from.z;
  }
  Vec3 local = to_local(to);
  local.x = std::clamp(local.x, 0.0, box.extent.x);
  local.y = std::clamp(local.y, 0.0, box.extent.y);
  local.z = std::clamp(local.z, 0.0, box.extent.z);
  return local;
}

}  // namespace foldwave
