// A smooth surface near many picks: the cubic B-spline on a grid that minimises
//
//   (1/N) sum of (f(x_i, y_i) - z_i)^2  +  mu * (bending energy of f per unit area, made free of units)
//
// so that gaps and the land beyond the picks are bridged with the least bending. Slopes that are known at
// places, as of measured dips, add their gradient constraints
//
//   + (1/n) sum over i of w_i L^2 |grad f(x_i, y_i) - (fx_i, fy_i)|^2,   w = 1 / (1 + fx^2 + fy^2)
//
// the misfit at right angles to the surface a distance L away, the mean one between all data (at least a
// node's step); n is the number of picks, or of coefficients where those are fewer: a slope weighs as a
// node's picks.
#pragma once

#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/vec3.hpp"
#include "core/horizon/bspline_grid.hpp"

namespace foldwave {

struct FitDomain {
  double x0, y0, x1, y1;
  int nx, ny;  // nodes
};

struct SlopeAt {
  double x, y, fx, fy;
};

struct ScatteredFit {
  BsplineGrid surface;
  double rms_misfit = 0.0;
  double largest_misfit = 0.0;
  double rms_slope_misfit = 0.0;  // of the angle between the surface's normal and a slope's, degrees
};

// `rms` is the misfit to allow: the smoothest surface that keeps it is sought; 0: little smoothing.
// At least 3 picks (x, y, value), not all on one line; the caller has checked. Throws Stopped.
ScatteredFit fit_scattered(const std::vector<Vec3>& picks, const FitDomain& domain, double rms,
                           const Job& job = {}, std::span<const SlopeAt> slopes = {});

}  // namespace foldwave
