#include "core/geology/line_of_sight.hpp"

#include <algorithm>

namespace foldwave {

std::optional<Vec3> first_boundary(const Grid3& grid,
                                   const std::function<std::optional<int>(const Vec3&)>& layer_at,
                                   const Vec3& from, const Vec3& to) {
  if (grid.is_section()) return {};
  // The part of the line inside the box.
  double begin = 0.0, end = 1.0;
  const Vec3 size = grid.extent(), way = to - from;
  for (int axis = 0; axis < 3; ++axis) {
    if (way[axis] == 0.0) {
      if (from[axis] < 0.0 || from[axis] > size[axis]) return {};
      continue;
    }
    const double a = -from[axis] / way[axis], b = (size[axis] - from[axis]) / way[axis];
    begin = std::max(begin, std::min(a, b));
    end = std::min(end, std::max(a, b));
  }
  if (!(begin < end)) return {};
  const auto layer = [&](double part) { return layer_at(from + part * way); };
  const double finest = std::min({grid.h[0], grid.h[1], grid.h[2]});
  const int steps = std::max(1, static_cast<int>((end - begin) * norm(way) / finest));
  auto before = layer(begin);
  for (int q = 1; q <= steps; ++q) {
    double high = begin + (end - begin) * q / steps;
    const auto here = layer(high);
    if (before && here && *before != *here) {
      double low = begin + (end - begin) * (q - 1) / steps;
      for (int halving = 0; halving < 40; ++halving) {
        const double middle = 0.5 * (low + high);
        (layer(middle) == before ? low : high) = middle;
      }
      return from + high * way;
    }
    before = here;
  }
  return {};
}

}  // namespace foldwave
