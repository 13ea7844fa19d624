// One picture of the running wave, kept for the views.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/base/field.hpp"

namespace foldwave {

struct Snapshot {
  int step = 0;
  double time = 0.0;      // seconds
  Field<float> pressure;  // at the grid's nodes
  double limit = 0.0;     // colours end here: see clip_limit
};

// The value that `percent` of the absolute values stay under, from at most 200 000 evenly spread nodes; quiet
// nodes (under a thousandth of the peak) do not count, so that a young wave in a large box keeps its
// contrast.
double clip_limit(std::span<const float> pressure, double percent);

}  // namespace foldwave
