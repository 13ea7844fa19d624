#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "app/foldwave-cli/terminal/terminal_progress.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/engine/survey/gather_comparison.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/run_folder.hpp"

namespace foldwave::cli {

namespace {

using ResidualJson = nlohmann::ordered_json;

struct ResidualOptions {
  std::string scenario, recorded;
  std::string difference;  // a SEG-Y file for it
  std::string traces;      // a table
  std::string backend = "auto";
  bool as_it_is = false, json = false;
};

ResidualJson number(double value) {
  return std::isfinite(value) ? ResidualJson(value) : ResidualJson(nullptr);
}
ResidualJson seconds(const std::vector<std::optional<double>>& values, std::size_t at) {
  return at < values.size() && values[at] ? ResidualJson(*values[at]) : ResidualJson(nullptr);
}

ResidualJson residual_json(const GatherComparison& made, const Vec3& origin) {
  ResidualJson j{{"traces", made.recorded.receivers.size()},
                 {"samples", made.recorded.samples},
                 {"sample_interval", made.recorded.dt},
                 {"scale", made.scale},
                 {"residual", number(made.residual.all)},
                 {"first_break_median", number(made.recorded_breaks.median)},
                 {"predicted_break_median", number(made.predicted_breaks.median)},
                 {"of_traces", ResidualJson::array()}};
  for (std::size_t r = 0; r < made.recorded.receivers.size(); ++r) {
    const Vec3 at = origin + made.recorded.receivers[r];
    j["of_traces"].push_back({{"x", at.x},
                              {"y", at.y},
                              {"depth", at.z},
                              {"residual", number(made.residual.rms[r])},
                              {"first_break", seconds(made.recorded_breaks.picked, r)},
                              {"first_break_residual", seconds(made.recorded_breaks.residual, r)},
                              {"predicted_break", seconds(made.predicted_breaks.picked, r)}});
  }
  return j;
}

std::string residual_table(const ResidualJson& j) {
  const auto cell = [](const ResidualJson& value) {
    return value.is_null() ? std::string() : number_text(value.get<double>(), 9);
  };
  std::string text = "x_m,y_m,depth_m,residual,first_break_s,first_break_residual_s,predicted_break_s\n";
  for (const ResidualJson& one : j["of_traces"]) {
    std::string line;
    for (const auto& [key, value] : one.items())
      line += (line.empty() ? "" : ",") + cell(value);
    text += line + "\n";
  }
  return text;
}

void write_difference(const std::string& file, const Scenario& scenario, const GatherComparison& made) {
  Scenario named = scenario;
  named.name += ", less what was recorded";
  WaveResult of_difference;
  of_difference.run.gather = made.residual.difference;
  const std::string warning = write_gather_segy(file, named, of_difference);
  if (!warning.empty()) std::cerr << "warning: " << warning << "\n";
}

int tell_residual(const ResidualOptions& options) {
  const StopSignal signal;
  const Job quiet{nullptr, signal.token()};
  const Scenario scenario = load_scenario(options.scenario, quiet);
  const auto backend = select_backend(options.backend);
  throw_first_error(preflight(scenario, *backend, quiet), options.scenario);
  TerminalProgress progress;
  const Job job{&progress, signal.token()};
  const FoldResult fold = run_fold(scenario, *backend, job);
  const GatherComparison made =
      compare_with_recorded(scenario, fold, *backend, options.recorded, !options.as_it_is, job);
  progress.finish();
  for (const std::string& warning : made.warnings)
    std::cerr << "warning: " << options.recorded << ": " << warning << "\n";
  const ResidualJson j = residual_json(made, scenario.grid.origin);
  if (!options.difference.empty()) write_difference(options.difference, scenario, made);
  if (!options.traces.empty()) write_file_atomically(options.traces, residual_table(j));
  if (options.json) {
    std::cout << j.dump(2) << "\n";
    return 0;
  }
  const auto milliseconds = [](double s) {
    return std::isfinite(s) ? number_text(1e3 * s, 3) + " ms" : std::string("none");
  };
  std::cout << "traces                " << made.recorded.receivers.size() << ", " << made.recorded.samples
            << " samples of " << number_text(1e3 * made.recorded.dt, 6) << " ms\n"
            << "strength of the shot  " << number_text(made.scale, 4) << "\n"
            << "residual              " << number_text(made.residual.all, 4) << " of the record\n"
            << "first breaks          " << milliseconds(made.recorded_breaks.median)
            << " from the travel times, the predicted ones " << milliseconds(made.predicted_breaks.median)
            << " (medians)\n";
  return 0;
}

}  // namespace

void add_residual(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<ResidualOptions>();
  CLI::App* const command =
      app.add_subcommand("residual", "a recorded gather against what the scenario's wave brings there");
  command->add_option("scenario", options->scenario, "the scenario file")->required();
  command->add_option("recorded", options->recorded, "a SEG-Y gather with geometry in map coordinates")
      ->required();
  command->add_option("--difference", options->difference, "predicted less recorded, as SEG-Y");
  command->add_option("--traces", options->traces, "a table of all traces, .csv");
  command->add_flag("--as-it-is", options->as_it_is,
                    "amplitudes count as they are; else the shot's strength is found");
  command->add_flag("--json", options->json, "as JSON");
  add_backend_option(*command, options->backend);
  command->callback([&chosen, options] { chosen = [options] { return tell_residual(*options); }; });
}

}  // namespace foldwave::cli
