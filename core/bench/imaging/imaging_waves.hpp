// Rows of how fast waves are sent back and shots migrated: what a device is for, so a processor runs those of
// volumes only when they are asked for by name.
//
//   slider.models         reversals of 675 x 210 nodes, 2000 steps, 675 traces, in other velocities: a second
//   volume.peak           200^3 nodes, 1024 receivers between nodes, 1000 steps: seconds to max |P|
//   volume.groups         the same in eight groups, looked at every 4th step
//   target.peak           1000 x 1000 x 160 nodes of 20 m, 500 steps of 2 ms: 1 s of record
//   shot.seconds          a shot of 512^3 nodes and CPML, 4000 steps, correlated every 4th, illumination
//   shot.on_host          the same with strips in the host's memory, over it
//   strips.exact, .bits16, .bits8   their bytes over those of every step's field, per cent
//
// All seconds are of the whole call, set-up and reading out with it; those of a shot are two shorter runs,
// drawn on by a straight line.
#pragma once

#include "core/bench/imaging/imaging.hpp"

namespace foldwave {

void bench_reversals(const Backend& backend, const ImagingBenchPlan& plan, const MeasureDone& add,
                     const Job& job);

}  // namespace foldwave
