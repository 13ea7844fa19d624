// What /imaging asks for of its traces: events, the focus, or the image of exploding reflectors.
// Errors: those of image_traces.hpp, image_setup.hpp and imaging/locate; a stopped run throws Stopped.
#pragma once

#include "core/engine/backend.hpp"
#include "core/engine/fold_result.hpp"
#include "core/engine/location/image_result.hpp"
#include "core/engine/wave_result.hpp"

namespace foldwave {

// Modelled traces are those of `wave`, or where that is null are made first. `reversed` sees the wave that
// goes back (reversed_run.hpp), which is one more run where events are located.
ImageResult run_image(const Scenario& scenario, const FoldResult& fold, const WaveResult* wave,
                      const Backend& backend, const Job& job, const WaveWatch& reversed = {});

}  // namespace foldwave
