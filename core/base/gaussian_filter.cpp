#include "core/base/gaussian_filter.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stop_token>
#include <vector>

namespace foldwave {

namespace {

std::vector<float> weights(double sigma_nodes) {
  const int reach = static_cast<int>(std::ceil(4.5 * sigma_nodes));
  std::vector<double> w;
  for (int i = 0; i <= reach; ++i)
    w.push_back(std::exp(-0.5 * (i / sigma_nodes) * (i / sigma_nodes)));
  const double sum = 2.0 * std::accumulate(w.begin(), w.end(), 0.0) - w[0];
  std::vector<float> half;
  for (const double v : w)
    half.push_back(static_cast<float>(v / sum));
  return half;
}

// The node that stands at place i of the mirrored line, which repeats every 2 n.
int mirrored(int i, int n) {
  i %= 2 * n;
  if (i < 0) i += 2 * n;
  return i < n ? i : 2 * n - 1 - i;
}

// Lines of the innermost axis are neighbours in memory: so many are filtered together.
constexpr int together = 32;

// One bundle of `count` lines of n nodes that begin at `first`, first + 1, ..., their nodes `step` apart.
// Wide weights on a long line take long, so a stop is looked for on the way, about every millisecond.
void filter_lines(float* first, Index step, int n, int count, const std::vector<float>& w,
                  std::vector<float>& line, const std::stop_token& stop) {
  const int reach = static_cast<int>(w.size()) - 1, often = std::max(1, (1 << 16) / (reach + 1));
  line.resize(static_cast<std::size_t>(n + 2 * reach) * together);
  for (int i = -reach; i < n + reach; ++i)
    std::copy_n(first + step * mirrored(i, n), count, line.data() + Index{i + reach} * together);
  float sum[together];
  for (int i = 0; i < n; ++i) {
    if (i % often == 0 && stop.stop_requested()) return;
    const float* const at = line.data() + Index{i + reach} * together;
    for (int c = 0; c < count; ++c)
      sum[c] = w[0] * at[c];
    for (int r = 1; r <= reach; ++r) {
      const float *const before = at - Index{r} * together, *const after = at + Index{r} * together;
      for (int c = 0; c < count; ++c)
        sum[c] += w[static_cast<std::size_t>(r)] * (before[c] + after[c]);
    }
    std::copy_n(sum, count, first + step * i);
  }
}

}  // namespace

void gaussian_filter(Field<float>& field, const Grid3& grid, double sigma, const Job& job) {
  for (std::size_t a = 0; a < 3; ++a) {
    const int n = grid.n[a];
    const double sigma_nodes = sigma / grid.h[a];
    if (n < 2 || sigma_nodes < 0.1) continue;
    // A Gaussian much wider than the line is its mean all the same.
    const std::vector<float> w = weights(std::min(sigma_nodes, 2.0 * n));
    const Index step = a == 0 ? 1 : a == 1 ? grid.n[0] : Index{1} * grid.n[0] * grid.n[1];
    // Lines lie side by side along x; those along x itself go one by one.
    const int beside = a == 0 ? 1 : grid.n[0];
    const int rows = grid.n[a == 2 ? 1 : 2], bundles = (beside + together - 1) / together;
    const int across = a == 0 ? grid.n[1] : 1;
    const Index row_step = a == 2 ? grid.n[0] : Index{1} * grid.n[0] * grid.n[1];
#pragma omp parallel
    {
      std::vector<float> line;
#pragma omp for schedule(static)
      for (Index task = 0; task < Index{1} * rows * across * bundles; ++task) {
        if (job.stop.stop_requested()) continue;
        const Index bundle = task % bundles, other = task / bundles % across, row = task / bundles / across;
        const int first = static_cast<int>(bundle) * together;
        filter_lines(field.data() + row * row_step + other * grid.n[0] + first, step, n,
                     std::min(together, beside - first), w, line, job.stop);
      }
    }
    job.throw_if_stopped();
  }
}

}  // namespace foldwave
