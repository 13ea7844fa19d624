#include <filesystem>
#include <iostream>

#include "app/foldwave-cli/forecast/forecast_output.hpp"
#include "app/foldwave-cli/forecast/storage_output.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "app/foldwave-cli/terminal/terminal_progress.hpp"
#include "core/base/text.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/engine/forecast/calibrate.hpp"
#include "core/engine/forecast/codec_figures.hpp"
#include "core/engine/forecast/distant_machine.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"

namespace foldwave::cli {

namespace {

struct ForecastCommand {
  std::string scenario;
  std::vector<std::string> stages;
  std::string backend = "auto", out = ".", device;
  bool json = false, slurm = false, calibrate = false, storage = false;
  std::vector<double> disks;  // MB a second
};

void calibrate_now(const Backend& backend, const Job& job) {
  std::cerr << "calibrating " << backend.description() << ": at most 15 s\n";
  TerminalProgress progress;
  const Calibration fresh = calibrate(backend, std::filesystem::temp_directory_path(), {&progress, job.stop});
  progress.finish();
  if (const auto before = replace_calibration(fresh); !before.empty())
    std::cerr << "warning: the calibration from before is damaged or of another machine: it is kept as "
              << before.string() << "\n";
  if (fresh.busy)
    std::cerr << "warning: the machine is busy: the same run scattered by "
              << number_text(100.0 * fresh.repeat_scatter, 2) << " %, and forecasts are as unsure\n";
}

int tell_storage(const ForecastCommand& options, const Scenario& scenario, const MachineRates& machine) {
  throw_first_error(check_scenario(scenario), options.scenario);
  std::vector<double> disks(std::begin(usual_disks), std::end(usual_disks));
  if (!options.disks.empty()) disks.clear();
  for (const double megabytes : options.disks)
    disks.push_back(1e6 * megabytes);
  const ScenarioStorage plan = plan_storage(scenario, machine, disks);
  for (const Finding& finding : plan.findings)
    std::cerr << options.scenario << ": " << finding.line() << "\n";
  std::cout << (options.json ? storage_json(plan).dump(2) + "\n" : storage_table(plan));
  return plan.choices.empty() ? 1 : 0;
}

void calibrate_where_needed(const Backend& backend, bool anyway, const Job& job) {
  const MachineRates machine = machine_rates(backend);
  const bool unmeasured = !machine.calibration.measured() || machine.state == CalibrationState::damaged ||
                          machine.state == CalibrationState::foreign;
  if (anyway || unmeasured) calibrate_now(backend, job);
}

int tell_forecast(const ForecastCommand& options, const Scenario& scenario, const Forecast& foretold,
                  const MachineRates& machine, const BackendChoice& choice) {
  for (const Finding& finding : foretold.findings)
    std::cerr << options.scenario << ": " << finding.line() << "\n";
  if (options.json) {
    auto j = forecast_json(foretold, machine, choice);
    if (!options.device.empty()) j["calibration"]["file"] = options.device;
    std::cout << j.dump(2) << "\n";
  } else if (options.slurm && !foretold.stages.empty()) {
    std::cout << slurm_lines(foretold, machine, scenario.name, devices_of(*choice.backend));
  } else if (!options.slurm) {
    std::cout << forecast_table(foretold, machine);
  }
  return has_errors(foretold.findings) ? 1 : 0;
}

// By what was measured on another machine, which is asked for nothing else.
int foretell_elsewhere(const ForecastCommand& options) {
  const StopSignal signal;
  const Scenario scenario = load_scenario(options.scenario, {nullptr, signal.token()});
  const DistantMachine there = distant_machine(options.device);
  const std::string whose = stamp_text(there.machine.calibration.stamp);
  std::cerr << "for " << whose << ", by " << options.device << "\n";
  if (options.storage) return tell_storage(options, scenario, there.machine);
  ForecastOptions asked{options.stages, true};
  asked.elsewhere = true;
  const Forecast foretold = forecast(scenario, *there.backend, there.machine, asked);
  return tell_forecast(options, scenario, foretold, there.machine, {there.backend, "asked for: " + whose});
}

int foretell(const ForecastCommand& options) {
  if (!options.device.empty()) return foretell_elsewhere(options);
  const StopSignal signal;
  const Job job{nullptr, signal.token()};
  const Scenario scenario = load_scenario(options.scenario, job);
  BackendChoice choice{select_backend(options.backend), ""};
  calibrate_where_needed(without_fallback(*choice.backend), options.calibrate, job);
  // Where `run` takes it.
  if (options.backend == "auto") choice = choose_backend(scenario, choice.backend, options.stages);
  if (!choice.reason.empty()) std::cerr << choice_text(choice) << "\n";
  const Backend& backend = without_fallback(*choice.backend);
  MachineRates machine = machine_rates(backend);
  // A calibration of a busy machine, or of an earlier version, has none.
  Calibration& calibration = machine.calibration;
  if (options.storage && calibration.codecs.empty()) {
    calibration.codecs = measure_codecs(backend, job);
    mend_calibration(stamp_of_backend(backend),
                     [&](Calibration& there) { there.codecs = calibration.codecs; });
  }
  if (options.storage) return tell_storage(options, scenario, machine);
  Forecast foretold = forecast(scenario, *choice.backend, machine, {options.stages, true, options.out});
  // What only the horizon and the stability limit can tell; its time is not that of a forecast.
  if (!has_errors(foretold.findings))
    for (Finding& finding : preflight(scenario, *choice.backend, job))
      if (finding.severity == Severity::error) foretold.findings.push_back(std::move(finding));
  return tell_forecast(options, scenario, foretold, machine, {choice.backend, choice.reason});
}

}  // namespace

void add_forecast(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<ForecastCommand>();
  CLI::App* const command =
      app.add_subcommand("forecast", "time, memory and disk of a scenario on this machine, before it runs");
  command->add_option("scenario", options->scenario, "the scenario file")->required();
  command
      ->add_option("--stages", options->stages,
                   "of fold, wave, image; all need the fold, which is always run")
      ->delimiter(',')
      ->check(CLI::IsMember({"fold", "wave", "image"}));
  const auto json = command->add_flag("--json", options->json, "as JSON");
  const auto slurm = command->add_flag("--slurm", options->slurm, "as #SBATCH lines: time, memory, GPUs");
  slurm->excludes(json);
  const auto storage = command->add_flag(
      "--storage", options->storage, "how snapshots are best kept instead: codecs, disks, when packing pays");
  storage->excludes(slurm);
  command->add_option("--disk", options->disks, "disks to plan for, MB a second (default: 140,500,2000)")
      ->delimiter(',')
      ->needs(storage)
      ->check(CLI::PositiveNumber);
  const auto calibrate =
      command->add_flag("--calibrate", options->calibrate, "measure this machine anew: at most 15 s");
  const auto out = command->add_option("--out", options->out,
                                       "the folder of the run, whose disk is asked (default: here)");
  add_backend_option(*command, options->backend);
  command
      ->add_option("--device", options->device,
                   "for a machine or device that is not here: the file of its calibration")
      ->check(CLI::ExistingFile)
      ->excludes(calibrate)
      ->excludes(out);
  command->callback([&chosen, options] { chosen = [options] { return foretell(*options); }; });
}

}  // namespace foldwave::cli
