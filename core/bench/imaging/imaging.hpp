// The measures of imaging, for `foldwave-cli bench imaging`: each a row with its case, value, limit and unit.
// A row passes when its value lies within its limits; one that is not a number fails.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/engine/backend.hpp"

namespace foldwave {

struct ImagingRow {
  std::string name;  // "location.gradient.noise.worst"
  double value = 0.0;
  double limit = 0.0;
  std::string unit;
  std::string note;  // what was measured, in a few words
  double least = -std::numeric_limits<double>::infinity();

  bool passed() const { return value >= least && value <= limit; }
};

struct ImagingBenchPlan {
  std::vector<std::string> cases;  // the first words of rows' names; empty: all
  int draws = 200;                 // of noise, a case of the calibration
  bool small = false;              // a section of 200 x 90 nodes and few events, for tests

  bool wants(const std::string& name) const;  // whether any of its rows may be asked for
};

using ImagingDone = std::function<void(const ImagingRow&)>;

// Rows told to `done` as soon as they are there. Throws Stopped, and the errors of what is measured.
std::vector<ImagingRow> bench_imaging(const Backend& backend, const ImagingBenchPlan& plan,
                                      const ImagingDone& done, const Job& job);

}  // namespace foldwave
