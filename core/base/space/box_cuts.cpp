#include "core/base/space/box_cuts.hpp"

#include "core/base/angle.hpp"

namespace foldwave {

std::optional<std::array<std::array<double, 2>, 2>> line_in_rectangle(double a, double b, double c,
                                                                      const std::array<double, 2>& far) {
  const double size = std::hypot(a, b);
  if (!(size > 0.0)) return std::nullopt;
  const std::array<double, 2> foot{a * c / (size * size), b * c / (size * size)}, along{-b / size, a / size};
  const auto stretch = stretch_in_box(foot, along, far, 1e-9 * std::max(far[0], far[1]));
  if (!stretch) return std::nullopt;
  const auto at = [&](double t) {
    return std::array<double, 2>{std::clamp(foot[0] + t * along[0], 0.0, far[0]),
                                 std::clamp(foot[1] + t * along[1], 0.0, far[1])};
  };
  return std::array{at((*stretch)[0]), at((*stretch)[1])};
}

Vec3 downward_normal(double dip, double dip_direction) {
  const double d = radians(dip), az = radians(dip_direction);
  return {-std::sin(az) * std::sin(d), -std::cos(az) * std::sin(d), std::cos(d)};
}

std::vector<Vec3> plane_in_box(const Vec3& n, double distance, const Vec3& far) {
  std::vector<Vec3> corners;
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 4; ++side) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      Vec3 p{};
      p[u] = (side & 1) != 0 ? far[u] : 0.0;
      p[v] = (side & 2) != 0 ? far[v] : 0.0;
      if (std::abs(n[axis]) < 1e-12) continue;
      const double t = (distance - dot(n, p)) / n[axis];
      if (t < -1e-9 || t > far[axis] + 1e-9) continue;
      p[axis] = std::clamp(t, 0.0, far[axis]);
      const bool twice = std::any_of(corners.begin(), corners.end(),
                                     [&](const Vec3& c) { return norm(c - p) < 1e-6 * norm(far); });
      if (!twice) corners.push_back(p);
    }
  if (corners.size() < 3) return {};
  Vec3 middle{};
  for (const Vec3& c : corners)
    middle = middle + (1.0 / static_cast<double>(corners.size())) * c;
  const Vec3 along = corners[0] - middle;
  const Vec3 across{n.y * along.z - n.z * along.y, n.z * along.x - n.x * along.z,
                    n.x * along.y - n.y * along.x};
  std::sort(corners.begin(), corners.end(), [&](const Vec3& a, const Vec3& b) {
    return std::atan2(dot(a - middle, across), dot(a - middle, along)) <
           std::atan2(dot(b - middle, across), dot(b - middle, along));
  });
  return corners;
}

}  // namespace foldwave
