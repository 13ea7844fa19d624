// How many nodes of a fold have no arrival: infinite with their side's sign, or not a number.
#pragma once

#include <cmath>

#include "core/base/field.hpp"

namespace foldwave {

template <class Real>
Index unreached_nodes(const Field<Real>& arrival) {
  const Real* const T = arrival.data();
  const Index size = arrival.size();
  Index count = 0;
#pragma omp parallel for schedule(static) reduction(+ : count)
  for (Index m = 0; m < size; ++m)
    count += std::isfinite(T[m]) ? 0 : 1;
  return count;
}

}  // namespace foldwave
