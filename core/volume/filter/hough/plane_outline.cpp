#include <algorithm>
#include <cmath>

#include "core/base/angle.hpp"
#include "core/volume/filter/hough/hough_planes.hpp"

namespace foldwave {

Vec3 HoughPlane::normal() const {
  const double d = radians(dip), az = radians(azimuth);
  return {-std::sin(az) * std::sin(d), -std::cos(az) * std::sin(d), std::cos(d)};
}

std::vector<Vec3> plane_outline(const HoughPlane& plane, const Grid3& grid) {
  const Vec3 n = plane.normal(), far = grid.extent();
  std::vector<Vec3> corners;
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 4; ++side) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      Vec3 p{};
      p[u] = (side & 1) != 0 ? far[u] : 0.0;
      p[v] = (side & 2) != 0 ? far[v] : 0.0;
      if (std::abs(n[axis]) < 1e-12) continue;
      const double t = (plane.distance - dot(n, p)) / n[axis];
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
  for (Vec3& c : corners)
    c = grid.origin + c;
  return corners;
}

}  // namespace foldwave
