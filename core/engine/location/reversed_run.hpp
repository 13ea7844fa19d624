// The wave that goes back in time, itself: what /imaging looks at, last sample first, through the medium to
// locate in (imaging/locate/reversal.hpp), to be watched as any wave is. Who watches is told the steps and
// times that the field belongs to, which fall to 0; snapshots are those of /outputs/snapshots, counted in the
// reversal's own steps.
//
// Of a scenario that starts from exploding reflectors the rates of its traces are sent, and the field at time
// zero is their image (imaging/rtm/exploding.hpp).
// Errors: those of image_traces.hpp and of the propagator. A stopped run comes back with wave.run.stopped
// set.
#pragma once

#include "core/engine/location/image_traces.hpp"
#include "core/imaging/locate/clocked_traces.hpp"

namespace foldwave {

struct ReversedWave {
  WaveResult wave;  // with the traces that were sent as its gather
  Field<float> at_zero;
};

ReversedWave send_back(const Scenario& scenario, const LocateSetup& setup, const ClockedTraces& traces,
                       const Backend& backend, const WaveWatch& watch, const Job& job);

// The whole of it; traces are those of `wave`, as run_image takes them.
ReversedWave run_reversed(const Scenario& scenario, const FoldResult& fold, const WaveResult* wave,
                          const Backend& backend, const WaveWatch& watch, const Job& job);

}  // namespace foldwave
