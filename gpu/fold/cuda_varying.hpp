// PMM on a CUDA device where F, psi and a vary in space: the node's own stencil
// (core/fold/pmm/pmm_local.hpp), a launch a plane, so that no launch is long; every node is visited in every
// sweep.
#pragma once

#include "core/fold/fold_model.hpp"

namespace foldwave {

// Throws InputError, DeviceError, Stopped. Real: float, double.
template <class Real>
FoldSolution solve_varying_on_device(FoldProblem problem, const FoldOptions& options, const Job& job);

}  // namespace foldwave
