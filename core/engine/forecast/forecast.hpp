// What a scenario will cost on this machine, before anything runs: time with a 90 % interval, memory of host
// and device, disk, what bounds each stage, and the largest grid that fits. Arithmetic alone, below 10 ms: no
// horizon is built, nothing is solved (a velocity file is read the first time). Rates are those of a
// calibration (calibrate.hpp); without one they are rough, and the interval says so.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/engine/forecast/stage_work.hpp"
#include "core/forecast/calibration/calibration_file.hpp"
#include "core/forecast/cost/estimate.hpp"
#include "core/model/findings.hpp"

namespace foldwave {

// A calibration with its rates, which a forecast is made of in no time.
struct MachineRates {
  Calibration calibration;
  CalibrationState state = CalibrationState::missing;
  Findings findings;  // of the calibration
  Rates rates;
  double widening = 0.0;
};
MachineRates machine_rates(FoundCalibration found, const Backend& backend);
MachineRates machine_rates(const Backend& backend);  // of the file in the cache
MachineStamp stamp_of_backend(const Backend& backend);

struct PartForecast {
  std::string name;
  TimeEstimate time;
};
struct StageForecast {
  std::string name;
  TimeEstimate time;
  double memory_bytes = 0.0;         // of this machine at the stage's peak, the program's own included
  double device_memory_bytes = 0.0;  // 0: on the processor
  double disk_bytes = 0.0;           // of the files that it leaves
  std::string bound_by;              // of its longest part: bound_of
  std::vector<PartForecast> parts;
  std::string kernel, kernel_shape;  // as StageWork has them; empty: of the total
};

struct Forecast {
  std::vector<StageForecast> stages;
  TimeEstimate program;               // its start, checks and report, beside the stages; without files: none
  StageForecast total;                // of all, and of the program; memory: the largest
  double disk_free = -1.0;            // bytes of the folder's disk; below 0: not asked, or not known
  std::array<int, 3> largest_grid{};  // nodes of the same box and shape that fit; zeros: not known
  CalibrationState calibration = CalibrationState::missing;
  Findings findings;  // the calibration's, and why the scenario cannot run, if so
};

// Never throws for a scenario that cannot run: that is a finding, and what can be said is.
Forecast forecast(const Scenario& scenario, const Backend& backend, const MachineRates& machine,
                  const ForecastOptions& options = {});

// "memory"; of a part whose bounds are not known "arithmetic".
// What limits a part: "memory", "arithmetic", "launches" or "disk" by what it does of each; "pictures" or
// "files" of one that is drawn, or packed and written, by many small steps.
std::string bound_of(const StagePart& part, const MachineBounds& bounds);

}  // namespace foldwave
