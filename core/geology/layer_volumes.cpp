#include "core/geology/layer_volumes.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace foldwave {

double share_below(std::array<double, 4> f, double level) {
  std::sort(f.begin(), f.end());
  if (level <= f[0]) return 0.0;
  if (level >= f[3]) return 1.0;
  // Where the level cuts the edge from corner a to corner b.
  const auto cut = [&](std::size_t a, std::size_t b) { return (level - f[a]) / (f[b] - f[a]); };
  if (level <= f[1]) return cut(0, 1) * cut(0, 2) * cut(0, 3);
  if (level >= f[2]) return 1.0 - (1.0 - cut(0, 3)) * (1.0 - cut(1, 3)) * (1.0 - cut(2, 3));
  // A wedge of three tetrahedra.
  const double a = cut(0, 2), b = cut(0, 3), c = cut(1, 2), d = cut(1, 3);
  return a * b + c * b * (1.0 - a) + c * d * (1.0 - b);
}

double share_below(std::array<double, 3> f, double level) {
  std::sort(f.begin(), f.end());
  if (level <= f[0]) return 0.0;
  if (level >= f[2]) return 1.0;
  const auto cut = [&](std::size_t a, std::size_t b) { return (level - f[a]) / (f[b] - f[a]); };
  return level <= f[1] ? cut(0, 1) * cut(0, 2) : 1.0 - (1.0 - cut(0, 2)) * (1.0 - cut(1, 2));
}

namespace {

using Corners = std::array<double, 8>;  // x fastest

// The share of a cell below the level: the six tetrahedra along its diagonal, one for each order of the axes.
double cell_below(const Corners& T, double level) {
  constexpr std::array<std::array<std::size_t, 2>, 6> middle{
      {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}}};
  double share = 0.0;
  for (const auto& [a, b] : middle)
    share += share_below(std::array{T[0], T[a], T[b], T[7]}, level);
  return share / 6.0;
}

// A section's cell has corners 0, 1, 4, 5.
double section_below(const Corners& T, double level) {
  return 0.5 * (share_below(std::array{T[0], T[1], T[5]}, level) +
                share_below(std::array{T[0], T[4], T[5]}, level));
}

}  // namespace

LayerVolumes layer_volumes(const Grid3& grid, const Field<float>& arrival, const LayerBands& bands,
                           const Job& job) {
  const bool section = grid.is_section();
  const auto layers = bands.boundary.size() + 1;
  const int rows = section ? 1 : grid.n[1] - 1;
  const int slabs = grid.n[2] - 1;
  const double cell = grid.h[0] * (section ? 1.0 : grid.h[1]) * grid.h[2];
  // One sum a slab, put together in order: what the threads do does not show.
  std::vector<std::vector<double>> sums(static_cast<std::size_t>(slabs),
                                        std::vector<double>(layers + 1, 0.0));
  std::atomic<bool> stopped{false};
#pragma omp parallel for schedule(dynamic, 1)
  for (int k = 0; k < slabs; ++k) {
    if (stopped || job.stop.stop_requested()) {
      stopped = true;
      continue;
    }
    auto& sum = sums[static_cast<std::size_t>(k)];
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i + 1 < grid.n[0]; ++i) {
        Corners T{};
        double least = 1e300, greatest = -1e300;
        bool finite = true;
        for (std::size_t c = 0; c < 8; ++c) {
          const auto across = static_cast<int>(c);
          T[c] = static_cast<double>(
              arrival(i + (across & 1), section ? 0 : j + ((across >> 1) & 1), k + (across >> 2)));
          finite = finite && std::isfinite(T[c]);
          least = std::min(least, T[c]);
          greatest = std::max(greatest, T[c]);
        }
        if (!finite) {
          sum[layers] += 1.0;
          continue;
        }
        const auto first = static_cast<std::size_t>(bands.layer_at(greatest));
        const auto last = static_cast<std::size_t>(bands.layer_at(least));
        double above = 1.0;  // what is not yet given to a layer: the share below the layer's top
        for (std::size_t m = first; m <= last; ++m) {
          const double level = m < last ? bands.boundary[m] : 0.0;
          const double below = m == last ? 0.0 : section ? section_below(T, level) : cell_below(T, level);
          sum[m] += above - below;
          above = below;
        }
      }
  }
  job.throw_if_stopped();
  LayerVolumes volumes{std::vector<double>(layers, 0.0), 0.0};
  for (const auto& sum : sums) {
    for (std::size_t m = 0; m < layers; ++m)
      volumes.layer[m] += cell * sum[m];
    volumes.unreached += cell * sum[layers];
  }
  return volumes;
}

}  // namespace foldwave
