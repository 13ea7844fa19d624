// The larger of two error measures, for the checks of verify: a value that is not a number counts as
// infinite, so that it can never pass for a small one.
#pragma once

#include <cmath>
#include <limits>

namespace foldwave {

inline double worst_of(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::infinity();
  return a < b ? b : a;
}

}  // namespace foldwave
