// The fold solver's interface; 3D PMM on the CPU is in fold/pmm.hpp, the CUDA one in gpu/fold.
#pragma once

#include <memory>
#include <string>

#include "core/fold/fold_model.hpp"

namespace foldwave {

class FoldSolver {
 public:
  virtual ~FoldSolver() = default;
  virtual std::string name() const = 0;

  // Consumes the problem's start field. Throws Stopped when the stop token is set.
  virtual FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const = 0;
};

}  // namespace foldwave
