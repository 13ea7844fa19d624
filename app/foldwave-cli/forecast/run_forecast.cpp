#include "app/foldwave-cli/forecast/run_forecast.hpp"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "app/foldwave-cli/forecast/forecast_output.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/engine/forecast/bytes/packed_bytes.hpp"
#include "core/engine/forecast/forecast_memory.hpp"

namespace foldwave::cli {

namespace {

// Since this process was begun, to 10 ms; 0: not known. Of /proc/self/stat the 22nd value, counted behind the
// name in brackets, is its begin since the system's, in ticks.
double process_seconds() {
  std::ifstream file("/proc/self/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return 0.0;
  std::istringstream values(text.substr(name_end + 1));
  std::string value;
  for (int i = 3; i <= 22; ++i)
    values >> value;
  timespec now{};
  if (!values || clock_gettime(CLOCK_BOOTTIME, &now) != 0) return 0.0;
  const double begun = std::strtod(value.c_str(), nullptr) / static_cast<double>(sysconf(_SC_CLK_TCK));
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) - begun;
}

}  // namespace

RunForecast::RunForecast(const Scenario& scenario, const Backend& backend,
                         const std::vector<std::string>& stages)
    : here_(stamp_of_backend(without_fallback(backend))),
      program_(program_work(scenario)),
      machine_(machine_rates(without_fallback(backend))),
      foretold_(forecast(scenario, backend, machine_, {stages, true})),
      stretches_(foretold_stretches(scenario, foretold_)),
      nodes_(scenario.grid.size()),
      on_host_(without_fallback(backend).on_host()) {
  Findings told;
  works_ = stage_works(scenario, backend, {stages, true}, told);
  if (scenario.propagation.enabled) foretold_packed_ = packed_snapshot_bytes(scenario);
  for (const StageForecast& stage : foretold_.stages)
    undrawn_ = std::max(undrawn_, stage_bytes(stage.name, scenario, backend, {stages, false}, {}).memory);
}

void RunForecast::expect(TerminalProgress& progress) const {
  progress.expect(stretches_);
}

void RunForecast::tell_whole(nlohmann::ordered_json& outcome) const {
  const double actual = process_seconds();
  if (!is_alone_ || foretold_.stages.empty() || !(actual > 0.0)) return;
  const TimeEstimate& time = foretold_.total.time;
  std::cerr << "run: " << seconds_text(actual) << ", foretold " << time_range_text(time) << "\n";
  outcome["forecast"] = {
      {"seconds", time.seconds}, {"low", time.low}, {"high", time.high}, {"actual_seconds", actual}};
}

void RunForecast::ended(StageReport& stage, PartSeconds parts, double actual, bool mends) {
  const auto named = [&](const auto& one) { return one.name == stage.name; };
  in_stages_ += actual;
  if (const auto f = std::ranges::find_if(foretold_.stages, named); f != foretold_.stages.end())
    stage.foretold = StageForetold{f->time.seconds, f->time.low, f->time.high, actual};
  const auto work = std::ranges::find_if(works_, named);
  if (!mends || stage.stopped || work == works_.end()) return;
  for (const auto& [key, value] : stage.figures)
    for (const char* const part : {"file", "picture", "geometry"})
      if (key == std::string(part) + "_seconds") parts[stage.name + "." + part] = std::get<double>(value);
  has_drawn_ = has_drawn_ || std::ranges::any_of(work->parts, [&](const StagePart& part) {
                 return part.work.part == stage.name + ".picture";
               });
  note_packing(stage);
  for (Observation& one : observed(*work, parts))
    seen_.push_back(std::move(one));
}

// How small snapshots of this user's waves become, against what is foretold of any.
void RunForecast::note_packing(const StageReport& stage) {
  double written = 0.0;
  bool packed = false;
  for (const auto& [key, value] : stage.figures) {
    if (key == "snapshot_file_bytes") written = static_cast<double>(std::get<std::int64_t>(value));
    if (key == "snapshot_format") packed = std::get<std::string>(value) == "hdf";
  }
  constexpr double least = 1e6;  // bytes: heads of files and first instants tell nothing
  if (packed && written > least && foretold_packed_ > least) packed_factor_ = written / foretold_packed_;
}

// What pictures took, where nothing else took as much. 0: not known.
double RunForecast::drawing_bytes() const {
  const auto peak = static_cast<double>(peak_memory_bytes());
  constexpr double clearly = 1.05;
  if (!has_drawn_ || !is_alone_ || peak <= clearly * undrawn_) return 0.0;
  return std::max(0.0, drawing_bytes_of(peak, nodes_, on_host_));
}

void RunForecast::keep(bool whole) {
  if (seen_.empty()) return;
  if (const double outside = process_seconds() - in_stages_; whole && outside > 0.0 && outside < 3600.0)
    seen_.push_back({program_, outside});
  try {
    mend_calibration(here_, [this](Calibration& there) {
      there.add_run(std::move(seen_));
      double& factor = there.packed_factor;
      if (packed_factor_ > 0.0) factor = 0.5 * ((factor > 0.0 ? factor : 1.0) + packed_factor_);
      if (const double drawing = drawing_bytes(); drawing > 0.0)
        there.drawing_bytes = there.drawing_bytes > 0.0 ? 0.5 * (there.drawing_bytes + drawing) : drawing;
    });
  } catch (const Error&) {
    // A cache that cannot be written is done without.
  }
}

}  // namespace foldwave::cli
