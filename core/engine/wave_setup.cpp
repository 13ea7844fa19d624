#include "core/engine/wave_setup.hpp"

#include <algorithm>
#include <cmath>

#include "core/wave/dispersion.hpp"
#include "core/wave/stencil.hpp"
#include "core/wave/wavelet.hpp"

namespace foldwave {

TimeStep choose_time_step(const Scenario& scenario, double largest_velocity) {
  const Propagation& p = scenario.propagation;
  const double frequency = scenario.survey.wavelet.frequency;
  TimeStep time;
  time.limit = stable_dt(scenario.grid, taylor_stencil(p.order), largest_velocity);
  time.dt = p.dt;
  if (p.dt <= 0.0) {
    time.dt = automatic_dt(p.error_budget, frequency, p.duration, time.limit);
    if (time.dt > 2e-6) time.dt = std::floor(time.dt * 1e6) * 1e-6;
  }
  time.estimated_error = time_step_error(time.dt, frequency, p.duration);
  time.steps = std::max(1, static_cast<int>(std::lround(std::min(p.duration / time.dt, 1e9))));
  return time;
}

WaveModel make_wave_model(const Scenario& scenario, const TimeStep& time) {
  WaveModel model;
  model.grid = scenario.grid;
  model.stencil = taylor_stencil(scenario.propagation.order);
  model.dt = time.dt;
  model.steps = time.steps;
  model.boundaries = scenario.propagation.boundaries;
  model.pad_cells = scenario.propagation.pad_cells;
  model.frequency = scenario.survey.wavelet.frequency;
  model.sources = survey_sources(scenario.survey, scenario.grid, time.dt, time.steps + 1);
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
