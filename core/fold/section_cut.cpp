#include "core/fold/section_cut.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace foldwave {
namespace {

// A cell and the place in it, or none outside by more than rounding.
struct Place {
  int node = 0, next = 0;
  float part = 0.0F;
  bool inside = false;
};

Place place(double metres, double h, int n) {
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
  std::vector<Place> depths;
  for (int j = 0; j < rows; ++j)
    depths.push_back(place(j * cut.dz, grid.h[2], grid.n[2]));
  for (int i = 0; i < columns; ++i) {
    const auto p = line.at(i * cut.ds);
    const Place x = place(p[0], grid.h[0], grid.n[0]), y = place(p[1], grid.h[1], grid.n[1]);
    if (!x.inside || !y.inside) continue;
    for (int k = 0; k < grid.n[2]; ++k) {
      const float low = mix(arrival(x.node, y.node, k), arrival(x.next, y.node, k), x.part);
      const float high = mix(arrival(x.node, y.next, k), arrival(x.next, y.next, k), x.part);
      column[static_cast<std::size_t>(k)] = mix(low, high, y.part);
    }
    for (int j = 0; j < rows; ++j) {
      const Place& z = depths[static_cast<std::size_t>(j)];
      const float T =
          mix(column[static_cast<std::size_t>(z.node)], column[static_cast<std::size_t>(z.next)], z.part);
      if (std::isfinite(T))
        cut.arrival[static_cast<std::size_t>(i) + width * static_cast<std::size_t>(j)] = T;
    }
  }
  return cut;
}

}  // namespace foldwave
