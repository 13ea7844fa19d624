// The foot-point method on a CUDA device: the exact arrival T from the foot on the horizon (constant F and
// psi a, any sign of F), in a few milliseconds for tens of millions of nodes. It holds no CUDA type.
//
// Only slabs of T are on the device at a time: a slab is computed while the one before it comes back through
// page-locked memory. device_seconds and transfer_seconds therefore overlap each other.
//
// Errors: InputError when the problem has no horizon; DeviceError when there is too little memory or a call
// to the device fails.
#pragma once

#include "core/fold/solver.hpp"

namespace foldwave {

std::unique_ptr<FoldSolver> make_cuda_foot_solver();

}  // namespace foldwave
