// The larger of two error measures, for checks and tests: std::max(worst, NaN) keeps `worst`, so that a field
// of NaN would pass. Here what is not a number counts as infinite.
#pragma once

#include <cmath>
#include <concepts>
#include <limits>

namespace foldwave {

template <std::floating_point Real>
Real worst_of(Real a, Real b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<Real>::infinity();
  return a < b ? b : a;
}

}  // namespace foldwave
