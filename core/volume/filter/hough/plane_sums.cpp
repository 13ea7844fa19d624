#include "core/volume/filter/hough/plane_sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace foldwave {

namespace {

void add_row(const float* from, int n, float* to) {
  for (int c = 0; c < n; ++c)
    to[c] += from[c];
}

// Along a, of one b: rows [s_a] of c + 2 shifts of a.
void sums_along_a(const float* rows, Index pitch, const PlaneSumsPlan& plan, int ia, float* to) {
  const int most = plan.slopes_a.most_shift(plan.a);
  for (int a = 0; a < plan.a; ++a)
    add_row(rows + a * pitch, plan.c, to + most - plan.slopes_a.shift(ia, a, plan.a));
}

// `pitch` from the row of one b to the next.
void sums_along_b(const float* rows, Index pitch, const PlaneSumsPlan& plan, int ib, float* to) {
  const int most = plan.slopes_b.most_shift(plan.b), n = plan.c + 2 * plan.slopes_a.most_shift(plan.a);
  for (int b = 0; b < plan.b; ++b)
    add_row(rows + b * pitch, n, to + most - plan.slopes_b.shift(ib, b, plan.b));
}

}  // namespace

int SlopeRange::shift(int i, int node, int nodes) const {
  return static_cast<int>(std::lround(at(i) * (node - 0.5 * (nodes - 1))));
}

int SlopeRange::most_shift(int nodes) const {
  return std::max({std::abs(shift(0, 0, nodes)), std::abs(shift(count - 1, 0, nodes)),
                   std::abs(shift(0, nodes - 1, nodes)), std::abs(shift(count - 1, nodes - 1, nodes))});
}

std::vector<float> plane_sums(std::span<const float> box, const PlaneSumsPlan& plan, const Job& job) {
  const Index row = plan.c + 2 * plan.slopes_a.most_shift(plan.a);
  std::vector<float> along(static_cast<std::size_t>(plan.slopes_a.count) * static_cast<std::size_t>(plan.b) *
                           static_cast<std::size_t>(row));
  std::vector<float> sums(static_cast<std::size_t>(plan.slopes_a.count) *
                          static_cast<std::size_t>(plan.slopes_b.count) *
                          static_cast<std::size_t>(plan.intercepts()));
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int b = 0; b < plan.b; ++b)
      for (int ia = 0; ia < plan.slopes_a.count && !job.stop.stop_requested(); ++ia)
        sums_along_a(box.data() + Index{1} * b * plan.a * plan.c, plan.c, plan, ia,
                     along.data() + (Index{1} * ia * plan.b + b) * row);
#pragma omp for schedule(static)
    for (int ia = 0; ia < plan.slopes_a.count; ++ia)
      for (int ib = 0; ib < plan.slopes_b.count && !job.stop.stop_requested(); ++ib)
        sums_along_b(along.data() + Index{1} * ia * plan.b * row, row, plan, ib,
                     sums.data() + plan.index(ia, ib, 0));
  }
  job.throw_if_stopped();
  return sums;
}

std::vector<float> plane_nodes(const PlaneSumsPlan& plan, const Job& job) {
  const std::vector<float> ones(static_cast<std::size_t>(plan.c), 1.0F);
  std::vector<float> sums(static_cast<std::size_t>(plan.slopes_a.count) *
                          static_cast<std::size_t>(plan.slopes_b.count) *
                          static_cast<std::size_t>(plan.intercepts()));
  const auto row = static_cast<std::size_t>(plan.c + 2 * plan.slopes_a.most_shift(plan.a));
#pragma omp parallel for schedule(static)
  for (int ia = 0; ia < plan.slopes_a.count; ++ia) {
    std::vector<float> along(row);
    sums_along_a(ones.data(), 0, plan, ia, along.data());
    for (int ib = 0; ib < plan.slopes_b.count && !job.stop.stop_requested(); ++ib)
      sums_along_b(along.data(), 0, plan, ib, sums.data() + plan.index(ia, ib, 0));
  }
  job.throw_if_stopped();
  return sums;
}

}  // namespace foldwave
