// A measure with its limits, as `bench imaging` and `bench volumes` tell them. A row passes when its value
// lies within its limits; one that is no finite number fails.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace foldwave {

struct MeasureRow {
  std::string name;  // "location.gradient.noise.worst"
  double value = 0.0;
  double limit = 0.0;
  std::string unit;
  std::string note;  // what was measured, in a few words
  double least = -std::numeric_limits<double>::infinity();
  std::string backend{};  // that it was measured on; empty: the one that was asked for

  bool passed() const { return std::isfinite(value) && value >= least && value <= limit; }
};

using MeasureDone = std::function<void(const MeasureRow&)>;

// Whether rows whose names begin so may be among those that are asked for by first words; none: all are.
inline bool wants_measure(const std::vector<std::string>& words, const std::string& name) {
  return words.empty() || std::ranges::any_of(words, [&](const std::string& wanted) {
           return name.starts_with(wanted) || wanted.starts_with(name);
         });
}

}  // namespace foldwave
