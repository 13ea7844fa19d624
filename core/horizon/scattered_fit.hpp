// A smooth surface near many picks: the cubic B-spline on a grid that minimises
//
//   (1/N) sum of (f(x_i, y_i) - z_i)^2  +  mu * (bending energy of f per unit area, made free of units)
//
// so that gaps and the land beyond the picks are bridged with the least bending.
#pragma once

#include <vector>

#include "core/base/progress.hpp"
#include "core/base/vec3.hpp"
#include "core/horizon/bspline_grid.hpp"

namespace foldwave {

struct FitDomain {
  double x0, y0, x1, y1;
  int nx, ny;  // nodes
};

struct ScatteredFit {
  BsplineGrid surface;
  double rms_misfit = 0.0;
  double largest_misfit = 0.0;
};

// `rms` is the misfit to allow: the smoothest surface that keeps it is sought; 0: little smoothing.
// At least 3 picks (x, y, value), not all on one line; the caller has checked. Throws Stopped.
ScatteredFit fit_scattered(const std::vector<Vec3>& picks, const FitDomain& domain, double rms,
                           const Job& job = {});

}  // namespace foldwave
