#include "core/imaging/survey/resolution.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"

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
  if (!grid.is_section())
    throw InputError("resolution", "it is that of a section, and the image is a volume",
                     "lay the survey along a section");
  Field<float> apart(grid.n);
  if (sources.empty()) return apart;
  const auto [first, last] = std::ranges::minmax(sources, {}, &Vec3::x);
  for (int k = 0; k < grid.n[2]; ++k)
    for (int i = 0; i < grid.n[0]; ++i) {
      const double x = i * grid.h[0], below = std::max(k * grid.h[2] - first.z, 0.0);
      const double sines =
          aperture_sine(x - first.x, most_offset, below) + aperture_sine(last.x - x, most_offset, below);
      apart(i, 0, k) = static_cast<float>(static_cast<double>(velocity(i, 0, k)) / (2.0 * frequency * sines));
    }
  return apart;
}

}  // namespace foldwave
