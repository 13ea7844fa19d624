// How good the forecast of this machine is, for `foldwave-cli bench forecast`: the machine is calibrated, and
// then folds, waves, locations and surveys run that no calibration has seen, of other sizes, orders, faces,
// precisions, receivers and shapes. Each is foretold twice before it runs: by the calibration alone, and by
// one that the runs before it have mended, as it is in use. A run's seconds are the median of `repeat`, one
// in each round over all of them, so that a minute in which others were at work does not count for one run
// alone; what these scatter by themselves is told beside, as no forecast can be better. When `most_seconds`
// are over no more is begun: first rounds are left out, then runs.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/engine/forecast/forecast.hpp"
#include "core/forecast/cost/hold_out.hpp"

namespace foldwave {

struct ForecastBenchPlan {
  int waves = 36, folds = 16, images = 12;
  int repeat = 3;  // an odd number
  unsigned seed = 1;
  bool known = false;           // the calibration's own runs instead, which are not held out
  double most_seconds = 100.0;  // the calibration left out
  std::filesystem::path folder = std::filesystem::temp_directory_path();  // the disk is measured there
};

struct ForecastBenchRow {
  std::string stage;  // "fold", "wave", "image", "survey"
  std::string name;   // "112 x 90 x 70, order 8, cpml"
  double seconds = 0.0;
  double scatter = 0.0;  // of ln seconds, of its repeats
  TimeEstimate calibrated, mended;
  std::string failure;                    // empty: it ran
  std::map<std::string, double> parts{};  // seconds, each the median
};

struct ForecastBenchSummary {
  HoldOutSummary calibrated, mended;
  double scatter = 0.0;  // the median of the rows'
};

struct ForecastBench {
  Calibration calibration;
  std::vector<ForecastBenchRow> rows;
  int rounds = 0, left_out = 0;  // whole rounds; runs for which there was no time
  ForecastBenchSummary summary(const std::string& stage) const;  // empty: of all
};

// Each row is told to `done` after its first run, with what that took. Throws Stopped.
ForecastBench bench_forecast(const Backend& backend, const ForecastBenchPlan& plan,
                             const std::function<void(const ForecastBenchRow&)>& done, const Job& job);

// The scenarios that are held out, which no calibration runs.
struct HeldOutCase {
  std::string stage, name;
  Scenario scenario;
};
std::vector<HeldOutCase> held_out_cases(const Backend& backend, const ForecastBenchPlan& plan);

// Small scenarios as users have them, of a fold and mostly a wave, for whole jobs by the clock: snapshots in
// one of three, a picture in one of four, and of one wave in four a location or a survey's image.
std::vector<Scenario> drawn_jobs(unsigned seed, int count, bool on_host = true);

}  // namespace foldwave
