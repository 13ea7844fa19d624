// What the host prepares for the device's foot-point method: the horizon as one spline table, the quadtree of
// its tiles in Morton order, speeds and sizes, in the working precision. Throws InputError for what
// fold/foot/foot_check.hpp refuses.
#pragma once

#include <vector>

#include "core/fold/fold_model.hpp"
#include "gpu/fold/cuda_foot_cells.hpp"

namespace foldwave {

template <class Real>
struct FootPlan {
  SurfaceTable<Real> table;
  std::vector<DeviceTile<Real>> tiles;
  FootSetup<Real> setup;  // points into this plan's own table and tiles
  FootGrid<Real> grid;
  bool section = false;
  double tolerance = 0.0;  // that the table was asked for, metres

  FootPlan() = default;
  FootPlan(FootPlan&&) = default;
  FootPlan& operator=(FootPlan&&) = default;
};

template <class Real>
FootPlan<Real> make_foot_plan(const FoldProblem& problem);

}  // namespace foldwave
