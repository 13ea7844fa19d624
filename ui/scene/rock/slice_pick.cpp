#include "ui/scene/rock/slice_pick.hpp"

namespace foldwave {

std::optional<Vec3> first_slice(const Grid3& grid, const std::array<int, 3>& nodes, const Vec3& near,
                                const Vec3& far) {
  const Vec3 size = grid.extent();
  std::optional<Vec3> front;
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const double along = far[axis] - near[axis];
    if (along == 0.0 || nodes[a] < 0 || (grid.is_section() && axis != 1)) continue;
    const double at = grid.is_section() ? 0.0 : nodes[a] * grid.h[a];
    const double part = (at - near[axis]) / along;
    Vec3 p = near + part * (far - near);
    p[axis] = at;
    bool inside = part > 0.0 && part <= 1.0;
    for (int other = 0; other < 3; ++other)
      inside = inside && (other == axis || (p[other] >= 0.0 && p[other] <= size[other]));
    if (inside && (!front || norm(p - near) < norm(*front - near))) front = p;
  }
  return front;
}

}  // namespace foldwave
