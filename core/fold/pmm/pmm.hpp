// The 3D Parallel Marching Method on the CPU (fold/pmm/pmm_kernel.hpp), first order in the spacing, in single
// or double precision. The same result for any number of threads, to the bit. The fast paths agree with the
// plain one to rounding; the plain one visits every node whatever `skip_settled` says, to the same effect.
#pragma once

#include "core/fold/solver.hpp"

namespace foldwave {

std::unique_ptr<FoldSolver> make_pmm_solver();

}  // namespace foldwave
