// What no propagator can run is refused before it starts.
#pragma once

#include <stop_token>
#include <string>

#include "core/wave/wave_model.hpp"

namespace foldwave {

// Throws InputError for: shapes, a velocity or density that is not positive, a step above the stability
// limit (unless check_stability is off), a source or receiver outside the grid. With a density the limit is
// worked out in some passes over the grid, which `stop` ends: what is stopped is not refused for its step.
void check_wave_model(const WaveModel& model, const std::stop_token& stop = {});

// Throws InputError, at `place`, for a position outside the grid.
void check_position(const Grid3& grid, const std::string& place, Vec3 position);

}  // namespace foldwave
