#include <algorithm>
#include <cmath>
#include <iostream>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "core/base/text.hpp"
#include "core/bench/fold.hpp"
#include "core/engine/fallback_backend.hpp"

namespace foldwave::cli {

namespace {

struct BenchFoldOptions {
  std::string backend = "auto";
  std::vector<int> sizes{160, 320, 400};
  std::vector<std::string> cases{"seed", "isotropic"};
  std::vector<std::string> precisions{"single", "double"};
  std::vector<int> threads;  // empty: 1, 2, 4, ... and all
  std::string only;          // a method; empty: every one
  int repeat = 3;
  bool json = false;
};

using Json = nlohmann::ordered_json;

const std::vector<int> fold_widths{-14, -11, -7, 4, -16, 7, 9, 9, 9, 9, 9, 9, 9, 8};

FoldBenchPlan plan_of(const BenchFoldOptions& options) {
  FoldBenchPlan plan;
  plan.sizes = options.sizes;
  plan.threads = options.threads;
  plan.repeat = options.repeat;
  plan.cases.clear();
  for (const std::string& name : options.cases)
    plan.cases.push_back(name == "seed" ? FoldBenchCase::seed : FoldBenchCase::isotropic);
  plan.precisions.clear();
  for (const std::string& name : options.precisions)
    plan.precisions.push_back(name == "double" ? Precision::binary64 : Precision::binary32);
  if (!options.only.empty()) plan.only = fold_method_named(options.only);
  return plan;
}

// What the figures count.
Json fold_counts() {
  return {
      {"seconds", "the whole solve, start values and transfers included; the run of the median of `repeat`"},
      {"start_seconds", "of these, start values"},
      {"device_seconds", "kernels alone, by the device's clock"},
      {"transfer_seconds", "to the device and from it"},
      {"rate", "nodes by seconds"}};
}

Json json_row(const FoldBenchRow& row, const std::string& backend) {
  Json j{{"case", row.name},
         {"backend", backend},
         {"solver", row.solver},
         {"precision", precision_name(row.precision)},
         {"n", {row.n, row.n, row.n}},
         {"threads", row.threads},
         {"every_node_visited", row.every_node_visited},
         {"to_convergence", row.to_convergence}};
  if (!row.failure.empty()) {
    j["failure"] = row.failure;
    return j;
  }
  j["sweeps"] = row.sweeps;
  j["unreached_nodes"] = row.unreached;
  j["seconds"] = row.seconds;
  j["start_seconds"] = row.start_seconds;
  j["solve_seconds"] = row.solve_seconds();
  j["device_seconds"] = maybe(row.device_seconds);
  j["transfer_seconds"] = maybe(row.transfer_seconds);
  j["rate"] = row.nodes_per_second();
  j["rate_unit"] = "nodes/s";
  j["largest_error"] = maybe(row.largest_error);
  j["mean_error"] = maybe(row.mean_error);
  j["error_unit"] = "of the largest T";
  j["peak_memory_bytes"] = row.peak_memory_bytes;
  return j;
}

std::string schedule(const FoldBenchRow& row) {
  if (row.to_convergence) return "converged";
  return row.every_node_visited ? "every node" : "settled skipped";
}

void print_fold_head(const Backend& backend) {
  std::cout
      << backend.name() << ": " << backend.description() << "\n"
      << "seconds: all of the solve; start: of these, start values; device: kernels alone; errors: of the "
         "largest T\n\n";
  print_line({"case", "solver", "prec.", "thr", "schedule", "sweeps", "seconds", "start", "device",
              "transfer", "Mnodes/s", "largest", "mean", "B/node"},
             fold_widths);
}

void print_row(const FoldBenchRow& row) {
  std::vector<std::string> cells{row.name, row.solver, precision_name(row.precision),
                                 std::to_string(row.threads), schedule(row)};
  if (!row.failure.empty()) {
    cells.push_back("-  " + row.failure);
    print_line(cells, fold_widths);
    return;
  }
  const auto seconds = [](std::optional<double> s) { return s ? number_text(*s, 3) : std::string("-"); };
  const double nodes = row.nodes_per_second() * row.seconds;
  for (const std::string& cell :
       {std::to_string(row.sweeps), seconds(row.seconds), seconds(row.start_seconds),
        seconds(row.device_seconds), seconds(row.transfer_seconds),
        number_text(1e-6 * row.nodes_per_second(), 3), number_text(row.largest_error, 2),
        number_text(row.mean_error, 2), number_text(static_cast<double>(row.peak_memory_bytes) / nodes, 3)})
    cells.push_back(cell);
  print_line(cells, fold_widths);
}

int bench_fold(const BenchFoldOptions& options) {
  const StopSignal signal;
  const auto selected = select_backend(options.backend);
  const Backend& backend = without_fallback(*selected);
  const Job job{nullptr, signal.token()};
  if (!options.json) print_fold_head(backend);
  // With --json the table's rows would be lost until the end: they are logged.
  const auto done = [&](const FoldBenchRow& row) {
    if (!options.json)
      print_row(row);
    else
      std::cerr << row.name << " " << row.solver << " " << precision_name(row.precision) << ", "
                << row.threads << " threads, " << schedule(row) << ": "
                << (row.failure.empty() ? number_text(row.seconds, 3) + " s" : row.failure) << std::endl;
  };
  const std::vector<FoldBenchRow> rows = foldwave::bench_fold(backend, plan_of(options), done, job);
  if (options.json) {
    Json j{{"machine", json_machine(backend)}, {"counts", fold_counts()}, {"results", Json::array()}};
    j["machine"]["repeat"] = options.repeat;
    for (const FoldBenchRow& row : rows)
      j["results"].push_back(json_row(row, backend.name()));
    std::cout << j.dump(2) << "\n";
  }
  const bool any =
      std::any_of(rows.begin(), rows.end(), [](const FoldBenchRow& r) { return r.failure.empty(); });
  return any ? 0 : 1;
}

}  // namespace

void add_bench_fold(CLI::App& bench, Command& chosen) {
  const auto options = std::make_shared<BenchFoldOptions>();
  CLI::App* const command =
      bench.add_subcommand("fold", "the fold methods: seconds, errors against the exact arrival, memory");
  command->add_flag("--json", options->json, "as JSON");
  add_list_option(*command, "--sizes", options->sizes, "nodes a side (default: 160,320,400)")
      .check(CLI::Range(8, 100000));
  add_list_option(*command, "--case", options->cases, "of seed, isotropic (default: both)")
      .check(CLI::IsMember({"seed", "isotropic"}));
  add_list_option(*command, "--precision", options->precisions, "of single, double (default: both)")
      .check(CLI::IsMember({"single", "double"}));
  add_list_option(*command, "--threads", options->threads,
                  "counts to measure (default: 1, 2, 4, ... and all)")
      .check(CLI::Range(1, 1024));
  command->add_option("--only", options->only, "one method (default: all of the back end)")
      ->check(CLI::IsMember({"foot-point", "pmm", "fmm", "fsm", "pfsm", "fim"}));
  add_repeat_option(*command, options->repeat);
  add_backend_option(*command, options->backend);
  command->callback([&chosen, options] { chosen = [options] { return bench_fold(*options); }; });
}

}  // namespace foldwave::cli
