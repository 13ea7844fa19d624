// One wave over several CUDA devices of this process, each with a slab of the grid
// (core/wave/ranks/slab_plan.hpp). After each step the planes beside a cut go from device to device; where
// two cannot reach each other's memory they go through the host, which the result says. Gathers and snapshots
// are those of one device to the bit.
// A grid of too few planes is stepped by one, which is warned of.
// Errors: those of the CUDA propagator; a device that is not there is an
// InputError.
#pragma once

#include <memory>
#include <vector>

#include "core/wave/propagator.hpp"

namespace foldwave {

std::unique_ptr<WavePropagator> make_split_propagator(std::vector<int> devices);

}  // namespace foldwave
