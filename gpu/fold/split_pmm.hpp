// 3D PMM over several CUDA devices, which share the rows of each plane: the bits of one device. A tile beside
// a cut writes what it changes into the neighbour's arrays and tells it that it is done; the neighbour's
// tiles there wait for that before the next slab (gpu/fold/tile_link.hpp). Planes of z are cut along y,
// others along z; between those each device takes in what the others have changed. Each holds the whole grid.
//
// One device does it alone, with a warning, where planes are too small to be worth it, in sections, where F,
// psi and a vary, and where devices do not reach each other.
#pragma once

#include <vector>

#include "core/base/grid.hpp"
#include "core/fold/solver.hpp"

namespace foldwave {

// Nodes of a plane that are worth a device of its own.
inline constexpr Index least_plane_share = 400'000;

std::unique_ptr<FoldSolver> make_split_pmm_solver(std::vector<int> devices,
                                                  Index plane_share = least_plane_share);

}  // namespace foldwave
