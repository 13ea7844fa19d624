// The order that traces stand in and what the axis over them says.
#pragma once

#include <string>
#include <vector>

#include "core/wave/wave_model.hpp"

namespace foldwave {

enum class TraceOrder {
  number,    // as they were recorded
  offset,    // horizontal distance from the source, negative before it along the line
  distance,  // along the line through the receivers, from the first one
};

struct GatherAxis {
  std::vector<int> order;     // the traces from left to right
  std::vector<double> value;  // of each place, never falling: trace number from 1, or metres
  std::string title;
};

// `source` local. The line runs from the first receiver to the last; where they are one place, offsets have
// no sign.
GatherAxis gather_axis(const Gather& gather, const Vec3& source, TraceOrder by);

// Horizontal distance of a trace's receiver from the source.
double trace_offset(const Gather& gather, int trace, const Vec3& source);

// The place (0: the middle of the first trace, 1: of the second) where the axis has a value; between two
// equal values that of the first.
double place_of(const GatherAxis& axis, double value);
double value_at(const GatherAxis& axis, double place);

}  // namespace foldwave
