#include "core/volume/view/volume_survey.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

namespace {

// The coarse nodes that stand for nodes of a block.
void take_coarse(const NodeBox& box, std::span<const float> values, const std::array<int, 3>& nodes,
                 Field<float>& coarse) {
  const auto m = coarse.shape();
  std::array<std::vector<int>, 3> there;
  for (std::size_t a = 0; a < 3; ++a)
    for (int i = 0; i < m[a]; ++i)
      if (const int at = coarse_node(i, m[a], nodes[a]); at >= box.low[a] && at < box.low[a] + box.n[a])
        there[a].push_back(i);
  const auto inside = [&](std::size_t a, int i) { return coarse_node(i, m[a], nodes[a]) - box.low[a]; };
  for (const int k : there[2])
    for (const int j : there[1])
      for (const int i : there[0])
        coarse(i, j, k) = values[static_cast<std::size_t>(
            inside(0, i) + Index{1} * box.n[0] * (inside(1, j) + Index{1} * box.n[1] * inside(2, k)))];
}

}  // namespace

int coarse_node(int i, int coarse, int nodes) {
  if (coarse < 2) return 0;
  return static_cast<int>((std::int64_t{2} * i * (nodes - 1) + coarse - 1) /
                          (std::int64_t{2} * (coarse - 1)));
}

VolumeSurvey survey_volume(const VolumeSource& volume, const Job& job, int side) {
  const std::array<int, 3>& n = volume.grid().n;
  VolumeSurvey survey;
  const std::array<int, 3> m{std::min(n[0], side), std::min(n[1], side), std::min(n[2], side)};
  survey.coarse = Field<float>(m);
  survey.is_whole = m == n;
  survey.stats = statistics_of(volume, Damage::go_on, job, [&](const NodeBox& box, auto values) {
    take_coarse(box, values, n, survey.coarse);
  });
  return survey;
}

VolumePlane VolumeSurvey::plane(const Grid3& grid, int axis, int node) const {
  const auto m = coarse.shape();
  const auto a = static_cast<std::size_t>(axis);
  const auto u = static_cast<std::size_t>(plane_u(axis)), v = static_cast<std::size_t>(plane_v(axis));
  const double part = grid.n[a] > 1 ? static_cast<double>(node) / (grid.n[a] - 1) : 0.0;
  std::array<int, 3> at{};
  at[a] = static_cast<int>(std::lround(part * (m[a] - 1)));
  VolumePlane made{axis, node, m[u], m[v], {}};
  made.values.reserve(static_cast<std::size_t>(m[u]) * static_cast<std::size_t>(m[v]));
  for (at[v] = 0; at[v] < m[v]; ++at[v])
    for (at[u] = 0; at[u] < m[u]; ++at[u])
      made.values.push_back(coarse(at[0], at[1], at[2]));
  return made;
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
