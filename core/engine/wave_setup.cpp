#include "core/engine/wave_setup.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/engine/velocity_setup.hpp"
#include "core/wave/density_limit.hpp"
#include "core/wave/dispersion.hpp"
#include "core/wave/source/wavelet.hpp"
#include "core/wave/stencil.hpp"

namespace foldwave {

Stencil scenario_stencil(const Propagation& p) {
  return p.window ? windowed_stencil(p.window->alpha, p.window->beta, p.window->half_length)
                  : taylor_stencil(p.order);
}

double limiting_velocity(const Scenario& scenario, const Job& job) {
  const double fastest = velocity_range(scenario, job).fastest;
  return std::holds_alternative<ExplodingReflectors>(scenario.survey.start) ? 0.5 * fastest : fastest;
}

double stable_dt(const Scenario& scenario, const Job& job) {
  const Propagation& p = scenario.propagation;
  const Stencil stencil = scenario_stencil(p);
  const double fastest = limiting_velocity(scenario, job);
  if (scenario.stack.layers.empty())
    throw InputError("/layers/list", "there is no layer, and so no step", "add a layer");
  const auto [lightest, heaviest] = std::ranges::minmax(scenario.stack.layers, {}, &Layer::density);
  if (lightest.density <= 0.0) return stable_dt(scenario.grid, stencil, fastest, p.time_order);
  return density_stable_dt(scenario.grid, stencil.radius, {fastest, lightest.density, heaviest.density},
                           p.time_order);
}

TimeStep choose_time_step(const Scenario& scenario, double limit) {
  const Propagation& p = scenario.propagation;
  const double frequency = scenario.survey.wavelet.ricker_frequency();
  TimeStep time;
  time.limit = limit;
  time.dt = p.dt;
  time.chosen_by = "typed";
  if (p.dt <= 0.0) {
    time.dt = automatic_dt(p.error_budget, frequency, p.duration, time.limit, p.time_order);
    time.chosen_by = time.dt < 0.999 * stability_share * time.limit ? "error budget" : "stability limit";
    if (time.dt > 2e-6) time.dt = std::floor(time.dt * 1e6) * 1e-6;
  }
  time.estimated_error = time_step_error(time.dt, frequency, p.duration, p.time_order);
  time.steps = std::max(1, static_cast<int>(std::lround(std::min(p.duration / time.dt, 1e9))));
  return time;
}

WaveModel make_wave_model(const Scenario& scenario, const TimeStep& time) {
  WaveModel model;
  model.grid = scenario.grid;
  model.stencil = scenario_stencil(scenario.propagation);
  model.time_order = scenario.propagation.time_order;
  model.precision = scenario.propagation.precision;
  model.interpolation = scenario.propagation.interpolation;
  model.dt = time.dt;
  model.steps = time.steps;
  model.boundaries = scenario.propagation.boundaries;
  model.pad_cells = scenario.propagation.pad_cells;
  model.frequency = scenario.survey.wavelet.frequency;
  model.sources = survey_sources(scenario.survey, scenario.grid, time.dt, time.steps + 1, scenario.folder);
  for (const Vec3& p : scenario.survey.receiver_positions())
    model.receivers.push_back(p - scenario.grid.origin);
  place_snapshots(model, snapshot_steps(scenario.outputs, time));
  return model;
}

bool takes_snapshots(const Outputs& outputs) {
  return outputs.snapshot_steps > 0 || outputs.snapshot_interval > 0.0 || !outputs.snapshot_list.empty();
}

void take_no_snapshots(Outputs& outputs) {
  outputs.snapshot_steps = 0;
  outputs.snapshot_interval = 0.0;
  outputs.snapshot_list.clear();
}

SnapshotSteps snapshot_steps(const Outputs& outputs, const TimeStep& time) {
  SnapshotSteps steps;
  if (outputs.snapshot_list.empty()) steps.every = std::max(0, outputs.snapshot_steps);
  if (outputs.snapshot_interval > 0.0)
    steps.every = static_cast<int>(std::lround(std::clamp(outputs.snapshot_interval / time.dt, 1.0, 1e9)));
  if (steps.every > 0) {
    steps.count = 1 + time.steps / steps.every;
    return steps;
  }
  std::ranges::copy_if(outputs.snapshot_list, std::back_inserter(steps.list),
                       [&](int step) { return step <= time.steps; });
  steps.count = static_cast<int>(steps.list.size());
  return steps;
}

void place_snapshots(WaveModel& model, const SnapshotSteps& steps) {
  model.snapshot_every = steps.every;
  model.snapshot_steps = steps.list;
}

}  // namespace foldwave
