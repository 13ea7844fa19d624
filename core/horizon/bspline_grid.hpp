// A height field as a uniform cubic B-spline (twice differentiable), continued outside its nodes by the rim's
// slope.
//
//   f(x, y) = sum over i, j of c_ij B((x - x0)/dx - i) B((y - y0)/dy - j),  B the centred cubic B-spline
//
// Coefficients: (nx + 2) x (ny + 2), x fastest; coefficient (0, 0) belongs to the node one step before the
// first.
#pragma once

#include <vector>

#include "core/horizon/height_jet.hpp"

namespace foldwave {

struct BsplineGrid {
  double x0 = 0.0, y0 = 0.0;
  double dx = 1.0, dy = 1.0;
  int nx = 2, ny = 2;  // nodes
  std::vector<double> coefficients;

  HeightJet at(double x, double y) const;
  double value(double x, double y) const;  // at(x, y).f, at a third of the cost
};

// The spline through values at the nodes (nx x ny, x fastest), with no bending at the rim (natural ends).
BsplineGrid interpolate_on_grid(double x0, double y0, double dx, double dy, int nx, int ny,
                                const std::vector<double>& values);

}  // namespace foldwave
