#include <algorithm>
#include <cmath>
#include <iostream>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "core/base/text.hpp"
#include "core/bench/wave.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/wave/wave_kernel_name.hpp"

namespace foldwave::cli {

namespace {

struct BenchWaveOptions {
  std::string backend = "auto";
  std::vector<std::string> cases{"cube"};
  std::vector<int> sizes;   // empty: 512,1024 on a device, 384 on the CPU
  std::vector<int> orders;  // empty: the case's own
  std::vector<std::string> precisions{"single"};
  std::vector<std::string> kernels;  // empty: the case's own
  bool copied = false;
  std::string boundary;      // none, sponge, cpml; empty: the case's own
  std::string start;         // noise, rest; empty: the case's own
  int steps = 0;             // 0: the case's own
  std::vector<int> threads;  // empty: all
  int repeat = 3;
  bool json = false;
};

using Json = nlohmann::ordered_json;

const std::vector<int> wave_widths{-20, -16, 7, 3, 3, 5, 8, 9, 9, 9, 5, 7, 7};

WaveBenchCase case_named(const std::string& name) {
  return name == "cube"      ? WaveBenchCase::cube
         : name == "section" ? WaveBenchCase::section
         : name == "seed001" ? WaveBenchCase::seed001
         : name == "seed002" ? WaveBenchCase::seed002
                             : WaveBenchCase::ladder;
}

WaveBenchPlan plan_of(const BenchWaveOptions& options) {
  WaveBenchPlan plan;
  plan.cases.clear();
  for (const std::string& name : options.cases)
    plan.cases.push_back(case_named(name));
  plan.sizes = options.sizes;
  plan.orders = options.orders;
  plan.precisions.clear();
  for (const std::string& name : options.precisions)
    plan.precisions.push_back(name == "double" ? Precision::binary64 : Precision::binary32);
  for (const std::string& name : options.kernels)
    plan.kernels.push_back(wave_kernel_named(name).value());
  plan.copied = options.copied;
  if (!options.boundary.empty())
    plan.boundary = options.boundary == "none"     ? BenchBoundary::bare
                    : options.boundary == "sponge" ? BenchBoundary::sponge
                                                   : BenchBoundary::cpml;
  if (!options.start.empty()) plan.start = options.start == "noise" ? BenchStart::noise : BenchStart::rest;
  plan.steps = options.steps;
  plan.threads = options.threads;
  plan.repeat = options.repeat;
  return plan;
}

// What the figures count.
Json wave_counts() {
  return {
      {"seconds", "the whole run, set-up and copies included; the run of the median of `repeat`"},
      {"step_seconds", "all its steps alone, with sources, reading at receivers and the watch for overflow"},
      {"rate", "padded nodes and steps by step_seconds"},
      {"bandwidth_share", "of a triad's, by the bytes a point that a step must move at least"}};
}

Json json_row(const WaveBenchRow& row, const std::string& backend) {
  Json j{{"case", row.name},
         {"backend", backend},
         {"asked_kernel", wave_kernel_name(row.asked)},
         {"kernel", row.kernel},
         {"copied_every_step", row.copied},
         {"precision", precision_name(row.precision)},
         {"order", row.order},
         {"n", row.n},
         {"padded_n", row.padded_n},
         {"points", static_cast<std::int64_t>(row.points())},
         {"receivers", row.receivers},
         {"start", row.start == BenchStart::noise ? "noise" : "rest"},
         {"threads", row.threads},
         {"steps", row.steps}};
  if (!row.failure.empty()) {
    j["failure"] = row.failure;
    return j;
  }
  j["snapshots"] = row.snapshots;
  j["seconds"] = row.seconds;
  j["set_up_seconds"] = row.parts.set_up_seconds;
  j["step_seconds"] = row.parts.step_seconds;
  j["snapshot_seconds"] = row.parts.snapshots.seconds;
  j["snapshot_bytes"] = row.parts.snapshots.bytes;
  j["gather_seconds"] = row.parts.gather.seconds;
  j["gather_bytes"] = row.parts.gather.bytes;
  j["step_ms"] = 1e3 * row.step_seconds();
  j["rate"] = row.points_per_second;
  j["rate_unit"] = "points/s";
  j["bytes_per_point"] = row.bytes_a_point;
  j["bandwidth"] = maybe(row.bandwidth);
  j["bandwidth_unit"] = "bytes/s of a triad";
  j["bandwidth_share"] = maybe(row.bandwidth_share());
  j["peak_memory_bytes"] = row.peak_memory_bytes;
  return j;
}

void print_wave_head(const Backend& backend) {
  std::cout << backend.name() << ": " << backend.description() << "\n"
            << "the run of the median seconds; seconds: a whole run; ms/step and the rate: of the steps "
               "alone; triad: GB/s measured beside it; share: of the triad, by the bytes that a step must "
               "move\n\n";
  print_line({"case", "kernel", "prec.", "ord", "thr", "steps", "Mpoints", "seconds", "ms/step", "Gpoint/s",
              "B/pt", "triad", "share"},
             wave_widths);
}

void print_row(const WaveBenchRow& row) {
  std::vector<std::string> cells{row.name,
                                 row.kernel + (row.copied ? "+copy" : ""),
                                 precision_name(row.precision),
                                 std::to_string(row.order),
                                 std::to_string(row.threads),
                                 std::to_string(row.steps)};
  if (!row.failure.empty()) {
    cells.push_back("-  " + row.failure);
    print_line(cells, wave_widths);
    return;
  }
  const auto number = [](std::optional<double> value) {
    return value ? number_text(*value, 3) : std::string("-");
  };
  const auto bandwidth = row.bandwidth ? std::optional(1e-9 * *row.bandwidth) : std::nullopt;
  for (const std::string& cell :
       {number_text(1e-6 * row.points(), 3), number_text(row.seconds, 4),
        number_text(1e3 * row.step_seconds(), 4), number_text(1e-9 * row.points_per_second, 4),
        number_text(row.bytes_a_point, 3), number(bandwidth), number(row.bandwidth_share())})
    cells.push_back(cell);
  print_line(cells, wave_widths);
}

int bench_wave(const BenchWaveOptions& options) {
  const StopSignal signal;
  const auto selected = select_backend(options.backend);
  const Backend& backend = without_fallback(*selected);
  const Job job{nullptr, signal.token()};
  if (!options.json) print_wave_head(backend);
  // With --json the table's rows would be lost until the end: they are logged.
  const auto done = [&](const WaveBenchRow& row) {
    if (!options.json)
      print_row(row);
    else
      std::cerr << row.name << " " << row.kernel << (row.copied ? " copied every step" : "") << ", "
                << row.threads << " threads: "
                << (row.failure.empty() ? number_text(1e-9 * row.points_per_second, 4) + " G points/s"
                                        : row.failure)
                << std::endl;
  };
  const std::vector<WaveBenchRow> rows = foldwave::bench_wave(backend, plan_of(options), done, job);
  if (options.json) {
    Json j{{"machine", json_machine(backend)}, {"counts", wave_counts()}, {"results", Json::array()}};
    j["machine"]["repeat"] = options.repeat;
    for (const WaveBenchRow& row : rows)
      j["results"].push_back(json_row(row, backend.name()));
    std::cout << j.dump(2) << "\n";
  }
  const bool any =
      std::any_of(rows.begin(), rows.end(), [](const WaveBenchRow& r) { return r.failure.empty(); });
  return any ? 0 : 1;
}

}  // namespace

void add_bench_wave(CLI::App& bench, Command& chosen) {
  const auto options = std::make_shared<BenchWaveOptions>();
  CLI::App* const command = bench.add_subcommand(
      "wave", "the wave's propagators: points a second, share of the memory's bandwidth");
  command->add_flag("--json", options->json, "as JSON");
  add_list_option(*command, "--case", options->cases,
                  "of cube, section, seed001, seed002, ladder (default: cube)")
      .check(CLI::IsMember({"cube", "section", "seed001", "seed002", "ladder"}));
  add_list_option(
      *command, "--sizes", options->sizes,
      "nodes a side of cubes and ladders (default: 512,1024; 384 on the CPU), and of sections (800,3200)")
      .check(CLI::Range(17, 100000));
  add_list_option(*command, "--order", options->orders,
                  "of the stencil (default: the case's own, 8 for cubes)")
      .check(CLI::IsMember({2, 4, 6, 8, 10, 12, 14, 16}));
  add_list_option(*command, "--precision", options->precisions, "of single, double (default: single)")
      .check(CLI::IsMember({"single", "double"}));
  std::vector<std::string> kernels{"auto"};
  for (const WaveKernel kernel : all_wave_kernels())
    kernels.emplace_back(wave_kernel_name(kernel));
  add_list_option(*command, "--kernel", options->kernels, "variants of the step (default: the case's own)")
      .check(CLI::IsMember(kernels));
  command->add_flag("--copy-every-step", options->copied,
                    "these copied to the host and back every step, too");
  command->add_option("--boundary", options->boundary, "none, sponge or cpml (default: the case's own)")
      ->check(CLI::IsMember({"none", "sponge", "cpml"}));
  command->add_option("--start", options->start, "noise or rest (default: noise in cubes)")
      ->check(CLI::IsMember({"noise", "rest"}));
  command->add_option("--steps", options->steps, "time steps (default: the case's own)")
      ->check(CLI::Range(1, 1000000));
  add_list_option(*command, "--threads", options->threads, "counts to measure (default: all)")
      .check(CLI::Range(1, 1024));
  add_repeat_option(*command, options->repeat);
  add_backend_option(*command, options->backend);
  command->callback([&chosen, options] { chosen = [options] { return bench_wave(*options); }; });
}

}  // namespace foldwave::cli
