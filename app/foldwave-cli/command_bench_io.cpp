#include <filesystem>
#include <iostream>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "core/base/text.hpp"
#include "core/bench/io.hpp"
#include "core/bench/process.hpp"
#include "core/engine/fallback_backend.hpp"

namespace foldwave::cli {

namespace {

struct BenchIoOptions {
  std::vector<int> sizes{256};
  std::vector<double> disks{34.76, 69.32, 140.23};  // MB/s
  std::vector<std::string> codecs;                  // empty: all
  std::vector<std::string> directions{"read", "write"};
  double error = 1e-3;
  std::string folder = std::filesystem::temp_directory_path().string();
  std::string only;  // "disks" or "processes"; empty: both
  std::vector<std::string> processes{"hough", "convolution"};
  std::vector<int> formats{1, 2, 3};
  std::string process_codec = "wave";
  std::string backend = "cpu";  // that filters in whole processes
  int repeat = 3;
  bool json = false;
};

using Json = nlohmann::ordered_json;

constexpr double megabyte = 1e6;
const std::vector<int> io_widths{-14, -9, 7, 6, 8, 8, 8, 8, 8, 8, 6, 6, 6, 5};

IoBenchPlan plan_of(const BenchIoOptions& options) {
  IoBenchPlan plan;
  plan.sizes = options.sizes;
  plan.disks.clear();
  for (const double disk : options.disks)
    plan.disks.push_back(megabyte * disk);
  plan.codecs = options.codecs;
  plan.directions.clear();
  for (const std::string& name : options.directions)
    plan.directions.push_back(name == "read" ? IoDirection::reading : IoDirection::writing);
  plan.error = options.error;
  plan.repeat = options.repeat;
  return plan;
}

Json io_counts() {
  return {{"plain_seconds", "the values as they are, at the disk's rate"},
          {"one_by_one_seconds", "packed, disk and codec in turn; the median of `repeat`"},
          {"overlapped_seconds", "disk and codec at once; the median of `repeat`"},
          {"one_by_one_model", "n / ratio / disk + n / codec"},
          {"overlapped_model", "b blocks, each of them the slower of the two, and both of one block"},
          {"pipeline_model", "the same with the last block as short as it is, and four blocks on the way"},
          {"limit", "the stage that is busy longest, by that model"},
          {"gain", "plain over overlapped"},
          {"gain_limit", "the smaller of ratio and codec rate over disk rate"}};
}

const char* direction_name(IoDirection direction) {
  return direction == IoDirection::reading ? "read" : "write";
}

Json json_row(const IoBenchRow& row) {
  return {{"codec", row.codec},
          {"direction", direction_name(row.direction)},
          {"n", {row.n, row.n, row.n}},
          {"disk_rate", row.disk_rate},
          {"ratio", row.ratio},
          {"codec_rate", row.codec_rate},
          {"rate_unit", "bytes/s; of the codec: of values"},
          {"largest_error", maybe(row.largest_error)},
          {"error_bound", row.error_bound},
          {"blocks", row.blocks},
          {"plain_seconds", row.plain_seconds},
          {"one_by_one_seconds", row.one_by_one_seconds},
          {"overlapped_seconds", row.overlapped_seconds},
          {"one_by_one_model", row.one_by_one_model},
          {"overlapped_model", row.overlapped_model},
          {"pipeline_model", row.pipeline_model},
          {"limit", row.limit},
          {"gain", row.gain()},
          {"gain_one_by_one", row.plain_seconds / row.one_by_one_seconds},
          {"gain_limit", row.gain_limit},
          {"share_of_limit", row.share_of_limit()},
          {"same_bytes", row.same_bytes}};
}

ProcessBenchPlan process_plan_of(const BenchIoOptions& options) {
  ProcessBenchPlan plan;
  plan.sizes = options.sizes;
  plan.disks = plan_of(options).disks;
  plan.filters = options.processes;
  plan.formats = options.formats;
  plan.codec = options.process_codec;
  plan.error = options.error;
  plan.repeat = options.repeat;
  return plan;
}

Json process_counts() {
  return {{"format", "1: large blocks; 2: the same with stored neighbours; 3: small blocks"},
          {"plain_read_seconds", "the values as they are, at the disk's rate"},
          {"plain_filter_seconds", "by one thread, as the thesis filters"},
          {"quick_filter_seconds", "by one thread, as the overlapped process filters"},
          {"overlapped_seconds", "packed values read, unpacked and filtered at once; the median of `repeat`"},
          {"gain", "plain read and plain filter over overlapped, as the thesis counts"},
          {"gain_of_same_filter", "plain read and quick filter over overlapped"},
          {"seed_gain", "the thesis's, of its graphics card"}};
}

Json json_process(const ProcessBenchRow& row) {
  return {{"filter", row.filter},
          {"format", row.format},
          {"n", {row.n, row.n, row.n}},
          {"disk_rate", row.disk_rate},
          {"blocks", row.blocks},
          {"ratio", row.ratio},
          {"plain_read_seconds", row.plain_read_seconds},
          {"plain_filter_seconds", row.plain_filter_seconds},
          {"quick_filter_seconds", row.quick_filter_seconds},
          {"overlapped_seconds", row.overlapped_seconds},
          {"gain", row.gain()},
          {"gain_of_same_filter", row.gain_of_same_filter()},
          {"seed_gain", maybe(row.seed_gain)},
          {"same_result", row.same_result}};
}

const std::vector<int> process_widths{-12, 7, 8, 7, 7, 8, 8, 8, 8, 7, 7, 7, 5};

void print_process_head() {
  std::cout
      << "\nwhole processes: plain reading and filtering by one thread, and packed values read, unpacked "
         "and filtered at once; seconds, MB/s\n\n";
  print_line({"filter", "format", "disk", "blocks", "ratio", "read", "filter", "quick", "overl.", "gain",
              "same f.", "seed", "same"},
             process_widths);
}

void print_process(const ProcessBenchRow& row) {
  std::vector<std::string> cells{row.filter, std::to_string(row.format),
                                 number_text(row.disk_rate / megabyte, 4), std::to_string(row.blocks)};
  for (const double value :
       {row.ratio, row.plain_read_seconds, row.plain_filter_seconds, row.quick_filter_seconds,
        row.overlapped_seconds, row.gain(), row.gain_of_same_filter()})
    cells.push_back(number_text(value, 3));
  cells.push_back(row.seed_gain ? number_text(*row.seed_gain, 3) : "-");
  cells.push_back(row.same_result ? "yes" : "NO");
  print_line(cells, process_widths);
}

void print_io_head() {
  std::cout
      << "plain, by turns, overlapped: seconds; gains over plain; limit: the smaller of ratio and codec over "
         "disk; MB/s\n\n";
  print_line({"codec", "direction", "disk", "ratio", "codec", "plain", "by turns", "model", "overl.", "model",
              "gain", "limit", "share", "same"},
             io_widths);
}

void print_row(const IoBenchRow& row) {
  std::vector<std::string> cells{row.codec, direction_name(row.direction)};
  for (const double value :
       {row.disk_rate / megabyte, row.ratio, row.codec_rate / megabyte, row.plain_seconds,
        row.one_by_one_seconds, row.one_by_one_model, row.overlapped_seconds, row.overlapped_model,
        row.gain(), row.gain_limit, row.share_of_limit()})
    cells.push_back(number_text(value, 3));
  cells.push_back(row.same_bytes ? "yes" : "NO");
  print_line(cells, io_widths);
}

std::vector<IoBenchRow> run_disks(const BenchIoOptions& options, const Job& job) {
  if (!options.json) print_io_head();
  const auto done = [&](const IoBenchRow& row) {
    if (!options.json)
      print_row(row);
    else
      std::cerr << row.codec << " " << direction_name(row.direction) << " at "
                << number_text(row.disk_rate / megabyte, 4) << " MB/s: " << number_text(row.gain(), 3)
                << " of " << number_text(row.gain_limit, 3) << std::endl;
  };
  return foldwave::bench_io(plan_of(options), options.folder, done, job);
}

std::vector<ProcessBenchRow> run_processes(const Backend& backend, const BenchIoOptions& options,
                                           const Job& job) {
  if (!options.json) print_process_head();
  const auto done = [&](const ProcessBenchRow& row) {
    if (!options.json)
      print_process(row);
    else
      std::cerr << row.filter << ", format " << row.format << ": " << number_text(row.gain(), 3) << std::endl;
  };
  return bench_process(backend, process_plan_of(options), options.folder, done, job);
}

int bench_io(const BenchIoOptions& options) {
  const StopSignal signal;
  const Job job{nullptr, signal.token()};
  const auto selected = select_backend(options.backend);
  const Backend& backend = without_fallback(*selected);
  std::vector<IoBenchRow> rows;
  std::vector<ProcessBenchRow> processes;
  if (options.only != "processes") rows = run_disks(options, job);
  if (options.only != "disks") processes = run_processes(backend, options, job);
  if (options.json) {
    Json disks = Json::array(), whole = Json::array();
    for (const IoBenchRow& row : rows)
      disks.push_back(json_row(row));
    for (const ProcessBenchRow& row : processes)
      whole.push_back(json_process(row));
    Json j{{"machine", json_machine(backend)}};
    j["machine"]["repeat"] = options.repeat;
    // Alone, either is what the bench has measured.
    const bool whole_alone = options.only == "processes";
    j["counts"] = whole_alone ? process_counts() : io_counts();
    j["results"] = whole_alone ? whole : disks;
    if (options.only.empty()) {
      j["process_counts"] = process_counts();
      j["processes"] = whole;
    }
    std::cout << j.dump(2) << "\n";
  }
  const bool good = std::ranges::all_of(rows, &IoBenchRow::same_bytes) &&
                    std::ranges::all_of(processes, &ProcessBenchRow::same_result);
  return good ? 0 : 1;
}

}  // namespace

void add_bench_io(CLI::App& bench, Command& chosen) {
  const auto options = std::make_shared<BenchIoOptions>();
  CLI::App* const command = bench.add_subcommand(
      "io",
      "packed volumes to and from a slow disk: seconds by turns and overlapped, and what the model says");
  command->add_flag("--json", options->json, "as JSON");
  add_list_option(*command, "--sizes", options->sizes, "nodes a side (default: 256)")
      .check(CLI::Range(8, 4096));
  add_list_option(*command, "--disk", options->disks, "rates in MB/s (default: 34.76,69.32,140.23)")
      .check(CLI::Range(0.001, 1e6));
  add_list_option(*command, "--codec", options->codecs, "codecs (default: all)")
      .check(CLI::IsMember(io_bench_codecs()));
  add_list_option(*command, "--direction", options->directions, "of read, write (default: both)")
      .check(CLI::IsMember({"read", "write"}));
  command->add_option("--error", options->error, "bound, of the largest value (default: 0.001; 0: lossless)")
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--only", options->only, "disks or processes (default: both)")
      ->check(CLI::IsMember({"disks", "processes"}));
  add_list_option(*command, "--process", options->processes,
                  "whole processes: of hough, convolution (default: both)")
      .check(CLI::IsMember({"hough", "convolution"}));
  add_list_option(*command, "--format", options->formats,
                  "their files: 1 large blocks, 2 with stored neighbours, 3 small blocks (default: all)")
      .check(CLI::IsMember({1, 2, 3}));
  command->add_option("--process-codec", options->process_codec, "their codec (default: wave)")
      ->check(CLI::IsMember(io_bench_codecs()));
  command->add_option("--folder", options->folder, "where the file lies meanwhile")
      ->check(CLI::ExistingDirectory);
  add_backend_option(*command, options->backend);
  add_repeat_option(*command, options->repeat);
  command->callback([&chosen, options] { chosen = [options] { return bench_io(*options); }; });
}

}  // namespace foldwave::cli
