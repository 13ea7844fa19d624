// The fold solver's interface. Every method, on the CPU and on a device, is behind it.
#pragma once

#include <memory>
#include <string>

#include "core/fold/fold_model.hpp"

namespace foldwave {

class FoldSolver {
 public:
  virtual ~FoldSolver() = default;
  virtual std::string name() const = 0;

  // Consumes the problem's start values. Throws InputError when the method cannot solve the problem, Stopped
  // when the stop token is set.
  virtual FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const = 0;
};

}  // namespace foldwave
