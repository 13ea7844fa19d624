#include <algorithm>
#include <array>
#include <iostream>

#include "app/foldwave-cli/forecast/forecast_output.hpp"
#include "app/foldwave-cli/forecast/job_bench.hpp"
#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "core/base/text.hpp"
#include "core/bench/forecast.hpp"
#include "core/engine/fallback_backend.hpp"

namespace foldwave::cli {

namespace {

struct BenchForecastOptions {
  std::string backend = "auto";
  ForecastBenchPlan plan;
  JobBenchPlan jobs;
  bool json = false;
};

constexpr std::array bench_stages{"wave", "fold", "image", "survey"};
const std::vector<int> forecast_widths{-5, -50, 8, 9, 8, 9, 8, 8, 8};

std::string signed_percent(double error) {
  return (error > 0.0 ? "+" : "") + fixed_text(100.0 * error, 1);
}

nlohmann::ordered_json estimate_json(const TimeEstimate& time, double actual) {
  return {{"seconds", maybe(time.seconds)},
          {"low", maybe(time.low)},
          {"high", maybe(time.high)},
          {"error", maybe(time.seconds / actual - 1.0)},
          {"inside", time.low <= actual && actual <= time.high}};
}

nlohmann::ordered_json summary_json(const HoldOutSummary& s) {
  return {{"runs", s.runs},
          {"median_error", s.median},
          {"error_of_95_percent", s.share_95},
          {"worst_error", s.worst},
          {"coverage_of_90_percent", s.coverage}};
}

void print_forecast_row(const ForecastBenchRow& row) {
  if (!row.failure.empty()) {
    print_line({row.stage, row.name, row.failure}, forecast_widths);
    return;
  }
  print_line({row.stage, row.name, number_text(row.seconds, 3), number_text(100.0 * row.scatter, 2),
              signed_percent(row.calibrated.seconds / row.seconds - 1.0), number_text(row.mended.seconds, 3),
              number_text(row.mended.low, 3), number_text(row.mended.high, 3),
              signed_percent(row.mended.seconds / row.seconds - 1.0)},
             forecast_widths);
}

void print_summary(const ForecastBench& bench, const std::string& stage) {
  const ForecastBenchSummary s = bench.summary(stage);
  if (s.calibrated.runs == 0) return;
  const auto percent = [](double share) { return number_text(100.0 * share, 3) + " %"; };
  for (const auto& [what, of] :
       {std::pair{"calibration alone", &s.calibrated}, std::pair{"mended by runs", &s.mended}})
    std::cout << stage << ", " << what << ": " << of->runs << " runs, median error " << percent(of->median)
              << ", 95 % within " << percent(of->share_95) << ", worst " << percent(of->worst)
              << ", inside the 90 % interval " << percent(of->coverage) << "\n";
  std::cout << stage << ": the same run scatters by " << percent(s.scatter) << "\n";
}

int bench_forecast(const BenchForecastOptions& options) {
  const StopSignal signal;
  const auto selected = select_backend(options.backend);
  const Backend& backend = without_fallback(*selected);
  if (!options.json) {
    std::cout << backend.name() << ": " << backend.description()
              << "\nseconds: measured, the median; scatter: of its repeats; error: of the calibration alone, "
                 "and mended by the runs before, in per cent\n\n";
    print_line({"stage", "run", "seconds", "scatter %", "error", "foretold", "low", "high", "error"},
               forecast_widths);
  }
  const auto done = [&](const ForecastBenchRow& row) {
    std::cerr << row.stage << " " << row.name << ": "
              << (row.failure.empty() ? seconds_text(row.seconds) : row.failure) << std::endl;
  };
  const ForecastBench bench =
      foldwave::bench_forecast(backend, options.plan, done, {nullptr, signal.token()});
  if (options.json) {
    const Calibration& c = bench.calibration;
    nlohmann::ordered_json j{{"machine", json_machine(backend)},
                             {"calibration",
                              {{"parts", c.calibrated.size()},
                               {"repeat_scatter", c.repeat_scatter},
                               {"busy", c.busy},
                               {"triad_bytes_per_second", c.bounds.triad},
                               {"disk_write_bytes_per_second", c.bounds.disk_write}}},
                             {"summary", nlohmann::ordered_json::array()},
                             {"results", nlohmann::ordered_json::array()}};
    j["machine"]["repeat"] = bench.rounds;
    j["left_out"] = bench.left_out;
    for (const char* const stage : bench_stages) {
      const ForecastBenchSummary s = bench.summary(stage);
      j["summary"].push_back({{"stage", stage},
                              {"scatter", s.scatter},
                              {"calibrated", summary_json(s.calibrated)},
                              {"mended", summary_json(s.mended)}});
    }
    for (const ForecastBenchRow& row : bench.rows) {
      nlohmann::ordered_json r{{"stage", row.stage}, {"run", row.name}};
      if (row.failure.empty()) {
        r["seconds"] = row.seconds;
        r["scatter"] = row.scatter;
        r["parts"] = row.parts;
        r["calibrated"] = estimate_json(row.calibrated, row.seconds);
        r["mended"] = estimate_json(row.mended, row.seconds);
      } else {
        r["failure"] = row.failure;
      }
      j["results"].push_back(std::move(r));
    }
    std::cout << j.dump(2) << "\n";
  } else {
    for (const ForecastBenchRow& row : bench.rows)
      print_forecast_row(row);
    std::cout << "\n"
              << bench.rounds << " whole rounds; " << bench.left_out << " runs left out for want of time\n";
    for (const char* const stage : bench_stages)
      print_summary(bench, stage);
    if (bench.calibration.busy) std::cout << "the machine was busy while it was calibrated\n";
  }
  return std::ranges::any_of(bench.rows, [](const ForecastBenchRow& r) { return r.failure.empty(); }) ? 0 : 1;
}

nlohmann::ordered_json job_json(const JobBenchRow& row) {
  nlohmann::ordered_json r{{"stage", "job"}, {"run", row.name}};
  if (!row.failure.empty()) {
    r["failure"] = row.failure;
    return r;
  }
  r["seconds"] = row.seconds;
  r["foretold"] = estimate_json(row.foretold, row.seconds);
  r["asked_seconds"] = maybe(row.asked_seconds);
  r["memory_bytes"] = row.memory_bytes;
  r["foretold_memory_bytes"] = row.foretold_memory;
  r["asked_memory_bytes"] = row.asked_memory;
  r["disk_bytes"] = row.disk_bytes;
  r["foretold_disk_bytes"] = row.foretold_disk;
  return r;
}

void print_jobs(const JobBenchSummary& s) {
  const auto percent = [](double share) { return number_text(100.0 * share, 3) + " %"; };
  std::cout << "slurm: " << s.jobs << " jobs, " << percent(s.ended_in_time)
            << " ended in the time asked, asked over used " << number_text(s.asked_over_used, 3) << ", "
            << percent(s.asked_enough_memory) << " within the memory asked\n"
            << "jobs: median error of the time " << percent(s.median_error) << ", worst "
            << percent(s.worst_error) << ", inside the 90 % interval " << percent(s.coverage)
            << "; median error of memory " << percent(s.memory_error) << ", of disk " << percent(s.disk_error)
            << "\n";
}

int bench_whole_jobs(const BenchForecastOptions& options) {
  const StopSignal signal;
  const auto selected = select_backend(options.backend);
  JobBenchPlan plan = options.jobs;
  plan.seed = options.plan.seed;
  const auto done = [&](const JobBenchRow& row) {
    std::cerr << row.name << ": " << (row.failure.empty() ? seconds_text(row.seconds) : row.failure)
              << ", foretold " << time_range_text(row.foretold) << ", asked "
              << seconds_text(row.asked_seconds) << std::endl;
  };
  const std::vector<JobBenchRow> rows = bench_jobs(*selected, plan, done, {nullptr, signal.token()});
  const JobBenchSummary s = summary_of(rows);
  if (!options.json) {
    print_jobs(s);
    return s.jobs > 0 ? 0 : 1;
  }
  nlohmann::ordered_json j{{"machine", json_machine(without_fallback(*selected))},
                           {"taught", plan.taught},
                           {"summary",
                            {{"jobs", s.jobs},
                             {"ended_in_time", s.ended_in_time},
                             {"asked_over_used", s.asked_over_used},
                             {"enough_memory", s.asked_enough_memory},
                             {"median_error", s.median_error},
                             {"worst_error", s.worst_error},
                             {"coverage_of_90_percent", s.coverage},
                             {"memory_error", s.memory_error},
                             {"disk_error", s.disk_error}}},
                           {"results", nlohmann::ordered_json::array()}};
  for (const JobBenchRow& row : rows)
    j["results"].push_back(job_json(row));
  std::cout << j.dump(2) << "\n";
  return s.jobs > 0 ? 0 : 1;
}

}  // namespace

void add_bench_forecast(CLI::App& bench, Command& chosen) {
  const auto options = std::make_shared<BenchForecastOptions>();
  CLI::App* const command = bench.add_subcommand(
      "forecast", "how well runs are foretold that no calibration has seen: errors, and the interval's hold");
  command->add_flag("--json", options->json, "as JSON");
  command->add_option("--waves", options->plan.waves, "waves held out (default: 36)")
      ->check(CLI::Range(0, 10000));
  command->add_option("--folds", options->plan.folds, "folds held out (default: 16)")
      ->check(CLI::Range(0, 10000));
  command->add_option("--images", options->plan.images, "locations and surveys held out (default: 12)")
      ->check(CLI::Range(0, 10000));
  command->add_option("--seed", options->plan.seed, "of what is drawn (default: 1)");
  command->add_flag("--known", options->plan.known, "the calibration's own runs, which are not held out");
  command->add_option("--most-seconds", options->plan.most_seconds, "begin no run after these (default: 100)")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--jobs", options->jobs.jobs,
                   "instead: so many whole jobs in processes of their own, against what --slurm asks for")
      ->check(CLI::Range(1, 10000));
  command->add_option("--taught", options->jobs.taught, "jobs before them that teach (default: 30)")
      ->check(CLI::Range(0, 10000));
  add_repeat_option(*command, options->plan.repeat);
  add_backend_option(*command, options->backend);
  command->callback([&chosen, options] {
    chosen = [options] {
      return options->jobs.jobs > 0 ? bench_whole_jobs(*options) : bench_forecast(*options);
    };
  });
}

}  // namespace foldwave::cli
