#include <iostream>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "core/base/text.hpp"
#include "core/bench/choices.hpp"
#include "core/engine/fallback_backend.hpp"

namespace foldwave::cli {

namespace {

struct BenchChoicesOptions {
  ChoiceBenchPlan plan;
  std::string backend = "auto";
  bool json = false;
};

void print_row(const ChoiceBenchRow& row) {
  std::cout << row.run << ": " << row.chosen << " " << seconds_text(row.seconds.at(row.chosen));
  for (const auto& [kernel, seconds] : row.seconds)
    if (kernel != row.chosen) std::cout << ", " << kernel << " " << seconds_text(seconds);
  std::cout << (row.right() ? "" : "; " + row.fastest + " is faster") << "\n";
}

int bench_choices(const BenchChoicesOptions& options) {
  const StopSignal signal;
  const auto selected = select_backend(options.backend);
  const auto done = [&](const ChoiceBenchRow& row) {
    if (!options.json) print_row(row);
  };
  const auto rows = foldwave::bench_choices(*selected, options.plan, done, {nullptr, signal.token()});
  const ChoiceBenchSummary s = summary_of(rows);
  if (!options.json) {
    std::cout << s.right << " of " << s.choices << " take the fastest kernel; at worst "
              << number_text(100.0 * s.worst, 3) << " % slower\n";
    return s.choices > 0 ? 0 : 1;
  }
  nlohmann::ordered_json j{{"machine", json_machine(without_fallback(*selected))},
                           {"summary",
                            {{"choices", s.choices},
                             {"right", s.right},
                             {"worst_slower", maybe(s.worst)},
                             {"passed", s.passed()}}},
                           {"results", nlohmann::ordered_json::array()}};
  j["machine"]["repeat"] = options.plan.repeat;
  for (const ChoiceBenchRow& row : rows)
    j["results"].push_back({{"run", row.run},
                            {"chosen", row.chosen},
                            {"fastest", row.fastest},
                            {"slower", row.slower()},
                            {"scatter", row.scatter},
                            {"right", row.right()},
                            {"seconds", row.seconds}});
  std::cout << j.dump(2) << "\n";
  return s.choices > 0 ? 0 : 1;
}

}  // namespace

void add_bench_choices(CLI::App& bench, Command& chosen) {
  const auto options = std::make_shared<BenchChoicesOptions>();
  CLI::App* const command =
      bench.add_subcommand("choices", "whether waves take the fastest kernel by themselves");
  command->add_flag("--json", options->json, "as JSON");
  command->add_option("--waves", options->plan.waves, "that are drawn (default: 40)")
      ->check(CLI::Range(1, 10000));
  command->add_option("--seed", options->plan.seed, "of what is drawn (default: 1)");
  command
      ->add_option("--most-seconds", options->plan.most_seconds, "begin no wave after these (default: 120)")
      ->check(CLI::PositiveNumber);
  add_repeat_option(*command, options->plan.repeat);
  add_backend_option(*command, options->backend);
  command->callback([&chosen, options] { chosen = [options] { return bench_choices(*options); }; });
}

}  // namespace foldwave::cli
