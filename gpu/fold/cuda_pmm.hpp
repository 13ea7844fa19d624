// 3D PMM on a CUDA device: slabs of planes in overlapped tiles (gpu/fold/pmm_tile.hpp), about 4 bytes a node
// in single precision and 8 in double. It holds no CUDA type. Errors: DeviceError when the device has too
// little memory or a call to it fails.
#pragma once

#include "core/fold/solver.hpp"

namespace foldwave {

std::unique_ptr<FoldSolver> make_cuda_pmm_solver();

}  // namespace foldwave
