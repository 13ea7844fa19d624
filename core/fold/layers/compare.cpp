#include "core/fold/layers/compare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace foldwave {

namespace {

// Where a node of one grid lies between those of another along an axis; none outside.
struct Between {
  int low = -1;
  int nearest = -1;
  double part = 0.0;
};

std::vector<Between> places(const Grid3& a, const Grid3& b, std::size_t axis) {
  std::vector<Between> all(static_cast<std::size_t>(a.n[axis]));
  constexpr double slack = 1e-6;  // of a cell
  const int most = b.n[axis] - 1;
  for (int i = 0; i < a.n[axis]; ++i) {
    const auto d = static_cast<int>(axis);
    const double at = most == 0 ? 0.0 : (a.origin[d] + i * a.h[axis] - b.origin[d]) / b.h[axis];
    if (at < -slack || at > most + slack) continue;
    Between& to = all[static_cast<std::size_t>(i)];
    to.low = std::clamp(static_cast<int>(std::floor(at)), 0, std::max(0, most - 1));
    to.part = std::clamp(at - to.low, 0.0, most == 0 ? 0.0 : 1.0);
    to.nearest = std::clamp(static_cast<int>(std::lround(at)), 0, most);
  }
  return all;
}

float trilinear(const Field<float>& T, const Between& x, const Between& y, const Between& z) {
  double sum = 0.0;
  for (int corner = 0; corner < 8; ++corner) {
    const auto take = [](const Between& p, bool far) { return far ? p.part : 1.0 - p.part; };
    const bool fx = (corner & 1) != 0, fy = (corner & 2) != 0, fz = (corner & 4) != 0;
    const double w = take(x, fx) * take(y, fy) * take(z, fz);
    if (w == 0.0) continue;
    sum += w * static_cast<double>(T(x.low + (fx ? 1 : 0), y.low + (fy ? 1 : 0), z.low + (fz ? 1 : 0)));
  }
  return static_cast<float>(sum);
}

}  // namespace

FoldDifference compare_folds(const FoldedVolume& a, const FoldedVolume& b, std::span<const int> layer_of_b,
                             const Job& job) {
  const Grid3& grid = a.grid;
  FoldDifference difference;
  difference.time = Field<float>(grid.n);
  const auto xs = places(grid, b.grid, 0), ys = places(grid, b.grid, 1), zs = places(grid, b.grid, 2);
  // A level's own sums, so that the result does not depend on the threads.
  struct Level {
    double squares = 0.0, largest = -1.0;
    Index compared = 0, finite = 0, other_layer = 0;
    int i = 0, j = 0;
  };
  std::vector<Level> levels(static_cast<std::size_t>(grid.n[2]));
#pragma omp parallel for schedule(static)
  for (int k = 0; k < grid.n[2]; ++k) {
    if (job.stop.stop_requested()) continue;
    Level& level = levels[static_cast<std::size_t>(k)];
    const Between& z = zs[static_cast<std::size_t>(k)];
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const Between &x = xs[static_cast<std::size_t>(i)], &y = ys[static_cast<std::size_t>(j)];
        float& d = difference.time(i, j, k);
        d = std::numeric_limits<float>::quiet_NaN();
        if (x.low < 0 || y.low < 0 || z.low < 0) continue;
        d = a.arrival(i, j, k) - trilinear(b.arrival, x, y, z);
        ++level.compared;
        const std::size_t layer = b.layer_index(x.nearest, y.nearest, z.nearest);
        if (layer >= layer_of_b.size() || layer_of_b[layer] != a.layer_index(i, j, k)) ++level.other_layer;
        const double size = std::abs(static_cast<double>(d));
        if (!std::isfinite(size)) continue;
        ++level.finite;
        level.squares += size * size;
        if (size > level.largest) level.largest = size, level.i = i, level.j = j;
      }
  }
  job.throw_if_stopped();
  double squares = 0.0, largest = -1.0;
  Index other_layer = 0, finite = 0;
  for (int k = 0; k < grid.n[2]; ++k) {
    const Level& level = levels[static_cast<std::size_t>(k)];
    squares += level.squares;
    difference.compared += level.compared;
    other_layer += level.other_layer;
    finite += level.finite;
    if (level.largest > largest) {
      largest = level.largest;
      difference.largest_at = grid.origin + grid.local(level.i, level.j, k);
    }
  }
  if (difference.compared == 0) return difference;
  const auto count = static_cast<double>(difference.compared);
  difference.rms = std::sqrt(squares / static_cast<double>(std::max(finite, Index{1})));
  difference.largest = std::max(0.0, largest);
  difference.other_layer_share = static_cast<double>(other_layer) / count;
  return difference;
}

}  // namespace foldwave
