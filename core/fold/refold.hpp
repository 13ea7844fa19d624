// Several events, one after the other, undone from the youngest back. A node x whose foot on a fold's horizon
// is y, reached at T, lay before that fold at
//
//   X(x) = (y_x, y_y, datum - (F + psi) T),
//
// datum being the depth at which the horizon lay flat; so with folds 1 (the oldest) .. k
//
//   T(x) = T_1(X_2(X_3(.. X_k(x)))).
//
// For F = 0 and a vertical this is vertical shear, exactly. Crossed folds make Ramsay's interference patterns
// (Ramsay 1967; Thiessen & Means 1980). A cut (an unconformity or an erosion) moves nothing; its fields are
// read at X of the folds that are younger than it (fold/layers/layering.hpp). Constant F and psi a, any sign
// of F; feet as in horizon/foot_search.hpp, so the result does not depend on the number of threads.
#pragma once

#include <memory>
#include <optional>
#include <variant>
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

// The surface to which rock was cut away, as it stood at that time, and the depth that flat deposits are
// measured from, where their heights are wanted.
struct PastCut {
  std::shared_ptr<const Horizon> surface;
  std::optional<double> datum{};
};
using PastEvent = std::variant<PastFold, PastCut>;

struct CutFields {
  Field<float> height, flat;  // h; d, or empty
};
struct WalkedBack {
  Field<float> arrival;         // T of the oldest fold; empty where there is no fold
  std::vector<CutFields> cuts;  // youngest first
};

// `events`: oldest first. A node that a front never reaches is infinite, with its side's sign, in T and in
// what is older than that fold. Throws Stopped within 0.1 s.
WalkedBack walk_back(const Grid3& grid, const std::vector<PastEvent>& events, const Job& job);

// Where rock that lay at X before an event lies after it: on a fold's characteristic from its place on the
// horizon, x = y + T (F n + b) with y = (X_x, X_y, f) and T = (datum - X_z) / (F + psi). Nothing: a cut took
// it away. X(x) comes back to X unless the place is reached earlier (F < 0: later) from elsewhere.
std::optional<Vec3> carried_on(const PastEvent& event, const Vec3& X);

// Of a horizon over the grid's map.
double mean_depth(const Horizon& horizon, const Grid3& grid);
double deepest_depth(const Horizon& horizon, const Grid3& grid);

}  // namespace foldwave
