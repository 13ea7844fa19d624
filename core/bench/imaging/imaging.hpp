// The measures of imaging, for `foldwave-cli bench imaging`.
#pragma once

#include <string>
#include <vector>

#include "core/bench/measure_row.hpp"
#include "core/engine/backend.hpp"

namespace foldwave {

struct ImagingBenchPlan {
  std::vector<std::string> cases;  // the first words of rows' names; empty: all
  int draws = 200;                 // of noise, a case of the calibration
  bool small = false;              // a section of 200 x 90 nodes and few events, for tests

  bool wants(const std::string& name) const;  // whether any of its rows may be asked for
};

// Rows told to `done` as soon as they are there. Throws Stopped, and the errors of what is measured.
std::vector<MeasureRow> bench_imaging(const Backend& backend, const ImagingBenchPlan& plan,
                                      const MeasureDone& done, const Job& job);

}  // namespace foldwave
