#include "core/fold/reference/reference_solver.hpp"

#include <chrono>
#include <cmath>
#include <new>
#include <type_traits>

#include "core/base/text.hpp"
#include "core/fold/foot/initial.hpp"
#include "core/fold/reference/schedules.hpp"
#include "core/fold/unreached.hpp"

namespace foldwave {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point from) {
  return std::chrono::duration<double>(Clock::now() - from).count();
}

template <class Real>
int run_schedule(FoldMethod method, GodunovWork<Real>& work, const FoldOptions& options, const Job& job) {
  switch (method) {
    case FoldMethod::fsm:
      return fast_sweeping(work, options, job);
    case FoldMethod::parallel_fsm:
      return parallel_fast_sweeping(work, options, job);
    case FoldMethod::fim:
      return fast_iterative(work, options, job);
    default:
      return fast_marching(work, options, job);
  }
}

class ReferenceSolver final : public FoldSolver {
 public:
  explicit ReferenceSolver(FoldMethod method) : method_(method) {}
  std::string name() const override { return fold_method_name(method_); }

  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override {
    check(problem);
    try {
      return options.precision == Precision::binary64 ? solved<double>(std::move(problem), options, job)
                                                      : solved<float>(std::move(problem), options, job);
    } catch (const std::bad_alloc&) {
      throw ResourceError("memory", "there is not enough for the front of " + name(), "use fewer grid nodes");
    }
  }

 private:
  void check(const FoldProblem& problem) const {
    if (problem.speeds)
      throw InputError("fold method", name() + " needs F, psi and a that are the same everywhere", "use pmm");
    Vec3 b = problem.b;
    if (problem.grid.is_section()) b.y = 0.0;
    if (!(norm(b) == 0.0))
      throw InputError("psi",
                       "is not 0 (|psi a| = " + number_text(norm(b), 3) + "), and " + name() +
                           " solves only the isotropic case",
                       "use pmm or foot-point");
    if (!(problem.F > 0.0) || !std::isfinite(problem.F))
      throw InputError("F", number_text(problem.F, 3) + " is not a speed that " + name() + " can solve",
                       "use F above 0");
  }

  // The squares of the spacings must keep to the numbers that the solve works with.
  template <class Real>
  static GodunovGrid<Real> checked_stencil(const FoldProblem& problem) {
    const GodunovGrid<Real> g(problem.grid, problem.F);
    for (std::size_t a = 0; a < 3; ++a)
      if (!(problem.grid.h[a] > 0.0) || !std::isfinite(problem.grid.h[a]) || !std::isnormal(g.step[a]) ||
          !std::isnormal(g.weight[a] * g.weight[a]))
        throw InputError("grid spacing", number_text(problem.grid.h[a], 3) + " is too small or too large",
                         "use metres");
    return g;
  }

  template <class Real>
  FoldSolution solved(FoldProblem problem, const FoldOptions& options, const Job& job) const {
    const auto begin = Clock::now();
    const GodunovGrid<Real> stencil = checked_stencil<Real>(problem);
    StartValues<Real> start = take_start_values<Real>(problem, job);
    FoldSolution solution;
    solution.start_seconds = seconds_since(begin);
    GodunovWork<Real> work{stencil, std::move(start.time), std::move(start.fixed)};
    solution.sweeps = run_schedule(method_, work, options, job);
    keep(std::move(work.T), solution);
    solution.seconds = seconds_since(begin);
    return solution;
  }

  template <class Real>
  static void keep(Field<Real> T, FoldSolution& solution) {
    const Index size = T.size();
    solution.unreached = unreached_nodes(T);
    if constexpr (std::is_same_v<Real, float>) {
      solution.arrival = std::move(T);
    } else {
      solution.arrival = Field<float>(T.shape());
      float* const rounded = solution.arrival.data();
#pragma omp parallel for schedule(static)
      for (Index m = 0; m < size; ++m)
        rounded[m] = static_cast<float>(T[m]);
      solution.arrival64 = std::move(T);
    }
  }

  FoldMethod method_;
};

}  // namespace

std::unique_ptr<FoldSolver> make_reference_solver(FoldMethod method) {
  return std::make_unique<ReferenceSolver>(method);
}

}  // namespace foldwave
