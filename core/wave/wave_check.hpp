// What no propagator can run is refused before it starts.
#pragma once

#include "core/wave/wave_model.hpp"

namespace foldwave {

// Throws InputError for: shapes, a velocity or density that is not positive, a step above the stability
// limit (unless check_stability is off), a source or receiver outside the grid.
void check_wave_model(const WaveModel& model);

}  // namespace foldwave
