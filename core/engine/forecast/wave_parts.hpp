// What the waves of every stage have in common: scheme, taps, set-up and snapshots, for stage_work.hpp.
#pragma once

#include "core/engine/forecast/stage_work.hpp"
#include "core/engine/wave_setup.hpp"

namespace foldwave {

double receivers_of(const Survey& survey);

// Nodes that a set of receivers reads at a step: along an axis on which it lies on nodes one, else as many as
// the interpolation is wide (wave/taps.hpp); and the rows that these lie in.
struct TapCount {
  double taps = 0.0, rows = 0.0;
};
TapCount taps_of(const Scenario& scenario);

bool has_density(const Scenario& scenario);

// The wave's scheme without what takes time to make: velocity, sources, positions.
StepCount counted_steps(const Scenario& scenario, const TimeStep& time);

void tell_kernel(const StepCount& count, const Backend& backend, StageWork& stage);

// Media and the time step that they bear, without what a wave begins with.
StagePart model_part(const Scenario& scenario, double padded_nodes);
StagePart set_up_part(const Scenario& scenario, const StepCount& count);

// The user's nodes once a snapshot, in the format that this build has.
StagePart snapshot_part(const Scenario& scenario, double snapshots, bool files);

}  // namespace foldwave
