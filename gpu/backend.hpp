// The CUDA back end. Registering costs nothing; the device is looked for when a back end is asked for, and a
// machine without a driver or a device is an ordinary answer.
#pragma once

#include "core/wave/ranks/rank_slab.hpp"

namespace foldwave {

void register_cuda_backend();

// Of waves over ranks, what each rank does on its host's devices.
const RankEngine& cuda_rank_engine();

}  // namespace foldwave
