#include "core/volume/filter/hough/plane_sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/volume/filter/lines/filter_kernels.hpp"

namespace foldwave {

namespace {

// Sums are made in whole vectors.
int whole_vectors(int n) {
  return (n + 15) / 16 * 16;
}

// Rows with room for every shift on either side, and for whole vectors of sums; zeros there.
struct PaddedRows {
  int room = 0, length = 0;
  Field<float> values;

  PaddedRows(int count, int n, int shift)
      : room(2 * shift), length(whole_vectors(n + 4 * shift) + 16), values({length, count, 1}) {}
  float* row(Index m) { return values.data() + m * length + room; }
};

// Where the rows of one slope begin that are added up, from the first intercept on: of nodes 0, 1, ...
std::vector<int> row_shifts(const SlopeRange& slopes, int i, int nodes) {
  std::vector<int> shifts;
  const int most = slopes.most_shift(nodes);
  for (int m = 0; m < nodes; ++m)
    shifts.push_back(slopes.shift(i, m, nodes) - most);
  return shifts;
}

using ShiftTable = std::vector<std::vector<int>>;
ShiftTable shift_table(const SlopeRange& slopes, int nodes) {
  ShiftTable table;
  for (int i = 0; i < slopes.count; ++i)
    table.push_back(row_shifts(slopes, i, nodes));
  return table;
}

// `along` [s_a][b][c] to sums [s_a][s_b][c]; `rows_b` from one b to the next.
void sum_along_b(PaddedRows& along, Index rows_a, Index rows_b, const PlaneSumsPlan& plan,
                 const ShiftTable& shifts, int ia, Field<float>& sums) {
  std::vector<float> row(static_cast<std::size_t>(whole_vectors(plan.intercepts())));
  for (std::size_t ib = 0; ib < shifts.size(); ++ib) {
    filter_kernels()->sum_rows(along.row(ia * rows_a), rows_b * along.length, shifts[ib].data(), plan.b,
                               static_cast<int>(row.size()), row.data());
    std::copy_n(row.data(), plan.intercepts(), sums.data() + plan.index(ia, static_cast<int>(ib), 0));
  }
}

Field<float> room_for_sums(const PlaneSumsPlan& plan) {
  return Field<float>({plan.intercepts(), plan.slopes_b.count, plan.slopes_a.count});
}

}  // namespace

int SlopeRange::shift(int i, int node, int nodes) const {
  return static_cast<int>(std::lround(at(i) * (node - 0.5 * (nodes - 1))));
}

int SlopeRange::most_shift(int nodes) const {
  return std::max({std::abs(shift(0, 0, nodes)), std::abs(shift(count - 1, 0, nodes)),
                   std::abs(shift(0, nodes - 1, nodes)), std::abs(shift(count - 1, nodes - 1, nodes))});
}

std::vector<int> plane_shifts(const SlopeRange& slopes, int nodes) {
  std::vector<int> all;
  for (const std::vector<int>& shifts : shift_table(slopes, nodes))
    all.insert(all.end(), shifts.begin(), shifts.end());
  return all;
}

Field<float> plane_sums(std::span<const float> box, const PlaneSumsPlan& plan, const Job& job) {
  const int shift_a = plan.slopes_a.most_shift(plan.a), row = plan.c + 2 * shift_a;
  PaddedRows along(plan.slopes_a.count * plan.b, row, plan.slopes_b.most_shift(plan.b));
  const ShiftTable shifts_a = shift_table(plan.slopes_a, plan.a),
                   shifts_b = shift_table(plan.slopes_b, plan.b);
  Field<float> sums = room_for_sums(plan);
#pragma omp parallel
  {
    PaddedRows rows(plan.a, plan.c, shift_a);
#pragma omp for schedule(dynamic)
    for (int b = 0; b < plan.b; ++b) {
      for (int a = 0; a < plan.a; ++a)
        std::copy_n(box.data() + (Index{1} * b * plan.a + a) * plan.c, plan.c, rows.row(a));
      for (int ia = 0; ia < plan.slopes_a.count && !job.stop.stop_requested(); ++ia)
        filter_kernels()->sum_rows(rows.row(0), rows.length, shifts_a[static_cast<std::size_t>(ia)].data(),
                                   plan.a, whole_vectors(row), along.row(Index{1} * ia * plan.b + b));
    }
#pragma omp for schedule(dynamic)
    for (int ia = 0; ia < plan.slopes_a.count; ++ia)
      if (!job.stop.stop_requested()) sum_along_b(along, plan.b, 1, plan, shifts_b, ia, sums);
  }
  job.throw_if_stopped();
  return sums;
}

Field<float> plane_nodes(const PlaneSumsPlan& plan, const Job& job) {
  const int shift_a = plan.slopes_a.most_shift(plan.a), row = plan.c + 2 * shift_a;
  PaddedRows ones(1, plan.c, shift_a), along(plan.slopes_a.count, row, plan.slopes_b.most_shift(plan.b));
  const ShiftTable shifts_a = shift_table(plan.slopes_a, plan.a),
                   shifts_b = shift_table(plan.slopes_b, plan.b);
  std::fill_n(ones.row(0), plan.c, 1.0F);
  Field<float> sums = room_for_sums(plan);
#pragma omp parallel for schedule(dynamic)
  for (int ia = 0; ia < plan.slopes_a.count; ++ia) {
    if (job.stop.stop_requested()) continue;
    filter_kernels()->sum_rows(ones.row(0), 0, shifts_a[static_cast<std::size_t>(ia)].data(), plan.a,
                               whole_vectors(row), along.row(ia));
    sum_along_b(along, 1, 0, plan, shifts_b, ia, sums);
  }
  job.throw_if_stopped();
  return sums;
}

}  // namespace foldwave
