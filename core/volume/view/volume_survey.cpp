#include "core/volume/view/volume_survey.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

VolumeSurvey survey_volume(const VolumeSource& volume, const Job& job, int side) {
  const std::array<int, 3>& n = volume.grid().n;
  VolumeSurvey survey;
  const std::array<int, 3> m = coarse_shape(n, side);
  survey.coarse = Field<float>(m);
  survey.is_whole = m == n;
  survey.stats = statistics_of(volume, Damage::go_on, job, [&](const NodeBox& box, auto values) {
    take_coarse(box, values, n, survey.coarse);
  });
  return survey;
}

VolumePlane coarse_plane(const Field<float>& coarse, const Grid3& grid, int axis, int node) {
  const auto m = coarse.shape();
  return {axis, node, m[static_cast<std::size_t>(plane_u(axis))], m[static_cast<std::size_t>(plane_v(axis))],
          coarse_values(coarse, grid.n, axis, node)};
}

ValueHistogram value_histogram(std::span<const float> values, int bins) {
  const VolumeStatistics all = statistics_of(values);
  ValueHistogram made{0.0, 0.0, std::vector<Index>(static_cast<std::size_t>(bins))};
  if (all.finite == 0) return made;
  made.low = all.least;
  made.high = all.largest;
  const double unit = made.high > made.low ? bins / (made.high - made.low) : 0.0;
  for (const float v : values)
    if (std::isfinite(v))
      ++made.counts[static_cast<std::size_t>(
          std::clamp(static_cast<int>((static_cast<double>(v) - made.low) * unit), 0, bins - 1))];
  return made;
}

}  // namespace foldwave
