#include <algorithm>
#include <iostream>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "core/base/text.hpp"
#include "core/bench/filter.hpp"
#include "core/engine/fallback_backend.hpp"

namespace foldwave::cli {

namespace {

struct BenchFilterOptions {
  std::string backend = "auto";
  FilterBenchPlan plan;
  bool json = false;
};

using Json = nlohmann::ordered_json;

const std::vector<int> filter_widths{-24, 6, 4, 10, 10, 10, -16, 8};

Json json_row(const FilterBenchRow& row, const std::string& backend) {
  Json j{{"case", row.name}, {"backend", backend}, {"n", {row.n, row.n, row.n}}, {"threads", row.threads}};
  if (!row.failure.empty()) {
    j["failure"] = row.failure;
    return j;
  }
  j["seconds"] = row.seconds;
  j["work_seconds"] = row.work_seconds;
  j["work"] = row.work;
  j["rate"] = row.rate();
  j["rate_unit"] = row.unit;
  j["seed_rate"] = maybe(row.seed_rate);
  j["gain_over_one_thread"] = maybe(row.gain);
  j["seed_gain_over_one_core"] = maybe(row.seed_gain);
  return j;
}

void print_row(const FilterBenchRow& row) {
  std::vector<std::string> cells{row.name, std::to_string(row.n), std::to_string(row.threads)};
  if (row.failure.empty()) {
    for (const double seconds : {row.seconds, row.work_seconds})
      cells.push_back(number_text(seconds, 4));
    cells.push_back(number_text(1e-9 * row.rate(), 4));
    cells.push_back("G " + row.unit);
    cells.push_back(row.seed_rate ? number_text(row.rate() / *row.seed_rate, 3) + " x" : "-");
  } else {
    cells.push_back("-  " + row.failure);
  }
  print_line(cells, filter_widths);
}

int bench_filter(const BenchFilterOptions& options) {
  const StopSignal signal;
  const auto selected = select_backend(options.backend);
  const Backend& backend = without_fallback(*selected);
  if (!options.json) {
    std::cout << backend.name() << ": " << backend.description() << "\n"
              << "the run of the median seconds; work: of it, the kernels alone, and the rate is of these; "
                 "seed: by its GPU's rate\n\n";
    print_line({"case", "n", "thr", "seconds", "work", "rate", "", "seed"}, filter_widths);
  }
  const auto done = [&](const FilterBenchRow& row) {
    if (!options.json)
      print_row(row);
    else
      std::cerr << row.name << ", " << row.threads
                << " threads: " << (row.failure.empty() ? number_text(row.seconds, 3) + " s" : row.failure)
                << std::endl;
  };
  const std::vector<FilterBenchRow> rows =
      foldwave::bench_filter(backend, options.plan, done, {nullptr, signal.token()});
  if (options.json) {
    Json j{{"machine", json_machine(backend)}, {"results", Json::array()}};
    j["machine"]["repeat"] = options.plan.repeat;
    for (const FilterBenchRow& row : rows)
      j["results"].push_back(json_row(row, backend.name()));
    std::cout << j.dump(2) << "\n";
  }
  return std::any_of(rows.begin(), rows.end(), [](const FilterBenchRow& r) { return r.failure.empty(); }) ? 0
                                                                                                          : 1;
}

}  // namespace

void add_bench_filter(CLI::App& bench, Command& chosen) {
  const auto options = std::make_shared<BenchFilterOptions>();
  CLI::App* const command =
      bench.add_subcommand("filter", "the volumes' filters: multiply-adds, nodes and votes a second");
  command->add_flag("--json", options->json, "as JSON");
  add_list_option(*command, "--sizes", options->plan.sizes,
                  "nodes a side (default: 512 on a device, 256 on the CPU)")
      .check(CLI::Range(8, 4096));
  add_list_option(*command, "--sigma", options->plan.sigmas,
                  "of the case gaussian, nodes (default: 1,3,5,20,60)")
      .check(CLI::Range(0.1, 1e4));
  add_list_option(*command, "--case", options->plan.cases, "of these (default: all)")
      .check(CLI::IsMember({"gaussian-direct-5", "gaussian-direct-9", "gaussian-direct-13",
                            "gaussian-separable-13", "gaussian", "gaussian-turned", "hough-lines",
                            "hough-plane"}));
  add_list_option(*command, "--threads", options->plan.threads, "counts to measure (default: all)")
      .check(CLI::Range(1, 1024));
  add_repeat_option(*command, options->plan.repeat);
  add_backend_option(*command, options->backend);
  command->callback([&chosen, options] { chosen = [options] { return bench_filter(*options); }; });
}

}  // namespace foldwave::cli
