#include "core/engine/wave_setup.hpp"

#include <algorithm>
#include <cmath>

#include "core/engine/velocity_setup.hpp"
#include "core/wave/cpu_density.hpp"
#include "core/wave/dispersion.hpp"
#include "core/wave/stencil.hpp"
#include "core/wave/wavelet.hpp"

namespace foldwave {

Stencil scenario_stencil(const Propagation& p) {
  return p.window ? windowed_stencil(p.window->alpha, p.window->beta, p.window->half_length)
                  : taylor_stencil(p.order);
}

double limiting_velocity(const Scenario& scenario, const Job& job) {
  const auto& layers = scenario.stack.layers;
  double lightest = layers.front().density, heaviest = lightest, fastest = 0.0;
  for (const Layer& layer : layers) {
    lightest = std::min(lightest, layer.density);
    heaviest = std::max(heaviest, layer.density);
  }
  if (lightest <= 0.0)
    fastest = velocity_range(scenario, job).fastest;
  else if (scenario.velocity)  // any of its velocities may meet any density
    fastest = effective_velocity(velocity_range(scenario, job).fastest, heaviest, lightest);
  else
    for (const Layer& layer : layers)
      fastest = std::max(fastest, effective_velocity(layer.velocity, layer.density, lightest));
  return std::holds_alternative<ExplodingReflectors>(scenario.survey.start) ? 0.5 * fastest : fastest;
}

TimeStep choose_time_step(const Scenario& scenario, double limiting_velocity) {
  const Propagation& p = scenario.propagation;
  const double frequency = scenario.survey.wavelet.ricker_frequency();
  const Stencil stencil = scenario_stencil(p);
  TimeStep time;
  time.limit = scenario.stack.layers.front().density > 0.0
                   ? density_stable_dt(scenario.grid, stencil.radius, limiting_velocity, p.time_order)
                   : stable_dt(scenario.grid, stencil, limiting_velocity, p.time_order);
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
  model.snapshot_every = snapshot_steps(scenario.outputs, time.dt);
  return model;
}

int snapshot_steps(const Outputs& outputs, double dt) {
  if (outputs.snapshot_interval > 0.0)
    return static_cast<int>(std::lround(std::clamp(outputs.snapshot_interval / dt, 1.0, 1e9)));
  return outputs.snapshot_steps;
}

}  // namespace foldwave
