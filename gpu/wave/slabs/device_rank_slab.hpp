// Slabs of a wave over ranks on devices (core/wave/ranks/rank_slab.hpp), a rank a device: those of a host
// take its devices in turn. Neighbours' planes go, beside the step of the inner planes, straight between
// devices where the communicator takes their memory, else by NCCL where it is and each rank has a device of
// its own, else through page-locked memory of the host.
#pragma once

#include "core/wave/ranks/rank_slab.hpp"

namespace foldwave {

const RankEngine& device_rank_engine();

}  // namespace foldwave
