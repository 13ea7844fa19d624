// The forecast of a run beside what it took: each stage's in its report, the progress's time left, and, when
// the run has ended, the calibration mended by its parts.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/foldwave-cli/terminal/terminal_progress.hpp"
#include "core/engine/forecast/foretold_stretches.hpp"
#include "core/engine/forecast/observe.hpp"
#include "core/output/report.hpp"

namespace foldwave::cli {

class RunForecast {
 public:
  RunForecast(const Scenario& scenario, const Backend& backend, const std::vector<std::string>& stages);

  const Forecast& foretold() const { return foretold_; }
  void expect(TerminalProgress& progress) const;
  // A stage that has ended, with its parts; one that was stopped, or that another back end did, mends
  // nothing.
  void ended(StageReport& stage, PartSeconds parts, double actual, bool mends);
  // Of other runs in this process, whose memory is part of its peak.
  void beside_stages(double seconds) {
    in_stages_ += seconds;
    is_alone_ = false;
  }
  // Of the process so far beside all that was foretold of it, in words and into `outcome`; not beside other
  // runs.
  void tell_whole(nlohmann::ordered_json& outcome) const;
  // Into the calibration's file, of a whole run also what the program took beside its stages. What cannot be
  // kept is no fault of the run.
  void keep(bool whole);

 private:
  void note_packing(const StageReport& stage);
  double drawing_bytes() const;

  MachineStamp here_;
  PartWork program_;
  double in_stages_ = 0.0;  // seconds
  MachineRates machine_;
  Forecast foretold_;
  std::vector<ForetoldStretch> stretches_;
  Index nodes_;
  bool on_host_;
  std::vector<StageWork> works_;
  std::vector<Observation> seen_;
  double foretold_packed_ = 0.0;  // bytes of the wave's snapshots
  double packed_factor_ = 0.0;    // what these were over it; 0: none were packed
  double undrawn_ = 0.0;          // bytes of memory at the peak, without pictures
  bool has_drawn_ = false, is_alone_ = true;
};

}  // namespace foldwave::cli
