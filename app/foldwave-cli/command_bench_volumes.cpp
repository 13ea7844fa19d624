#include <filesystem>

#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/measure_output.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "core/bench/volumes/volumes.hpp"
#include "core/engine/fallback_backend.hpp"

namespace foldwave::cli {

namespace {

struct BenchVolumesOptions {
  std::string backend = "auto";
  VolumesBenchPlan plan;
  std::vector<double> disks;  // MB/s; empty: the plan's
  bool json = false;
};

int bench_volumes(const BenchVolumesOptions& options) {
  const StopSignal signal;
  const auto selected = select_backend(options.backend);
  const Backend& backend = without_fallback(*selected);
  VolumesBenchPlan plan = options.plan;
  if (!options.disks.empty()) plan.disks.clear();
  for (const double rate : options.disks)
    plan.disks.push_back(1e6 * rate);
  const std::vector<MeasureRow> rows =
      foldwave::bench_volumes(backend, plan, begin_measures(options.json), {nullptr, signal.token()});
  return end_measures(rows, backend, options.json);
}

}  // namespace

void add_bench_volumes(CLI::App& bench, Command& chosen) {
  const auto options = std::make_shared<BenchVolumesOptions>();
  VolumesBenchPlan& plan = options->plan;
  plan.folder = std::filesystem::temp_directory_path().string();
  CLI::App* const command =
      bench.add_subcommand("volumes", "codecs, filters and files of volumes: every measure with its limit");
  command->add_flag("--json", options->json, "as JSON");
  add_list_option(*command, "--only", plan.cases,
                  "the first words of rows, as disk.wave or filter (default: all)");
  command->add_option("--size", plan.size, "nodes a side (default: 256)")->check(CLI::Range(16, 4096));
  command->add_option("--threads", plan.threads, "of the processor (default: 2)")->check(CLI::Range(1, 1024));
  command->add_option("--values", plan.values, "hostile ones, a row of a bound (default: 1e7)")
      ->check(CLI::Range(1.0, 1e12));
  command->add_option("--gigabytes", plan.gigabytes, "of values in the file that is sliced (default: 10)")
      ->check(CLI::Range(0.001, 1e4));
  add_list_option(*command, "--disk", options->disks, "MB/s (default: 34.76,69.32,140.23)")
      .check(CLI::Range(0.01, 1e6));
  command->add_option("--folder", plan.folder, "where files lie meanwhile (default: the system's own)")
      ->check(CLI::ExistingDirectory);
  add_repeat_option(*command, plan.repeat);
  add_backend_option(*command, options->backend);
  command->callback([&chosen, options] { chosen = [options] { return bench_volumes(*options); }; });
}

}  // namespace foldwave::cli
