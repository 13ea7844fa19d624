// The ellipsoid that holds a place with a given probability, from the covariance of its error.
//
//   (x - x^)' C^-1 (x - x^) <= q,   q the quantile of chi-square with 2 (section) or 3 degrees of freedom
//
// Its half axes are sqrt(q) times the roots of C's eigenvalues, along the eigenvectors. C is the part of
// (x, y, z) of a covariance in space and time, so the origin time may be what it will. Metres.
#pragma once

#include <array>
#include <vector>

#include "core/base/vec3.hpp"

namespace foldwave {

using SpaceTimeCovariance = std::array<std::array<double, 4>, 4>;  // x, y, z in metres, t in seconds

struct Ellipsoid {
  int axes = 0;                  // 2 in a section
  std::array<double, 3> half{};  // longest first
  std::array<Vec3, 3> along{};   // unit vectors, of as many axes
};

double chi_square_quantile(double share, int degrees);  // share in (0, 1); degrees 2 or 3

Ellipsoid confidence_ellipsoid(const SpaceTimeCovariance& covariance, bool section, double share);

// The closed outline of the shadow that it throws along the normal of two unit vectors: offsets from its
// middle along them, metres. The shadow's covariance is that of the two directions, with the same quantile.
using ShadowOutline = std::vector<std::array<double, 2>>;
ShadowOutline ellipsoid_shadow(const SpaceTimeCovariance& covariance, bool section, double share, Vec3 u,
                               Vec3 v, int points);

// Whether a place `off` from the middle lies in it.
bool ellipsoid_holds(const SpaceTimeCovariance& covariance, bool section, Vec3 off, double share);

}  // namespace foldwave
