#include "core/fold/pmm/pmm.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "core/base/clock.hpp"
#include "core/base/text.hpp"
#include "core/fold/foot/initial.hpp"
#include "core/fold/pmm/pmm_check.hpp"
#include "core/fold/pmm/pmm_plain.hpp"
#include "core/fold/pmm/pmm_slabs.hpp"
#include "core/fold/pmm/varying_fold.hpp"
#include "core/fold/pmm/varying_sweeper.hpp"

namespace foldwave {

namespace {

class PmmSolver final : public FoldSolver {
 public:
  std::string name() const override { return "pmm"; }
  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override;
};

// Sweeps to the end that the options ask for; `run_next` does the next sub-sweep of `count` in a sweep.
template <class RunNext>
void march(const FoldOptions& options, int count, Index nodes, FoldSolution& solution, const Job& job,
           const RunNext& run_next) {
  for (int sweep = 0; sweep < options.max_sweeps; ++sweep) {
    Index changed = 0;
    for (int q = 0; q < count; ++q) {
      const std::string step = "fold: sweep " + std::to_string(sweep + 1);
      // Two sweeps are usual; a third only confirms them.
      const std::int64_t sweeps = options.to_convergence ? std::max(3, sweep + 1) : options.max_sweeps;
      job.report(
          {step, std::int64_t{sweep} * count + q, count * sweeps, static_cast<double>(nodes), "nodes"});
      job.throw_if_stopped();
      const Index news = run_next(static_cast<std::size_t>(q));
      if (news < 0) throw Stopped();
      changed += news;
    }
    solution.sweeps = sweep + 1;
    if (options.to_convergence && changed == 0) return;
  }
  if (options.to_convergence) solution.warnings.push_back(unsettled_warning(solution.sweeps));
}

template <class Real>
StartValues<Real> solve_constant(FoldProblem& problem, const FoldOptions& options, FoldSolution& solution,
                                 const Job& job) {
  const Clock clock;
  const RowFunctions<Real>* const functions = row_functions<Real>(options.path);
  StartValues<Real> start = take_start_values<Real>(problem, job);
  check_pmm_start(start, problem.grid);
  solution.start_seconds = clock.seconds();
  const auto sweeps = sub_sweeps<Real>(problem.grid, problem.F, problem.b);
  std::optional<SlabSweeper<Real>> fast;
  if (functions != nullptr) fast.emplace(sweeps, *functions, options.skip_settled, start.time, start.fixed);
  march(options, static_cast<int>(sweeps.size()), problem.grid.size(), solution, job, [&](std::size_t q) {
    return fast ? fast->run_next(job.stop)
                : run_plain_sub_sweep(sweeps[q], start.time, start.fixed, job.stop);
  });
  return start;
}

template <class Real>
VaryingProblem<Real> solve_varying(FoldProblem& problem, const FoldOptions& options, FoldSolution& solution,
                                   const Job& job) {
  const Clock clock;
  VaryingProblem<Real> varying = prepare_varying<Real>(problem, job);
  solution.start_seconds = clock.seconds();
  VaryingSweeper<Real> sweeper(varying.speeds, options.skip_settled, varying.start.time, varying.start.fixed);
  march(options, sweeper.count(), varying.box.grid.size(), solution, job,
        [&](std::size_t) { return sweeper.run_next(job.stop); });
  add_box_warning(varying.box, solution);
  return varying;
}

template <class Real>
FoldSolution solve_in(FoldProblem& problem, const FoldOptions& options, const Job& job) {
  const Clock clock;
  problem.grid = with_thin_axes_spaced(problem.grid);
  check_pmm_problem(problem, options);
  FoldSolution solution;
  if (problem.speeds) {
    VaryingProblem<Real> solved = solve_varying<Real>(problem, options, solution, job);
    put_arrival(std::move(solved.start.time), solved.box.before, problem.grid, solution);
  } else {
    put_arrival(solve_constant<Real>(problem, options, solution, job).time, {}, problem.grid, solution);
  }
  solution.seconds = clock.seconds();
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
