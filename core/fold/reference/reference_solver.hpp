// The yardsticks for psi = 0: one first-order Godunov stencil (godunov_kernel.hpp) under four schedules.
//
//   fmm           fast marching with a binary heap (Sethian 1996), serial
//   fsm           fast sweeping, 8 directions (4 in a 2D section), Gauss-Seidel, serial (Zhao 2005)
//   parallel_fsm  the directions of a sweep on copies of their own, one thread each, then the least (Zhao
//   2007):
//                 8 more values a node
//   fim           fast iterative method, by blocks (Jeong and Whitaker 2008)
//
// All four end at the same values to rounding, whatever the number of threads. max_sweeps and to_convergence
// hold for fsm and parallel_fsm, where a sweep is all directions; fast marching is done after its one pass,
// and fim's rounds (told as sweeps) always go on until no block is left. They have one path each and visit
// every node of a sweep.
#pragma once

#include <memory>

#include "core/fold/solver.hpp"
#include "core/model/fold_method.hpp"

namespace foldwave {

// method: fmm, fsm, parallel_fsm or fim. solve() throws InputError for psi a that is not 0 (in a section its
// y component is not looked at), for F <= 0 and for spacings whose squares leave the range of numbers;
// ResourceError when memory is not to be had.
std::unique_ptr<FoldSolver> make_reference_solver(FoldMethod method);

}  // namespace foldwave
