#include <filesystem>
#include <iostream>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "app/foldwave-cli/volume_options.hpp"
#include "core/base/text.hpp"
#include "core/bench/slices.hpp"
#include "core/engine/fallback_backend.hpp"

namespace foldwave::cli {

namespace {

struct BenchSlicesOptions {
  SliceBenchPlan plan;
  double gigabytes = 10.0;
  std::string folder = std::filesystem::temp_directory_path().string();
  bool json = false;
};

int bench_slices(const BenchSlicesOptions& options) {
  const StopSignal signal;
  SliceBenchPlan plan = options.plan;
  plan.bytes = 1e9 * options.gigabytes;
  const std::vector<int> widths{-8, 5, 10, 10, 8};
  if (!options.json) print_line({"slice", "axis", "seconds", "at most", "reached"}, widths);
  const auto done = [&](const SliceBenchRow& row) {
    if (options.json) return;
    print_line({row.what, std::string(1, "xyz"[row.axis]), number_text(row.seconds, 3),
                number_text(row.limit, 3), row.passed() ? "yes" : "no"},
               widths);
  };
  const SliceBench bench = foldwave::bench_slices(plan, options.folder, done, {nullptr, signal.token()});
  if (!options.json) {
    std::cout << bench.n << "^3 nodes packed " << number_text(bench.ratio, 3) << " times smaller in "
              << number_text(bench.pack_seconds, 3)
              << " s; memory beside: " << bytes_text(static_cast<double>(bench.peak_bytes)) << "\n";
    return 0;
  }
  nlohmann::ordered_json j{{"machine", json_machine(without_fallback(*select_backend("cpu")))}};
  j["machine"]["repeat"] = plan.repeat;
  j["n"] = bench.n;
  j["codec"] = plan.codec;
  j["brick"] = plan.brick;
  j["ratio"] = bench.ratio;
  j["pack_seconds"] = bench.pack_seconds;
  j["results"] = nlohmann::ordered_json::array();
  for (const SliceBenchRow& row : bench.rows)
    j["results"].push_back({{"case", row.what + " " + "xyz"[row.axis]},
                            {"value", row.seconds},
                            {"limit", row.limit},
                            {"unit", "s"},
                            {"passed", row.passed()}});
  j["results"].push_back({{"case", "memory"},
                          {"value", bench.peak_bytes},
                          {"limit", most_slice_memory},
                          {"unit", "bytes"},
                          {"passed", static_cast<double>(bench.peak_bytes) <= most_slice_memory}});
  std::cout << j.dump(2) << "\n";
  return 0;
}

}  // namespace

void add_bench_slices(CLI::App& bench, Command& chosen) {
  const auto options = std::make_shared<BenchSlicesOptions>();
  CLI::App* const command = bench.add_subcommand(
      "slices", "planes of a packed file that memory need not hold: seconds, cold and warm");
  command->add_flag("--json", options->json, "as JSON");
  command->add_option("--gigabytes", options->gigabytes, "of values (default: 10)")
      ->check(CLI::Range(0.001, 1e4));
  add_codec_option(*command, options->plan.codec, "how bricks are packed (default: wave)");
  command->add_option("--error", options->plan.error, "bound, of the range (default: 0.001; 0: lossless)")
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--brick", options->plan.brick, "nodes a side of a brick (default: 64)")
      ->check(CLI::Range(8, 256));
  command->add_option("--folder", options->folder, "where the file lies meanwhile")
      ->check(CLI::ExistingDirectory);
  add_repeat_option(*command, options->plan.repeat);
  command->callback([&chosen, options] { chosen = [options] { return bench_slices(*options); }; });
}

}  // namespace foldwave::cli
