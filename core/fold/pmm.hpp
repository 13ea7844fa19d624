// The 3D Parallel Marching Method on the CPU: plain, complete, the same result for any number of threads
// (nodes of one plane read only the plane before). First order in the spacing. Works in single precision.
#pragma once

#include "core/fold/solver.hpp"

namespace foldwave {

std::unique_ptr<FoldSolver> make_pmm_solver();

}  // namespace foldwave
