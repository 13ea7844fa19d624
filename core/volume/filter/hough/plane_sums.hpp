// Sums over all planes c = intercept + s_a (a - middle) + s_b (b - middle) of a box, one axis after the
// other, so that n slopes an axis in n^3 nodes cost 2 n^4 additions instead of n^5:
//
//   F(s_a, b, c) = sum_a f(a, b, c + round(s_a a)),   P(s_a, s_b, c) = sum_b F(s_a, b, c + round(s_b b))
//
// Shapes: the box [b][a][c], c fastest; sums [s_a][s_b][c]. Intercepts are heights in the middle of the box,
// from -pad on, so that planes whose middle lies beyond it count. Units: nodes. The same bits for any
// threads.
#pragma once

#include <span>
#include <vector>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"

namespace foldwave {

struct SlopeRange {
  int count = 1;
  double first = 0.0, step = 0.0;

  double at(double i) const { return first + i * step; }
  int shift(int i, int node, int nodes) const;  // of that slope at a node, whole nodes
  int most_shift(int nodes) const;              // in magnitude
};

struct PlaneSumsPlan {
  int a = 1, b = 1, c = 1;  // nodes
  SlopeRange slopes_a, slopes_b;

  int pad() const { return slopes_a.most_shift(a) + slopes_b.most_shift(b); }
  int intercepts() const { return c + 2 * pad(); }
  Index index(int ia, int ib, int k) const {
    return (Index{1} * ia * slopes_b.count + ib) * intercepts() + k;
  }
};

// Where the rows of each slope begin that are added up, of node 0, 1, ... of an axis: all of a slope, then
// those of the next.
std::vector<int> plane_shifts(const SlopeRange& slopes, int nodes);

Field<float> plane_sums(std::span<const float> box, const PlaneSumsPlan& plan, const Job& job = {});

// How many nodes of the box each plane has: the sums of a box of ones.
Field<float> plane_nodes(const PlaneSumsPlan& plan, const Job& job = {});

}  // namespace foldwave
