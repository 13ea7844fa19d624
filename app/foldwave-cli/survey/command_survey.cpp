#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <iostream>
#include <thread>

#include "app/foldwave-cli/forecast/forecast_output.hpp"
#include "app/foldwave-cli/pictures.hpp"
#include "app/foldwave-cli/survey/survey_status.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "app/foldwave-cli/terminal/terminal_progress.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/earlier_files.hpp"
#include "core/output/survey_files.hpp"

namespace foldwave::cli {

namespace {

namespace fs = std::filesystem;

struct SurveyOptions {
  std::string scenario, folder, out, backend = "auto";
  int workers = 4;
  double lease = 8.0, patience = 60.0;
  bool json = false, page = false, follow = false;
};

// In single quotes, as a shell takes it.
std::string quoted(const std::string& text) {
  std::string safe = "'";
  for (const char c : text)
    safe += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return safe + "'";
}

// One worker folds, then does its share of the shots, the last of which may have begun late.
std::string array_script(const SurveyPlan& plan, const Backend& backend, int workers) {
  const MachineRates machine = machine_rates(without_fallback(backend));
  Forecast foretold = forecast(plan.scenario, backend, machine, {{"fold", "image"}, false});
  double most = 0.0;
  for (const StageForecast& stage : foretold.stages) {
    const double share = (std::ceil(1.0 * plan.shots / workers) + 1.0) / plan.shots;
    most += stage.time.most * (stage.name == "survey" ? std::min(1.0, share) : 1.0);
  }
  foretold.total.time.most = std::isfinite(most) ? most : 86400.0;
  std::error_code unseen;
  const fs::path program = fs::read_symlink("/proc/self/exe", unseen);
  return slurm_lines(foretold, machine, plan.scenario.name, devices_of(without_fallback(backend))) +
         "#SBATCH --array=1-" + std::to_string(workers) + "\n" +
         "# Workers come and go: a job that is lost, or ends by its time, costs the shot that it was at.\n" +
         "exec " + quoted(program.string()) + " --threads \"${SLURM_CPUS_PER_TASK:-" +
         std::to_string(std::max(1, machine.calibration.stamp.threads)) + "}\" survey work " +
         quoted(plan.folder.string()) + "\n";
}

int plan_it(const SurveyOptions& options) {
  const StopSignal signal;
  TerminalProgress progress;
  const Job job{&progress, signal.token()};
  const Scenario scenario = load_scenario(options.scenario, job);
  if (!scenario.imaging || !scenario.imaging->survey)
    throw InputError(options.scenario, "has no /imaging/survey", "add \"survey\": {} to /imaging");
  const auto backend = select_backend(options.backend);
  throw_first_error(preflight(scenario, *backend, job), options.scenario);
  const SurveyPlan plan = plan_survey(scenario, *backend, options.folder, options.lease, job);
  const int workers = std::min(options.workers, plan.shots);
  const fs::path script = plan.folder / "work.sbatch";
  write_file_atomically(script, array_script(plan, *backend, workers));
  progress.finish();
  std::cerr << plan.shots << " shots are planned; start workers by hand, or " << workers
            << " of them by: sbatch " << script.string() << "\n";
  std::cout << (plan.folder / "plan.json").string() << "\n";
  return 0;
}

int work(const SurveyOptions& options) {
  const StopSignal signal;
  TerminalProgress progress;
  const Job job{&progress, signal.token()};
  const SurveyPlan plan = read_survey_plan(options.folder, job);
  const auto backend = select_backend(plan.backend);
  WorkerOptions worker;
  worker.patience = options.patience;
  worker.say = [](const std::string& line) { std::cerr << "warning: " + line + "\n"; };
  const int done = work_on_survey(plan, *backend, worker, job);
  progress.finish();
  std::cerr << "all shots are done, " << done << " by this worker\n";
  return 0;
}

int merge(const SurveyOptions& options) {
  const StopSignal signal;
  TerminalProgress progress;
  const Job job{&progress, signal.token()};
  const SurveyPlan plan = read_survey_plan(options.folder, job);
  const auto backend = select_backend(plan.backend);
  const FoldResult fold = run_fold(plan.scenario, *backend, job);
  const SurveyResult survey = merge_survey(plan, fold, *backend, job);
  progress.finish();
  RunFolder folder(options.out);
  RunReport report;
  report.scenario = (plan.folder / "scenario.json").string();
  report.backend = backend->name();
  report.device = backend->description();
  StageReport stage = stage_report(survey);
  write_survey(folder, plan.scenario, survey, stage);
  if (plan.scenario.outputs.pictures) draw_survey(folder, plan.scenario, fold, survey, stage);
  for (const std::string& warning : stage.warnings)
    std::cerr << "warning: " << warning << "\n";
  report.stages.push_back(std::move(stage));
  if (const auto removed = folder.finish(report); !removed.empty())
    std::cerr << removed_text(removed, "an earlier run") << "\n";
  std::cout << (folder.path() / "report.json").string() << "\n";
  return 0;
}

int status(const SurveyOptions& options) {
  const StopSignal signal;
  const SurveyPlan plan = read_survey_plan(options.folder, {nullptr, signal.token()});
  const fs::path page = plan.folder / "status.html";
  for (;;) {
    // The page is the folder's clock, too.
    if (options.page) write_file_atomically(page, survey_status_page(plan, task_state(plan.tasks(), page)));
    const TaskState state = task_state(plan.tasks(), options.page ? page : fs::path());
    if (options.page) write_file_atomically(page, survey_status_page(plan, state));
    if (options.json)
      std::cout
          << survey_status_json(plan, state).dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
          << std::endl;
    else
      std::cout << survey_status_text(plan, state) << std::flush;
    if (!options.follow || static_cast<int>(state.done.size()) == plan.shots) return 0;
    for (int tenth = 0; tenth < 20; ++tenth) {
      if (signal.token().stop_requested()) throw Stopped();
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
}

}  // namespace

void add_survey(CLI::App& app, Command& chosen) {
  CLI::App* const survey =
      app.add_subcommand("survey", "the image of a survey by workers that share a folder");
  survey->require_subcommand(1);
  survey->fallthrough();
  const auto options = std::make_shared<SurveyOptions>();
  const auto add = [&](const char* name, const char* help, int (*run)(const SurveyOptions&)) {
    CLI::App* const command = survey->add_subcommand(name, help);
    command->callback([&chosen, options, run] { chosen = [options, run] { return run(*options); }; });
    return command;
  };
  const auto of_folder = [&](CLI::App* command) {
    command->add_option("folder", options->folder, "the folder of the plan")->required();
    return command;
  };
  CLI::App* const plan = add("plan", "lay out the shots, and write a script for Slurm", plan_it);
  plan->add_option("scenario", options->scenario, "the scenario file")->required();
  plan->add_option("--to", options->folder, "a folder that all workers see")->required();
  plan->add_option("--workers", options->workers, "of the script (default: 4)")->check(CLI::Range(1, 100000));
  plan->add_option("--lease", options->lease, "seconds without a sign until a worker's shot is free again")
      ->check(CLI::Range(3.0, 86400.0));
  add_backend_option(*plan, options->backend);
  CLI::App* const worker = of_folder(add("work", "image shots until all are done", work));
  worker->add_option("--patience", options->patience, "seconds to wait for a folder that takes no result")
      ->check(CLI::Range(0.0, 1e9));
  of_folder(add("merge", "stack the shots in their order", merge))
      ->add_option("--out", options->out, "folder for the image")
      ->required();
  CLI::App* const told = of_folder(add("status", "shots and workers now", status));
  told->add_flag("--json", options->json, "as JSON");
  told->add_flag("--page", options->page, "write status.html beside the plan, too");
  told->add_flag("--follow", options->follow, "every 2 s, until all are done");
}

}  // namespace foldwave::cli
