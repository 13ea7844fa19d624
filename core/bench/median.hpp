// The middle of an odd number of measured values.
#pragma once

#include <algorithm>
#include <vector>

namespace foldwave {

inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

}  // namespace foldwave
