// The foot-point method on a CUDA device: the exact arrival T from the foot on the horizon (constant F and
// psi a, any sign of F), in a few milliseconds for tens of millions of nodes. It holds no CUDA type.
//
// Only slabs of T are on the device at a time: a slab is computed while the one before it comes back through
// page-locked memory. device_seconds and transfer_seconds therefore overlap each other.
//
// Several devices share the layers of cells: each finds the feet of the lattice around its own, and the
// answer is one device's to the bit. Times are then those of the slowest.
//
// Errors: InputError when the problem has no horizon; DeviceError when there is too little memory or a call
// to the device fails.
#pragma once

#include "core/base/devices/work_devices.hpp"
#include "core/fold/solver.hpp"

namespace foldwave {

std::unique_ptr<FoldSolver> make_cuda_foot_solver(WorkDevices devices = {});

}  // namespace foldwave
