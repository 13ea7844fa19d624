#include <iostream>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "core/base/text.hpp"
#include "core/bench/imaging/imaging.hpp"
#include "core/engine/fallback_backend.hpp"

namespace foldwave::cli {

namespace {

struct BenchImagingOptions {
  std::string backend = "auto";
  ImagingBenchPlan plan;
  bool json = false;
};

using Json = nlohmann::ordered_json;

const std::vector<int> imaging_widths{-34, 10, 9, 9, -26, -6};

Json json_row(const ImagingRow& row, const std::string& backend) {
  return {{"case", row.name},          {"backend", backend},        {"value", maybe(row.value)},
          {"least", maybe(row.least)}, {"limit", maybe(row.limit)}, {"unit", row.unit},
          {"passed", row.passed()},    {"note", row.note}};
}

int bench_imaging(const BenchImagingOptions& options) {
  const StopSignal signal;
  const auto selected = select_backend(options.backend);
  const Backend& backend = without_fallback(*selected);
  if (!options.json) print_line({"case", "value", "least", "limit", "unit", "passed"}, imaging_widths);
  const auto done = [&](const ImagingRow& row) {
    if (options.json)
      std::cerr << row.name << ": " << number_text(row.value, 4) << " " << row.unit
                << (row.passed() ? "" : ", missed") << std::endl;
    else
      print_line({row.name, number_text(row.value, 4), number_text(row.least, 3), number_text(row.limit, 3),
                  row.unit, row.passed() ? "yes" : "no"},
                 imaging_widths);
  };
  const std::vector<ImagingRow> rows =
      foldwave::bench_imaging(backend, options.plan, done, {nullptr, signal.token()});
  if (options.json) {
    Json j{{"machine", json_machine(backend)}, {"results", Json::array()}};
    for (const ImagingRow& row : rows)
      j["results"].push_back(json_row(row, backend.name()));
    std::cout << j.dump(2) << "\n";
  }
  return rows.empty() ? 1 : 0;
}

}  // namespace

void add_bench_imaging(CLI::App& bench, Command& chosen) {
  const auto options = std::make_shared<BenchImagingOptions>();
  CLI::App* const command =
      bench.add_subcommand("imaging", "location and imaging: every measure with its limit");
  command->add_flag("--json", options->json, "as JSON");
  command->add_flag("--small", options->plan.small, "smaller sections and fewer events");
  add_list_option(*command, "--case", options->plan.cases,
                  "the first words of rows, as location.salt or calibration (default: all)");
  command->add_option("--draws", options->plan.draws, "of noise, a case of the calibration (default: 200)")
      ->check(CLI::Range(1, 100000));
  add_backend_option(*command, options->backend);
  command->callback([&chosen, options] { chosen = [options] { return bench_imaging(*options); }; });
}

}  // namespace foldwave::cli
