#include <charconv>
#include <cmath>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "app/foldwave-cli/terminal/terminal_progress.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/engine/survey/gather_comparison.hpp"
#include "core/formats/segy/trace_words.hpp"
#include "core/model/fields.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/comparison_files.hpp"

namespace foldwave::cli {

namespace {

using ResidualJson = nlohmann::ordered_json;

struct ResidualOptions {
  std::string scenario, recorded;
  std::string difference;  // a SEG-Y file for it
  std::string traces;      // a table
  std::vector<std::string> headers;
  std::string backend = "auto";
  bool as_it_is = false, json = false;
};

ResidualJson number(double value) {
  return std::isfinite(value) ? ResidualJson(value) : ResidualJson(nullptr);
}
ResidualJson number(std::optional<double> value) {
  return value ? number(*value) : ResidualJson(nullptr);
}

ResidualJson residual_json(const GatherComparison& made, const Vec3& origin) {
  const auto worst = worst_trace(made.residual);
  ResidualJson j{{"traces", made.recorded.receivers.size()},
                 {"samples", made.recorded.samples},
                 {"sample_interval", made.recorded.dt},
                 {"scale", made.scale},
                 {"residual", number(made.residual.all)},
                 {"worst_trace", worst ? ResidualJson(*worst + 1) : ResidualJson(nullptr)},
                 {"first_break_median", number(made.recorded_breaks.median)},
                 {"predicted_break_median", number(made.predicted_breaks.median)},
                 {"of_traces", ResidualJson::array()}};
  for (const ComparedTrace& one : compared_traces(made, origin))
    j["of_traces"].push_back({{"x", one.receiver.x},
                              {"y", one.receiver.y},
                              {"depth", one.receiver.z},
                              {"residual", number(one.residual)},
                              {"first_break", number(one.first_break)},
                              {"first_break_residual", number(one.first_break_residual)},
                              {"predicted_break", number(one.predicted_break)}});
  return j;
}

// A key of the scenario's /imaging/headers.
void take_header(const std::string& text, ShotHeaders& headers) {
  const std::size_t equals = text.find('=');
  const std::string key = text.substr(0, equals), value = equals < text.size() ? text.substr(equals + 1) : "";
  bool known = false;
  each_row<ShotHeaders>([&](const auto& row, const std::string&) {
    if (key != row.field.key) return;
    auto& to = std::invoke(row.at, headers);
    if constexpr (std::is_same_v<std::remove_reference_t<decltype(to)>, SegyWord>) {
      to = parse_segy_word_or_none(value, "--header " + key);
      known = true;
    } else if constexpr (std::is_same_v<std::remove_reference_t<decltype(to)>, double>) {
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), to);
      if (error != std::errc() || end != value.data() + value.size() || !(to >= 0.0) || !std::isfinite(to))
        throw InputError("--header", "\"" + value + "\" of " + key + " is no number of 0 or more",
                         "give one");
      known = true;
    }
  });
  if (!known)
    throw InputError("--header", "\"" + text + "\" names no word of a header",
                     "give receiver_x, receiver_y or receiver_elevation and a byte, or scalar, unit or "
                     "interval and a number");
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
  RecordedFile recorded = recorded_file(scenario, options.recorded);
  for (const std::string& header : options.headers)
    take_header(header, recorded.headers);
  const GatherComparison made =
      compare_with_recorded(scenario, fold, *backend, recorded, !options.as_it_is, job);
  progress.finish();
  for (const std::string& warning : made.warnings)
    std::cerr << "warning: " << options.recorded << ": " << warning << "\n";
  if (!options.difference.empty()) {
    const std::string warning = write_difference_segy(options.difference, scenario, made);
    if (!warning.empty()) std::cerr << "warning: " << warning << "\n";
  }
  if (!options.traces.empty()) write_comparison_table(options.traces, made, scenario.grid.origin);
  if (options.json) {
    std::cout << residual_json(made, scenario.grid.origin).dump(2) << "\n";
    return 0;
  }
  const auto milliseconds = [](double s) {
    return std::isfinite(s) ? number_text(1e3 * s, 3) + " ms" : std::string("none");
  };
  std::cout << "traces                " << made.recorded.receivers.size() << ", " << made.recorded.samples
            << " samples of " << number_text(1e3 * made.recorded.dt, 6) << " ms\n"
            << "strength of the shot  " << number_text(made.scale, 4) << "\n"
            << "residual              " << number_text(made.residual.all, 4) << " of the record\n";
  if (const auto worst = worst_trace(made.residual))
    std::cout << "worst trace           " << *worst + 1 << ", " << number_text(made.residual.rms[*worst], 4)
              << "\n";
  std::cout << "first breaks          " << milliseconds(made.recorded_breaks.median)
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
  command->add_option("--header", options->headers,
                      "KEY=VALUE of the gather's headers, as receiver_x=181, over the scenario's own");
  command->add_option("--difference", options->difference, "predicted less recorded, as SEG-Y");
  command->add_option("--traces", options->traces, "a table of all traces, .csv");
  command->add_flag("--as-it-is", options->as_it_is,
                    "amplitudes count as they are; else the shot's strength is found");
  command->add_flag("--json", options->json, "as JSON");
  add_backend_option(*command, options->backend);
  command->callback([&chosen, options] { chosen = [options] { return tell_residual(*options); }; });
}

}  // namespace foldwave::cli
