// The physics checked against exact answers, for `foldwave-cli verify` and the tests. A check's value is an
// error measure; it passes when value <= limit (a value that is not a number fails). A limit is at most ten
// times what is measured, on the CPU or on a device, unless a comment says why.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"

namespace foldwave {

struct Check {
  std::string name;  // "fold.plane.pmm.1", "wave.standing.order8"
  double value = 0.0;
  double limit = 0.0;
  std::string unit;  // "relative", "steps", ...
  std::string note;  // what was measured, in a few words
  std::string backend =
      {};  // who computed it: the name of the asked one, or "cpu" where that has no part in it

  bool passed() const { return value <= limit; }
};
using Checks = std::vector<Check>;

enum class VerifyScope { quick, full };  // quick: smaller grids where the bar still means something

// What is put to the test. The parts that are the CPU's whatever the back end stand as functions: a test puts
// broken ones in their place, as it does with a broken back end.
struct Verified {
  const Backend& backend;
  std::function<FoldSolution(const FoldProblem&, const Job&)> mesh_fold;
  std::function<FoldResult(const Scenario&, const Job&)> folds_in_a_row;
  StepperMaker make_stepper;

  explicit Verified(const Backend& asked);
};

// Checks that are made together; their rows' names begin with `name`.
struct CheckGroup {
  const char* name;
  bool by_backend;  // false: the CPU computes it whatever the back end
  void (*make)(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks);
};
const std::vector<CheckGroup>& check_groups();

// The rows of a group. One that ends in InputError or NumericError is a row that fails and says so; throws
// Stopped, and ResourceError, also where a back end gave way to the CPU.
Checks run_checks(const CheckGroup& group, const Verified& verified, VerifyScope scope, const Job& job);

}  // namespace foldwave
