// Several folds, one after the other. Each later one is undone from the youngest back: a node x whose foot on
// that fold's horizon is y, reached at T, lay before the fold at
//
//   X(x) = (y_x, y_y, datum - (F + psi) T),
//
// datum being the depth at which the horizon lay flat; so with folds 1 (the oldest) .. k
//
//   T(x) = T_1(X_2(X_3(.. X_k(x)))).
//
// For F = 0 and a vertical this is vertical shear, exactly. Crossed folds make Ramsay's interference patterns
// (Ramsay 1967; Thiessen & Means 1980). Constant F and psi a, any sign of F; feet as in
// horizon/foot_search.hpp, so the result does not depend on the number of threads.
#pragma once

#include <memory>
#include <vector>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"
#include "core/horizon/horizon.hpp"

namespace foldwave {

// Lengths local to the grid, T > 0 on the upper side.
struct PastFold {
  std::shared_ptr<const Horizon> horizon;
  double F = 1.0, psi = 0.0;
  Vec3 b{};            // psi a as the upper side sees it
  double datum = 0.0;  // of no influence for the oldest
};

// `folds`: oldest first, at least one. A node that a front never reaches is infinite, with its side's sign.
// Throws Stopped within 0.1 s.
Field<float> refolded_arrival(const Grid3& grid, const std::vector<PastFold>& folds, const Job& job);

// The mean depth of a horizon over the grid's map.
double mean_depth(const Horizon& horizon, const Grid3& grid);

}  // namespace foldwave
