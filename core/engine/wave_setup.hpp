// From a scenario to what a propagator is given: time step, steps, sources and receivers in local
// coordinates.
#pragma once

#include <string>

#include "core/base/progress.hpp"
#include "core/model/scenario.hpp"
#include "core/wave/wave_model.hpp"

namespace foldwave {

struct TimeStep {
  double dt = 0.0;
  double limit = 0.0;            // of stability
  double estimated_error = 0.0;  // relative L2 of a trace, from the time step alone
  int steps = 0;
  std::string chosen_by;  // "typed", "error budget", "stability limit"
};

Stencil scenario_stencil(const Propagation& propagation);

// The velocity that limits the time step: the largest of the layers' or the file's, halved for exploding
// reflectors. Errors: those of velocity_setup.hpp.
double limiting_velocity(const Scenario& scenario, const Job& job = {});

// The largest time step that is stable wherever the fold puts the layers, before it is known. With densities
// a fold's own limit may be longer (wave/density_limit.hpp). Errors: those of velocity_setup.hpp.
double stable_dt(const Scenario& scenario, const Job& job = {});

// The time step as typed, or the automatic one below `limit`, which is cut to whole microseconds so that
// SEG-Y can hold it.
TimeStep choose_time_step(const Scenario& scenario, double limit);

// The model without its velocity.
WaveModel make_wave_model(const Scenario& scenario, const TimeStep& time);

// The steps of a run that snapshots are kept of: every so many from 0 on, or those of a list.
struct SnapshotSteps {
  int every = 0;
  std::vector<int> list;  // where there is no interval
  int count = 0;

  int at(int snapshot) const {
    return every > 0 ? snapshot * every : list[static_cast<std::size_t>(snapshot)];
  }
};
bool takes_snapshots(const Outputs& outputs);
void take_no_snapshots(Outputs& outputs);
SnapshotSteps snapshot_steps(const Outputs& outputs, const TimeStep& time);
void place_snapshots(WaveModel& model, const SnapshotSteps& steps);  // SnapshotSteps{}: none

}  // namespace foldwave
