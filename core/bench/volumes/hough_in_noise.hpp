// Lines and planes drawn into volumes, written without the filters' own geometry, and how far those that the
// Hough transforms find in noise of equal power are off; for measures and tests.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "core/base/angle.hpp"
#include "core/base/worst.hpp"
#include "core/volume/filter/hough/hough_peaks.hpp"
#include "core/volume/filter/hough/hough_planes.hpp"

namespace foldwave {

// The nodes next to a line, one a column or row.
inline std::vector<HoughPoint> drawn_line(double theta, double r, int nu, int nv) {
  const double c = std::cos(radians(theta)), s = std::sin(radians(theta));
  std::vector<HoughPoint> points;
  const bool steep = std::abs(s) < std::abs(c);
  for (int m = 0; m < (steep ? nv : nu); ++m) {
    const int other = static_cast<int>(std::lround(steep ? (r - m * s) / c : (r - m * c) / s));
    if (other >= 0 && other < (steep ? nu : nv))
      points.push_back(steep ? HoughPoint{other, m} : HoughPoint{m, other});
  }
  return points;
}

inline HoughPlane plane_through(double dip, double azimuth, Vec3 at) {
  HoughPlane plane;
  plane.dip = dip;
  plane.azimuth = azimuth;
  // Written down without the code's own normal: the pole of a plane that dips to `azimuth`, downwards.
  const double d = radians(dip), a = radians(azimuth);
  plane.distance = -std::sin(a) * std::sin(d) * at.x - std::cos(a) * std::sin(d) * at.y + std::cos(d) * at.z;
  return plane;
}

// Nodes within half a step of the plane, counted along the axis that it crosses most steeply.
inline void add_plane(std::vector<float>& values, const Grid3& grid, const HoughPlane& plane,
                      float amplitude) {
  const double d = radians(plane.dip), a = radians(plane.azimuth);
  const Vec3 n{-std::sin(a) * std::sin(d), -std::cos(a) * std::sin(d), std::cos(d)};
  const double half =
      0.5 * std::max({std::abs(n.x) * grid.h[0], std::abs(n.y) * grid.h[1], std::abs(n.z) * grid.h[2]});
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        if (std::abs(dot(n, grid.local(i, j, k)) - plane.distance) <= half)
          values[static_cast<std::size_t>(grid.index(i, j, k))] += amplitude;
}

inline std::vector<float> gaussian_noise(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> gauss(0.0F, 1.0F);
  std::vector<float> values(count);
  for (float& v : values)
    v = gauss(random);
  return values;
}

// Degrees.
inline double angle_between(const HoughPlane& a, const HoughPlane& b) {
  return degrees(std::acos(std::min(1.0, std::abs(dot(a.normal(), b.normal())))));
}

inline double apart_in_the_middle(const HoughPlane& a, const HoughPlane& b, const Grid3& grid) {
  const Vec3 middle = 0.5 * grid.extent();
  const double da = a.distance - dot(a.normal(), middle), db = b.distance - dot(b.normal(), middle);
  return std::abs(da - (dot(a.normal(), b.normal()) < 0.0 ? -db : db));
}

// The worst of some trials; not a number where nothing was found.
struct HoughErrors {
  double angle = 0.0;     // degrees
  double distance = 0.0;  // samples, in the middle, where it does not hang on the angle
};

// On 128 x 128.
inline HoughErrors line_errors_in_noise(int trials) {
  constexpr int n = 128;
  constexpr double middle = 0.5 * (n - 1);
  std::mt19937 random(11);
  std::uniform_real_distribution<double> angle(0.0, 180.0), place(-40.0, 40.0);
  HoughErrors worst;
  for (int trial = 0; trial < trials; ++trial) {
    const double theta = angle(random), c = std::cos(radians(theta)), s = std::sin(radians(theta));
    const double apart = place(random);
    std::vector<float> values = gaussian_noise(std::size_t{n} * n, static_cast<unsigned>(random()));
    for (const HoughPoint& p : drawn_line(theta, middle * (c + s) + apart, n, n))
      values[static_cast<std::size_t>(p.u + n * p.v)] += 1.0F;
    HoughLinesPlan plan;
    plan.slice.n = {n, n};
    const auto lines = strongest_lines(hough_lines(points_above(values, plan.slice, 0.0F), plan));
    if (lines.empty()) return {std::nan(""), std::nan("")};
    const double found = radians(lines[0].theta), turn = std::abs(lines[0].theta - theta);
    const double sign = turn > 90.0 ? -1.0 : 1.0;
    const double found_apart = sign * (lines[0].distance - middle * (std::cos(found) + std::sin(found)));
    worst.angle = worst_of(worst.angle, turn > 90.0 ? 180.0 - turn : turn);
    worst.distance = worst_of(worst.distance, std::abs(found_apart - apart));
  }
  return worst;
}

// In 100 x 90 x 80 nodes of unlike spacings; at least 7 trials.
inline HoughErrors plane_errors_in_noise(int trials) {
  HoughPlanesPlan plan;
  plan.grid = {{100, 90, 80}, {10.0, 12.5, 8.0}, {}, {}, {}, 0};
  const Grid3& grid = plan.grid;
  std::mt19937 random(2);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  // Level, upright and nearly so first.
  std::vector<std::array<double, 2>> attitudes{{0.0, 0.0},    {90.0, 0.0},  {90.0, 90.0}, {90.0, 45.0},
                                               {40.0, 120.0}, {1.0, 300.0}, {89.0, 200.0}};
  while (static_cast<int>(attitudes.size()) < trials)
    attitudes.push_back({degrees(std::acos(unit(random))), 360.0 * unit(random)});
  HoughErrors worst;
  for (const auto& [dip, azimuth] : attitudes) {
    const Vec3 at = {(0.3 + 0.4 * unit(random)) * grid.extent().x,
                     (0.3 + 0.4 * unit(random)) * grid.extent().y,
                     (0.3 + 0.4 * unit(random)) * grid.extent().z};
    const HoughPlane plane = plane_through(dip, azimuth, at);
    std::vector<float> values =
        gaussian_noise(static_cast<std::size_t>(grid.size()), static_cast<unsigned>(random()));
    add_plane(values, grid, plane, 1.0F);
    const HoughPlanes found = hough_planes(values, plan);
    if (found.planes.empty()) return {std::nan(""), std::nan("")};
    worst.angle = worst_of(worst.angle, angle_between(found.planes[0], plane));
    worst.distance = worst_of(worst.distance, apart_in_the_middle(found.planes[0], plane, grid) /
                                                  *std::ranges::min_element(grid.h));
  }
  return worst;
}

}  // namespace foldwave
