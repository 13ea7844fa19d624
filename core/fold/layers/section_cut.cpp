#include "core/fold/layers/section_cut.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace foldwave {
namespace {

// A cell and the place in it, or none outside by more than rounding.
struct CutPlace {
  int node = 0, next = 0;
  float part = 0.0F;
  bool inside = false;
};

CutPlace place(double metres, double h, int n) {
  if (n == 1) return {0, 0, 0.0F, true};
  const double at = metres / h, last = n - 1;
  if (!(at >= -1e-6 && at <= last + 1e-6)) return {};
  const int node = std::clamp(static_cast<int>(at), 0, n - 2);
  return {node, node + 1, static_cast<float>(std::clamp(at - node, 0.0, 1.0)), true};
}

float mix(float a, float b, float part) {
  return a + part * (b - a);
}

}  // namespace

SectionCut cut_section(const Field<float>& arrival, const Grid3& grid, const MapLine& line, int columns,
                       int rows) {
  SectionCut cut{
      columns, rows, line.length() / std::max(columns - 1, 1), grid.extent().z / std::max(rows - 1, 1), {}};
  const auto width = static_cast<std::size_t>(columns);
  cut.arrival.assign(width * static_cast<std::size_t>(rows), std::numeric_limits<float>::quiet_NaN());
  // Along a column the four weights in x and y stay: the nodes of the column first, then the rows between.
  std::vector<float> column(static_cast<std::size_t>(grid.n[2]));
  std::vector<CutPlace> depths;
  for (int j = 0; j < rows; ++j)
    depths.push_back(place(j * cut.dz, grid.h[2], grid.n[2]));
  for (int i = 0; i < columns; ++i) {
    const auto p = line.at(i * cut.ds);
    const CutPlace x = place(p[0], grid.h[0], grid.n[0]), y = place(p[1], grid.h[1], grid.n[1]);
    if (!x.inside || !y.inside) continue;
    for (int k = 0; k < grid.n[2]; ++k) {
      const float low = mix(arrival(x.node, y.node, k), arrival(x.next, y.node, k), x.part);
      const float high = mix(arrival(x.node, y.next, k), arrival(x.next, y.next, k), x.part);
      column[static_cast<std::size_t>(k)] = mix(low, high, y.part);
    }
    for (int j = 0; j < rows; ++j) {
      const CutPlace& z = depths[static_cast<std::size_t>(j)];
      const float T =
          mix(column[static_cast<std::size_t>(z.node)], column[static_cast<std::size_t>(z.next)], z.part);
      if (std::isfinite(T))
        cut.arrival[static_cast<std::size_t>(i) + width * static_cast<std::size_t>(j)] = T;
    }
  }
  return cut;
}

std::vector<LayerSpot> layer_spots(const SectionCut& cut, const std::vector<int>& layer, int layers) {
  constexpr double wide = 4.0;
  std::vector<LayerSpot> spots(static_cast<std::size_t>(layers));
  std::vector<double> best(spots.size(), 0.0);
  const auto columns = static_cast<std::size_t>(cut.columns), rows = static_cast<std::size_t>(cut.rows);
  // The largest square, in cells of `wide` columns, that ends in each sample: dynamic programming over a net
  // with so many times fewer columns.
  const double cell = std::max(cut.ds / wide, cut.dz);
  const std::size_t across = std::max<std::size_t>(1, static_cast<std::size_t>(wide * cell / cut.ds));
  const std::size_t down = std::max<std::size_t>(1, static_cast<std::size_t>(cell / cut.dz));
  const std::size_t nu = columns / across, nv = rows / down;
  std::vector<int> size(nu * nv, 0), kind(nu * nv, -1);
  for (std::size_t v = 0; v < nv; ++v)
    for (std::size_t u = 0; u < nu; ++u) {
      const std::size_t m = v * nu + u;
      int here = layer[v * down * columns + u * across];
      for (std::size_t j = 0; j < down; ++j)
        for (std::size_t i = 0; i < across; ++i)
          if (layer[(v * down + j) * columns + u * across + i] != here) here = -1;
      kind[m] = here;
      if (here < 0) continue;
      const bool grows =
          u > 0 && v > 0 && kind[m - 1] == here && kind[m - nu] == here && kind[m - nu - 1] == here;
      size[m] = grows ? 1 + std::min({size[m - 1], size[m - nu], size[m - nu - 1]}) : 1;
      const auto k = static_cast<std::size_t>(here);
      if (k >= spots.size() || size[m] <= best[k]) continue;
      best[k] = size[m];
      const double width = (size[m] * static_cast<double>(across) - 1.0) * cut.ds;
      const double height = (size[m] * static_cast<double>(down) - 1.0) * cut.dz;
      const double right = (static_cast<double>((u + 1) * across) - 1.0) * cut.ds;
      const double base = (static_cast<double>((v + 1) * down) - 1.0) * cut.dz;
      spots[k] = {right - width / 2, base - height / 2, width, height};
    }
  return spots;
}

}  // namespace foldwave
