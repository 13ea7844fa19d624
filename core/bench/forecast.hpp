// How good the forecast of this machine is, for `foldwave-cli bench forecast`: the machine is calibrated, and
// then folds and waves run that no calibration has seen, of other sizes, orders, faces, precisions, receivers
// and shapes. Each is foretold twice before it runs: by the calibration alone, and by one that the runs
// before it have mended, as it is in use.
// A run's seconds are the median of `repeat`; what these scatter by themselves is told beside, as no forecast
// can be better.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/engine/forecast/forecast.hpp"
#include "core/forecast/cost/hold_out.hpp"

namespace foldwave {

struct ForecastBenchPlan {
  int waves = 36, folds = 16;
  int repeat = 3;  // an odd number
  unsigned seed = 1;
  std::filesystem::path folder = std::filesystem::temp_directory_path();  // the disk is measured there
};

struct ForecastBenchRow {
  std::string stage;  // "fold", "wave"
  std::string name;   // "112 x 90 x 70, order 8, cpml"
  double seconds = 0.0;
  double scatter = 0.0;  // of ln seconds, of its repeats
  TimeEstimate calibrated, mended;
  std::string failure;  // empty: it ran
};

struct ForecastBenchSummary {
  HoldOutSummary calibrated, mended;
  double scatter = 0.0;  // the median of the rows'
};

struct ForecastBench {
  Calibration calibration;
  std::vector<ForecastBenchRow> rows;
  ForecastBenchSummary summary(const std::string& stage) const;  // empty: of all
};

// Each row is told to `done` as soon as it is there. Throws Stopped.
ForecastBench bench_forecast(const Backend& backend, const ForecastBenchPlan& plan,
                             const std::function<void(const ForecastBenchRow&)>& done, const Job& job);

// The scenarios that are held out, which no calibration runs.
struct HeldOutCase {
  std::string stage, name;
  Scenario scenario;
};
std::vector<HeldOutCase> held_out_cases(const Backend& backend, const ForecastBenchPlan& plan);

}  // namespace foldwave
