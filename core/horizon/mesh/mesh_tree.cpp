#include "core/horizon/mesh/mesh_tree.hpp"

#include <algorithm>
#include <numeric>

namespace foldwave {

namespace {

void split(const std::vector<Vec3>& centres, std::vector<int>& order, TreeRange range) {
  if (range.leaf()) return;
  const auto at = [&](int i) -> const Vec3& {
    return centres[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
  };
  Vec3 lo = at(range.begin);
  Vec3 hi = lo;
  for (int i = range.begin; i < range.end; ++i)
    for (int a = 0; a < 3; ++a) {
      lo[a] = std::min(lo[a], at(i)[a]);
      hi[a] = std::max(hi[a], at(i)[a]);
    }
  int axis = 0;
  for (int a = 1; a < 3; ++a)
    if (hi[a] - lo[a] > hi[axis] - lo[axis]) axis = a;
  // Ties by index, so that the order does not hang on the library's sort.
  std::nth_element(order.begin() + range.begin, order.begin() + range.middle(), order.begin() + range.end,
                   [&](int p, int q) {
                     const double x = centres[static_cast<std::size_t>(p)][axis];
                     const double y = centres[static_cast<std::size_t>(q)][axis];
                     return x != y ? x < y : p < q;
                   });
  constexpr int worth_a_task = 8192;
#pragma omp task if (range.end - range.begin > worth_a_task) shared(centres, order)
  split(centres, order, range.left());
#pragma omp task if (range.end - range.begin > worth_a_task) shared(centres, order)
  split(centres, order, range.right());
#pragma omp taskwait
}

}  // namespace

std::vector<int> median_order(const std::vector<Vec3>& centres) {
  std::vector<int> order(centres.size());
  std::iota(order.begin(), order.end(), 0);
  if (centres.empty()) return order;
#pragma omp parallel
#pragma omp single
  split(centres, order, {0, 0, static_cast<int>(centres.size())});
  return order;
}

}  // namespace foldwave
