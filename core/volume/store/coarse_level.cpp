#include "core/volume/store/coarse_level.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

int coarse_node(int i, int coarse, int nodes) {
  if (coarse < 2) return 0;
  return static_cast<int>((std::int64_t{2} * i * (nodes - 1) + coarse - 1) /
                          (std::int64_t{2} * (coarse - 1)));
}

std::array<int, 3> coarse_shape(const std::array<int, 3>& nodes, int side) {
  return {std::min(nodes[0], side), std::min(nodes[1], side), std::min(nodes[2], side)};
}

Index take_coarse(const NodeBox& box, std::span<const float> values, const std::array<int, 3>& nodes,
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
  return static_cast<Index>(there[0].size() * there[1].size() * there[2].size());
}

std::vector<float> coarse_values(const Field<float>& coarse, const std::array<int, 3>& nodes, int axis,
                                 int node) {
  const auto m = coarse.shape();
  const auto a = static_cast<std::size_t>(axis);
  const double part = nodes[a] > 1 ? static_cast<double>(node) / (nodes[a] - 1) : 0.0;
  std::array<int, 3> low{0, 0, 0}, end = m;
  low[a] = static_cast<int>(std::lround(part * (m[a] - 1)));
  end[a] = low[a] + 1;
  std::vector<float> values;
  values.reserve(static_cast<std::size_t>(coarse.size() / m[a]));
  for (int k = low[2]; k < end[2]; ++k)
    for (int j = low[1]; j < end[1]; ++j)
      for (int i = low[0]; i < end[0]; ++i)
        values.push_back(coarse(i, j, k));
  return values;
}

int coarse_side(const std::array<int, 3>& nodes) {
  constexpr double share = 500.0;
  const double all = 1.0 * nodes[0] * nodes[1] * nodes[2];
  return static_cast<int>(std::clamp(std::cbrt(all / share), 8.0, double{most_coarse}));
}

}  // namespace foldwave
