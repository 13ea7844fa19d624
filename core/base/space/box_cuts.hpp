// What of straight lines and planes lies in a box from 0 to `far`, faces included.
//
//   line   p + t d        plane   n . x = distance,  n = (-sin a sin d, -cos a sin d, cos d)
//
// for a plane that dips by d towards azimuth a (clockwise from north; x east, y north, z depth). Units: those
// of the box; degrees. No errors: what misses the box gives nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/vec3.hpp"

namespace foldwave {

// From which t to which the line lies in the box, or beyond it by no more than `slack`: one that runs in a
// face is not lost by rounding.
template <std::size_t N>
std::optional<std::array<double, 2>> stretch_in_box(const std::array<double, N>& p,
                                                    const std::array<double, N>& d,
                                                    const std::array<double, N>& far, double slack = 0.0) {
  double from = -1e300, to = 1e300;
  for (std::size_t a = 0; a < N; ++a) {
    if (d[a] == 0.0) {
      if (p[a] < -slack || p[a] > far[a] + slack) return std::nullopt;
      continue;
    }
    const double t0 = (-slack - p[a]) / d[a], t1 = (far[a] + slack - p[a]) / d[a];
    from = std::max(from, std::min(t0, t1));
    to = std::min(to, std::max(t0, t1));
  }
  if (!(from <= to)) return std::nullopt;
  return std::array{from, to};
}

// The ends in a rectangle of the line a u + b v = c.
std::optional<std::array<std::array<double, 2>, 2>> line_in_rectangle(double a, double b, double c,
                                                                      const std::array<double, 2>& far);

Vec3 downward_normal(double dip, double dip_direction);

// The corners of the plane in the box, in order around it; 0 or 3 to 6.
std::vector<Vec3> plane_in_box(const Vec3& normal, double distance, const Vec3& far);

}  // namespace foldwave
