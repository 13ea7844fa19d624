#include "core/fold/pmm.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>

#include "core/base/text.hpp"
#include "core/fold/initial.hpp"
#include "core/fold/pmm_check.hpp"
#include "core/fold/pmm_plain.hpp"
#include "core/fold/pmm_slabs.hpp"

namespace foldwave {

namespace {

class PmmSolver final : public FoldSolver {
 public:
  std::string name() const override { return "pmm"; }
  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override;
};

// Sweeps T to the end that the options ask for.
template <class Real>
void march(const FoldProblem& problem, const FoldOptions& options, const RowFunctions<Real>* functions,
           StartValues<Real>& start, FoldSolution& solution, const Job& job) {
  const auto sweeps = sub_sweeps<Real>(problem.grid, problem.F, problem.b);
  std::optional<SlabSweeper<Real>> fast;
  if (functions != nullptr) fast.emplace(sweeps, *functions, options.skip_settled, start.time, start.fixed);
  const auto count = static_cast<std::int64_t>(sweeps.size());
  const auto nodes = static_cast<double>(problem.grid.size());
  for (int sweep = 0; sweep < options.max_sweeps; ++sweep) {
    Index changed = 0;
    for (std::int64_t q = 0; q < count; ++q) {
      const std::string step = "fold: sweep " + std::to_string(sweep + 1);
      // Two sweeps are usual; a third only confirms them.
      const std::int64_t total =
          count * (options.to_convergence ? std::max(3, sweep + 1) : options.max_sweeps);
      job.report({step, sweep * count + q, total, nodes, "nodes"});
      job.throw_if_stopped();
      const Index news =
          fast ? fast->run_next(job.stop)
               : run_plain_sub_sweep(sweeps[static_cast<std::size_t>(q)], start.time, start.fixed, job.stop);
      if (news < 0) throw Stopped();
      changed += news;
    }
    solution.sweeps = sweep + 1;
    if (options.to_convergence && changed == 0) return;
  }
  if (options.to_convergence) solution.warnings.push_back(unsettled_warning(solution.sweeps));
}

template <class Real>
FoldSolution solve_in(FoldProblem& problem, const FoldOptions& options, const Job& job) {
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds_since_begin = [begin] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  problem.grid = with_thin_axes_spaced(problem.grid);
  check_pmm_problem(problem, options);
  const RowFunctions<Real>* const functions = row_functions<Real>(options.path);
  StartValues<Real> start = take_start_values<Real>(problem, job);
  check_pmm_start(start, problem.grid);
  FoldSolution solution;
  solution.start_seconds = seconds_since_begin();
  march(problem, options, functions, start, solution, job);

  const Real* const T = start.time.data();
  Index unreached = 0;
#pragma omp parallel for schedule(static) reduction(+ : unreached)
  for (Index m = 0; m < problem.grid.size(); ++m)
    unreached += std::isinf(T[m]) ? 1 : 0;
  solution.unreached = unreached;
  if constexpr (std::is_same_v<Real, float>) {
    solution.arrival = std::move(start.time);
  } else {
    solution.arrival = Field<float>(problem.grid.n);
    float* const rounded = solution.arrival.data();
#pragma omp parallel for schedule(static)
    for (Index m = 0; m < problem.grid.size(); ++m)
      rounded[m] = static_cast<float>(T[m]);
    solution.arrival64 = std::move(start.time);
  }
  solution.seconds = seconds_since_begin();
  return solution;
}

FoldSolution PmmSolver::solve(FoldProblem problem, const FoldOptions& options, const Job& job) const {
  return options.precision == Precision::binary64 ? solve_in<double>(problem, options, job)
                                                  : solve_in<float>(problem, options, job);
}

}  // namespace

std::unique_ptr<FoldSolver> make_pmm_solver() {
  return std::make_unique<PmmSolver>();
}

}  // namespace foldwave
