// The acoustic propagator on the CPU: second-order leapfrog in time, Taylor stencils of order 2 to 16 in
// space, OpenMP.
//
//   p(n+1) = 2 p(n) - p(n-1) + v^2 dt^2 [ Laplacian_h p(n) + sum over sources of s_q(n dt) w_q / cell ]
//   p(0) = p(-1) = 0
//
// with `cell` the volume hx hy hz (in a section the area hx hz) and w_q trilinear weights, so that a point
// source in a uniform medium gives s(t - r/v) / (4 pi r). Layout, sponge and free surface:
// wave/padded_grid.hpp; the node's formula: wave/wave_kernel.hpp. Receivers read with trilinear weights:
// between nodes that is a short low-pass (1 - (pi h / wavelength)^2 / 2 in the middle of a cell), on nodes it
// is exact. A source exactly on a free face is silent and a receiver there reads zero, as the physics has it.
// The run throws ResourceError before it takes memory that is not there.
#pragma once

#include <memory>

#include "core/wave/propagator.hpp"

namespace foldwave {

std::unique_ptr<WavePropagator> make_cpu_wave_propagator();

}  // namespace foldwave
