#include "ui/scene/rock/handle_drag.hpp"

#include <vtkCamera.h>
#include <vtkMatrix4x4.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

namespace foldwave {

namespace {

// The line of sight through a display point.
struct Sight {
  Vec3 from, along;  // unit; zero where there is none
};
Sight sight_at(vtkRenderer* renderer, double x, double y) {
  const Vec3 near = display_to_world(renderer, {x, y, 0.0}), far = display_to_world(renderer, {x, y, 1.0});
  const double length = norm(far - near);
  return {near, length > 0.0 ? (1.0 / length) * (far - near) : Vec3{}};
}

// Near is what looks near: where depths are exaggerated, so is the space that it is measured in.
Vec3 as_seen(const Vec3& world, double scale) {
  return {world.x, world.y, scale * world.z};
}
Sight seen_sight_at(vtkRenderer* renderer, double x, double y) {
  const auto [near, along] = sight_at(renderer, x, y);
  const double scale = vertical_scale(renderer), length = norm(as_seen(along, scale));
  return {as_seen(near, scale), length > 0.0 ? (1.0 / length) * as_seen(along, scale) : Vec3{}};
}

}  // namespace

std::optional<double> along_axis(vtkRenderer* renderer, const Vec3& start, int axis, double x, double y) {
  const double scale = vertical_scale(renderer);
  const auto [near, d] = seen_sight_at(renderer, x, y);
  const double across = 1.0 - d[axis] * d[axis];
  if (d == Vec3{} || across < 1e-4) return std::nullopt;
  const Vec3 r = as_seen(to_world(start), scale) - near;
  const double way = (d[axis] * dot(r, d) - r[axis]) / across;
  return axis == 2 ? -way / scale : way;  // depth points down
}

Vec3 dragged_point(vtkRenderer* renderer, const SceneBox& box, const Vec3& start, double x, double y,
                   DragDirection direction) {
  if (direction == DragDirection::vertical) {
    const auto deeper = along_axis(renderer, start, 2, x, y);
    return deeper ? kept_near_box({start.x, start.y, start.z + *deeper}, start, box.extent) : start;
  }
  const auto [near, d] = seen_sight_at(renderer, x, y);
  if (d == Vec3{} || std::abs(d.z) < 1e-3) return start;
  const double reach = (as_seen(to_world(start), vertical_scale(renderer)).z - near.z) / d.z;
  if (!(reach > 0.0)) return start;
  const Vec3 to = near + reach * d;
  return kept_near_box({to.x, to.y, start.z}, start, box.extent);
}

ScreenWays screen_ways(vtkRenderer* renderer) {
  // Rows: to the right, upwards, towards the eye.
  vtkMatrix4x4* const pose = renderer->GetActiveCamera()->GetViewTransformMatrix();
  const auto part = [pose](int row) { return Vec3{pose->GetElement(row, 0), pose->GetElement(row, 1), 0.0}; };
  const Vec3 right = part(0);
  // Seen from the side, away from the eye; from above, where up in the picture points.
  const Vec3 away = part(1) - part(2);
  const auto sign = [](double v) { return v < 0.0 ? -1.0 : 1.0; };
  const Vec3 along_x{1, 0, 0}, along_y{0, 1, 0};
  if (std::abs(right.x) >= std::abs(right.y)) return {sign(right.x) * along_x, sign(away.y) * along_y};
  return {sign(right.y) * along_y, sign(away.x) * along_x};
}

Vec3 kept_near_box(Vec3 local, const Vec3& start, const Vec3& extent) {
  for (int a = 0; a < 3; ++a)
    local[a] = std::clamp(local[a], std::min(0.0, start[a]), std::max(extent[a], start[a]));
  return local;
}

Vec3 dragged_direction(vtkRenderer* renderer, const SceneBox& box, const Vec3& foot, double length,
                       const Vec3& now, double x, double y) {
  const auto [near, d] = sight_at(renderer, x, y);
  if (d == Vec3{} || !(length > 0.0)) return now;
  const Vec3 centre = to_world(foot), held = to_world(now);
  Vec3 to;
  if (box.section) {
    if (std::abs(d.y) < 1e-6) return now;
    to = near + ((centre.y - near.y) / d.y) * d - centre;
    to.y = 0.0;
  } else {
    const double middle = dot(centre - near, d);
    const Vec3 nearest = near + middle * d - centre;  // of the line of sight to the foot
    const double inside = length * length - dot(nearest, nearest);
    const Vec3 half = std::sqrt(std::max(inside, 0.0)) * d;
    to = nearest + (dot(held, d) > 0.0 ? half : -half);
  }
  const double size = norm(to);
  return size > 1e-9 * length ? (1.0 / size) * to_local(to) : now;
}

}  // namespace foldwave
