// One wave over the ranks of a communicator, each with a slab of the grid (slab_plan.hpp) on its processor or
// its device, as the engine of rank 0 has it (rank_slab.hpp).
// Rank 0 has the whole model, hands out the slabs, takes in samples and snapshots, and gives the result: the
// bits of one rank alone. The time step and all checks are the whole model's.
//
// A grid of too few planes is stepped by rank 0 alone, which is warned of. A stop ends the run within a pass
// of all ranks. Nothing is shown live. What a rank cannot do, as its memory does not hold the slab, is an
// error of rank 0 that names the rank and its host. Errors: those of WavePropagator::run; ResourceError for a
// rank that fails or is lost, DeviceError for one whose device does not hold its slab.
#pragma once

#include <memory>

#include "core/wave/ranks/rank_slab.hpp"

namespace foldwave {

// Of rank 0; the communicator outlives it. With `write_part`, here and on all ranks, snapshots whose sink
// takes parts are written by the ranks that have them, on a disk that all see.
std::unique_ptr<WavePropagator> make_ranked_propagator(Communicator& ranks, WriteFieldPart write_part = {},
                                                       const RankEngine& engine = cpu_rank_engine());

// What the other ranks do, until rank 0 ends them. `device`: of waves on devices; null: there is none.
void serve_waves(Communicator& ranks, const WriteFieldPart& write_part = {},
                 const RankEngine* device = nullptr);
void end_serving(Communicator& ranks);

}  // namespace foldwave
