// The travel time of a front that moves with speed F in its normal direction and is carried along by b = psi
// a, from a point along the displacement d (Sourouri 2012, appendix A, with its lost digits put right):
//
//   tau(d) = |d|^2 / ( b.d + sqrt( (b.d)^2 + (F^2 - |b|^2) |d|^2 ) )
//
// It is the first arrival for 0 < F < |b| too. For F < 0 it is the last one (fold class 3),
//
//   tau(d) = ( b.d + sqrt( (b.d)^2 - (|b|^2 - F^2) |d|^2 ) ) / ( |b|^2 - F^2 )
//
// and for F = 0 (class 2) |d| / |b|, along b alone. Infinity where the front never comes: outside the cone
// about b.
#pragma once

#include <cmath>
#include <limits>

#include "core/base/vec3.hpp"

namespace foldwave {

template <class Real>
HOST_DEVICE Real travel_time(Vec3T<Real> d, Real F, Vec3T<Real> b) {
  const Real dd = dot(d, d);
  if (dd == Real(0)) return Real(0);
  const Real along = dot(b, d);
  const Real excess = F * F - dot(b, b);
  const Real D = along * along + excess * dd;
  if (D < Real(0)) return std::numeric_limits<Real>::infinity();
  const Real root = std::sqrt(D);
  if (F < Real(0))
    return along > Real(0) && excess < Real(0) ? (along + root) / -excess
                                               : std::numeric_limits<Real>::infinity();
  // Against the current the sum cancels; the conjugate form does not.
  if (along < Real(0)) {
    if (excess <= Real(0)) return std::numeric_limits<Real>::infinity();
    return (root - along) / excess;
  }
  const Real below = along + root;
  return below > Real(0) ? dd / below : std::numeric_limits<Real>::infinity();
}

}  // namespace foldwave
