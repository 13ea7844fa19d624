#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/measure_output.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "core/bench/imaging/imaging.hpp"
#include "core/engine/fallback_backend.hpp"

namespace foldwave::cli {

namespace {

struct BenchImagingOptions {
  std::string backend = "auto";
  ImagingBenchPlan plan;
  bool json = false;
};

int bench_imaging(const BenchImagingOptions& options) {
  const StopSignal signal;
  const auto selected = select_backend(options.backend);
  const Backend& backend = without_fallback(*selected);
  const std::vector<MeasureRow> rows =
      foldwave::bench_imaging(backend, options.plan, begin_measures(options.json), {nullptr, signal.token()});
  return end_measures(rows, backend, options.json);
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
