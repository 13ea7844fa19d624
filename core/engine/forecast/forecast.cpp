#include "core/engine/forecast/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/engine/forecast/bytes/disk_bytes.hpp"
#include "core/engine/forecast/expected_rates.hpp"
#include "core/engine/forecast/forecast_memory.hpp"
#include "core/engine/made_by.hpp"
#include "core/engine/survey/survey_begin.hpp"
#include "core/engine/survey/survey_setup.hpp"
#include "core/engine/velocity_setup.hpp"
#include "core/model/scenario_check.hpp"

namespace foldwave {

namespace {

std::vector<PartWork> works_of(const StageWork& stage) {
  std::vector<PartWork> works;
  for (const StagePart& part : stage.parts)
    works.push_back(part.work);
  return works;
}

StageForecast foretold_stage(const StageWork& stage, const MachineRates& machine) {
  StageForecast foretold;
  foretold.name = stage.name;
  foretold.kernel = stage.kernel;
  foretold.kernel_shape = stage.kernel_shape;
  const std::vector<PartWork> works = works_of(stage);
  foretold.time = estimate(machine.rates, works, machine.widening);
  double longest = 0.0;
  for (std::size_t i = 0; i < works.size(); ++i) {
    const TimeEstimate time = estimate(machine.rates, std::span(&works[i], 1), machine.widening);
    foretold.parts.push_back({works[i].part, time});
    if (time.seconds <= longest) continue;
    longest = time.seconds;
    foretold.bound_by = bound_of(stage.parts[i], machine.calibration.bounds);
  }
  return foretold;
}

void add_bytes(const Scenario& scenario, const Backend& backend, const MachineRates& machine,
               const ForecastOptions& options, Forecast& result) {
  for (StageForecast& stage : result.stages) {
    const StageBytes bytes = stage_bytes(stage.name, scenario, backend, options, machine.calibration);
    stage.memory_bytes = bytes.memory;
    stage.device_memory_bytes = backend.on_host() ? 0.0 : bytes.device;
    stage.disk_bytes = bytes.disk;
    StageForecast& total = result.total;
    total.memory_bytes = std::max(total.memory_bytes, stage.memory_bytes);
    total.device_memory_bytes = std::max(total.device_memory_bytes, stage.device_memory_bytes);
    total.disk_bytes += stage.disk_bytes;
  }
  if (options.leaves_files()) result.total.disk_bytes += report_bytes;
}

// A run ends where the disk is full, with what it has written by then.
void look_at_disk(const std::filesystem::path& folder, Forecast& result) {
  if (folder.empty()) return;
  result.disk_free = free_disk_bytes(folder);
  const double needed = result.total.disk_bytes;
  if (result.disk_free < 0.0 || needed <= result.disk_free) return;
  result.findings.push_back({Severity::warning, "/outputs",
                             "the files take " + bytes_text(needed) + ", but the disk of " + folder.string() +
                                 " has only " + bytes_text(result.disk_free) + " free",
                             "write elsewhere, or fewer snapshots, or with a larger error"});
}

// A survey that finds no room for its strips in memory, but on the disk of its run, as run_survey has it.
std::optional<Scenario> with_strip_file(const Scenario& scenario, const Backend& backend,
                                        const ForecastOptions& options) {
  const bool automatic = scenario.imaging && scenario.imaging->survey &&
                         scenario.imaging->survey->source_field == SourceFieldKey::automatic;
  if (!automatic || options.folder.empty() || options.elsewhere) return std::nullopt;
  try {
    const VelocityRange range = survey_velocity_range(scenario);
    const ForetoldSurvey foretold = foretold_survey(scenario, range.slowest, range.fastest);
    if (or_strip_file(foretold.source_field, foretold.medium, backend, options.folder) !=
        SourceField::strip_file)
      return std::nullopt;
  } catch (const Error&) {
    return std::nullopt;  // told by the stage
  }
  Scenario settled = scenario;
  settled.imaging->survey->source_field = SourceFieldKey::file;
  return settled;
}

// What is wrong with a wave or an image leaves the fold as it is.
bool is_of_wave(const Finding& finding) {
  return finding.path.starts_with("/propagation") || finding.path.starts_with("/survey") ||
         finding.path.starts_with("/imaging") || finding.path.starts_with("/outputs");
}

}  // namespace

MachineStamp stamp_of_backend(const Backend& backend) {
  MachineStamp stamp = machine_stamp(backend.name(), made_by(backend).device);
  stamp.shares = backend.wave_shares();
  stamp.devices = backend.devices().count;
  return stamp;
}

MachineRates machine_rates(FoundCalibration found, const Backend& backend) {
  MachineRates machine;
  machine.widening = widening_of(found.state, found.calibration);
  machine.state = found.state;
  machine.findings = std::move(found.findings);
  machine.rates = rates_of(found.calibration, backend.on_host());
  machine.calibration = std::move(found.calibration);
  return machine;
}

MachineRates machine_rates(const Backend& backend) {
  const MachineStamp here = stamp_of_backend(backend);
  return machine_rates(find_calibration(calibration_path(here), here), backend);
}

std::string bound_of(const StagePart& part, const MachineBounds& bounds) {
  const auto over = [](double work, double rate) { return rate > 0.0 ? work / rate : 0.0; };
  const std::pair<const char*, double> all[]{{"arithmetic", over(part.operations, bounds.arithmetic)},
                                             {"memory", over(part.bytes, bounds.triad)},
                                             {"launches", part.loops * bounds.launch},
                                             {"disk", over(part.disk, bounds.disk_write)}};
  const auto most = std::ranges::max_element(all, {}, &std::pair<const char*, double>::second);
  if (most->second > 0.0) return most->first;
  const std::string& name = part.work.part;
  return name.ends_with(".picture") ? "pictures" : name.ends_with(".file") ? "files" : "arithmetic";
}

Forecast forecast(const Scenario& asked, const Backend& backend, const MachineRates& machine,
                  const ForecastOptions& options) {
  const std::optional<Scenario> settled = with_strip_file(asked, backend, options);
  const Scenario& scenario = settled ? *settled : asked;
  Forecast result;
  result.calibration = machine.state;
  result.findings = machine.findings;
  result.total.name = "total";
  bool fold_is_sound = true, all_is_sound = true;
  for (Finding& finding : check_scenario(scenario)) {
    if (finding.severity != Severity::error) continue;
    all_is_sound = false;
    fold_is_sound = fold_is_sound && is_of_wave(finding);
    result.findings.push_back(std::move(finding));
  }
  if (!fold_is_sound) return result;
  ForecastOptions possible = options;
  if (!all_is_sound) possible.stages = {"fold"};
  std::vector<PartWork> all;
  double longest = 0.0;
  for (const StageWork& stage : stage_works(scenario, backend, possible, result.findings)) {
    result.stages.push_back(foretold_stage(stage, machine));
    for (PartWork& work : works_of(stage))
      all.push_back(std::move(work));
    if (result.stages.back().time.seconds <= longest) continue;
    longest = result.stages.back().time.seconds;
    result.total.bound_by = result.stages.back().bound_by;
  }
  if (options.files) {
    std::vector<PartWork> program{program_work(scenario)};
    // A process gives its device back after it has told what it took: no run teaches how long that is.
    if (!backend.on_host()) program.push_back({"program.end", {{1.0, {{"program.end"}}}}});
    result.program = estimate(machine.rates, program, machine.widening);
    std::ranges::move(program, std::back_inserter(all));
  }
  result.total.time = estimate(machine.rates, all, machine.widening);
  try {
    add_bytes(scenario, backend, machine, options, result);
    look_at_disk(options.folder, result);
    if (all_is_sound && !options.elsewhere) result.largest_grid = largest_grid(scenario, backend);
  } catch (const Error&) {
    // Told by the stage that it is of.
  }
  const auto have = static_cast<double>(cpu_backend()->free_memory_bytes());
  if (!options.elsewhere && result.total.memory_bytes > have)
    result.findings.push_back({Severity::error, "/grid/nodes",
                               "the run needs " + bytes_text(result.total.memory_bytes) +
                                   " of memory, but this machine has only " + bytes_text(have) + " free",
                               "use fewer nodes or fewer receivers"});
  return result;
}

}  // namespace foldwave
