// 3D PMM on a CUDA device: slabs of planes in overlapped tiles (gpu/fold/pmm_tile.hpp), about 4 bytes a node
// in single precision and 8 in double. It holds no CUDA type. Errors: ResourceError when the device has too
// little memory or a call to it fails.
#pragma once

#include "core/fold/solver.hpp"

namespace foldwave {

// How the slabs are launched.
struct SlabTuning {
  int planes = 4;       // a slab: 4, 8
  int threads = 256;    // a block: 256, 512, 1024
  int resident = 6;     // blocks that share a multiprocessor's memory
  int spread = 4;       // blocks for each multiprocessor, at least
  bool overlap = true;  // a slab is fetched while the one before is worked on (Hopper and later)
};

std::unique_ptr<FoldSolver> make_cuda_pmm_solver(const SlabTuning& tuning = {});

}  // namespace foldwave
