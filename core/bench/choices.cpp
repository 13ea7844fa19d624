#include "core/bench/choices.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/bench/forecast.hpp"
#include "core/bench/median.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/engine/wave_setup.hpp"

namespace foldwave {

namespace {

// A drawn wave as its propagator gets it. The fold must outlive it.
WaveModel wave_model(const Scenario& scenario, const FoldResult& fold, const Job& job) {
  WaveFields fields = make_wave_media(scenario, fold, job);
  WaveModel model =
      make_wave_model(scenario, choose_time_step(scenario, stable_dt(fields, scenario, fold, job)));
  model.snapshot_every = 0;
  std::move(fields).give_to(model, fold.velocity);
  return model;
}

double step_seconds(const WavePropagator& propagator, WaveModel& model, WaveKernel kernel, const Job& job,
                    WaveKernel* taken = nullptr) {
  model.kernel = kernel;
  const WaveRun run = propagator.run(model, nullptr, job);
  if (run.stopped) throw Stopped();
  if (taken != nullptr) *taken = run.kernel;
  return run.parts.step_seconds;
}

double range_of_logs(const std::vector<double>& seconds) {
  const auto [least, most] = std::ranges::minmax(seconds);
  // Of so few the range tells as much as their deviation.
  return std::log(most / least);
}

// Empty where there is no choice.
ChoiceBenchRow measured(const HeldOutCase& one, const Backend& backend, int repeat, const Job& job) {
  const FoldResult fold = run_fold(one.scenario, backend, job);
  WaveModel model = wave_model(one.scenario, fold, job);
  const auto propagator = backend.make_wave_propagator();
  WaveKernel chosen = WaveKernel::automatic;
  step_seconds(*propagator, model, WaveKernel::automatic, job, &chosen);
  std::map<WaveKernel, std::vector<double>> seconds;
  for (int r = 0; r < repeat; ++r)
    for (const WaveKernel kernel : backend.wave_kernels()) {
      if (r > 0 && !seconds.contains(kernel)) continue;
      try {
        const double took = step_seconds(*propagator, model, kernel, job);
        seconds[kernel].push_back(took);
      } catch (const InputError&) {
        // It cannot take this wave.
      }
    }
  ChoiceBenchRow row;
  row.run = one.name;
  if (seconds.size() < 2 || !seconds.contains(chosen)) return row;
  row.chosen = wave_kernel_name(chosen);
  row.scatter = range_of_logs(seconds.at(chosen));
  for (auto& [kernel, times] : seconds)
    row.seconds[wave_kernel_name(kernel)] = median(std::move(times));
  row.fastest = std::ranges::min_element(row.seconds, {}, [](const auto& s) { return s.second; })->first;
  return row;
}

}  // namespace

std::vector<ChoiceBenchRow> bench_choices(const Backend& backend, const ChoiceBenchPlan& plan,
                                          const std::function<void(const ChoiceBenchRow&)>& done,
                                          const Job& job) {
  const Backend& alone = without_fallback(backend);
  ForecastBenchPlan drawn;
  drawn.waves = plan.waves;
  drawn.folds = 0;
  drawn.images = 0;
  drawn.seed = plan.seed;
  const Job quiet{nullptr, job.stop};
  const Clock clock;
  std::vector<ChoiceBenchRow> rows;
  for (const HeldOutCase& one : held_out_cases(alone, drawn)) {
    job.throw_if_stopped();
    if (clock.seconds() > plan.most_seconds) break;
    ChoiceBenchRow row = measured(one, alone, plan.repeat, quiet);
    if (row.chosen.empty()) continue;
    done(row);
    rows.push_back(std::move(row));
  }
  return rows;
}

ChoiceBenchSummary summary_of(const std::vector<ChoiceBenchRow>& rows) {
  ChoiceBenchSummary summary;
  for (const ChoiceBenchRow& row : rows) {
    ++summary.choices;
    if (row.right()) ++summary.right;
    summary.worst = worst_of(summary.worst, row.slower());
  }
  return summary;
}

}  // namespace foldwave
