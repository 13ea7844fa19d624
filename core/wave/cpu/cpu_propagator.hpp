// The acoustic propagator on the CPU, with OpenMP. As a rule:
//
//   p(n+1) = 2 p(n) - p(n-1) + v^2 dt^2 [ Laplacian_h p(n) + sum over sources of s_q(n dt) w_q / cell ]
//   p(0) = p(-1) = 0
//
// with `cell` the volume hx hy hz (in a section the area hx hz) and w_q the weights of wave/taps.hpp, so that
// a point source in a uniform medium gives s(t - r/v) / (4 pi r); fourth order in time, density and start
// fields: wave/cpu/cpu_wave.hpp. Layout, pads and free surface: wave/padded_grid.hpp. A source exactly on a
// free face is silent and a receiver there reads zero, as the physics has it.
//
// Large grids go four steps a pass over memory (wave/cpu/sweep.hpp), bit for bit as step by step; progress
// and live frames then come after each pass. The run throws ResourceError before it takes memory that is not
// there.
#pragma once

#include <memory>

#include "core/wave/propagator.hpp"

namespace foldwave {

std::unique_ptr<WavePropagator> make_cpu_wave_propagator();

}  // namespace foldwave
