#include "core/imaging/survey/resolution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace foldwave {

namespace {

// The farthest source to one side, as seen from a place.
double aperture_sine(double farthest, double most, double below) {
  const double across = std::clamp(farthest, 0.0, most);
  return across > 0.0 ? across / std::hypot(across, below) : 0.0;
}

}  // namespace

LateralResolution::LateralResolution(const Grid3& grid, const std::vector<Vec3>& sources, double frequency,
                                     double most_offset)
    : spacing_{grid.h[0], grid.h[1], grid.h[2]},
      frequency_(frequency),
      most_offset_(most_offset),
      any_(!sources.empty()) {
  if (!any_) return;
  const auto [west, east] = std::ranges::minmax(sources, {}, &Vec3::x);
  const auto [south, north] = std::ranges::minmax(sources, {}, &Vec3::y);
  y_ = {south.y, north.y, !grid.is_section() && south.y < north.y};
  x_ = {west.x, east.x, !y_.counts || west.x < east.x};
  top_ = sources.front().z;
}

double LateralResolution::at(int i, int j, int k, double velocity) const {
  if (!any_) return 0.0;
  const double below = std::max(k * spacing_.z - top_, 0.0);
  const auto sines = [&](const Reach& reach, double place) {
    return aperture_sine(place - reach.first, most_offset_, below) +
           aperture_sine(reach.last - place, most_offset_, below);
  };
  double least = std::numeric_limits<double>::infinity();
  if (x_.counts) least = sines(x_, i * spacing_.x);
  if (y_.counts) least = std::min(least, sines(y_, j * spacing_.y));
  return velocity / (2.0 * frequency_ * least);
}

Field<float> lateral_resolution(const Grid3& grid, const Field<float>& velocity,
                                const std::vector<Vec3>& sources, double frequency, double most_offset) {
  const LateralResolution resolution(grid, sources, frequency, most_offset);
  Field<float> apart(grid.n);
#pragma omp parallel for schedule(static)
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        apart(i, j, k) = static_cast<float>(resolution.at(i, j, k, static_cast<double>(velocity(i, j, k))));
  return apart;
}

}  // namespace foldwave
