// 3D PMM on a CUDA device, plainly: one launch a plane, one thread a node, the CPU's own function for each
// node. It holds no CUDA type. Errors: ResourceError when the device has too little memory or a call to it
// fails.
#pragma once

#include "core/fold/solver.hpp"

namespace foldwave {

std::unique_ptr<FoldSolver> make_cuda_pmm_solver();

}  // namespace foldwave
