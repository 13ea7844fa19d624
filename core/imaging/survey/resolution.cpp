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

Field<float> lateral_resolution(const Grid3& grid, const Field<float>& velocity,
                                const std::vector<Vec3>& sources, double frequency, double most_offset) {
  Field<float> apart(grid.n);
  if (sources.empty()) return apart;
  const auto [west, east] = std::ranges::minmax(sources, {}, &Vec3::x);
  const auto [south, north] = std::ranges::minmax(sources, {}, &Vec3::y);
  const bool by_x = grid.is_section() || west.x < east.x || south.y >= north.y;
  const bool by_y = !grid.is_section() && south.y < north.y;
  const double top = sources.front().z;
#pragma omp parallel for schedule(static)
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const double x = i * grid.h[0], y = j * grid.h[1], below = std::max(k * grid.h[2] - top, 0.0);
        const auto sines = [&](double before, double after) {
          return aperture_sine(before, most_offset, below) + aperture_sine(after, most_offset, below);
        };
        double least = std::numeric_limits<double>::infinity();
        if (by_x) least = sines(x - west.x, east.x - x);
        if (by_y) least = std::min(least, sines(y - south.y, north.y - y));
        apart(i, j, k) =
            static_cast<float>(static_cast<double>(velocity(i, j, k)) / (2.0 * frequency * least));
      }
  return apart;
}

}  // namespace foldwave
