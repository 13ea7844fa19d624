#include "core/fold/pmm.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <string>

#include "core/fold/initial.hpp"
#include "core/fold/sweeps.hpp"

namespace foldwave {

namespace {

class PmmSolver final : public FoldSolver {
 public:
  std::string name() const override { return "pmm"; }
  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override;
};

struct Extent {
  int n = 1;
  Index stride = 1;
};

// One sub-sweep over the grid; the number of nodes that became earlier, or -1 when it was stopped.
Index run_sub_sweep(const SubSweep<float>& sweep, const Grid3& grid, Field<float>& T,
                    const Field<std::uint8_t>& fixed, const std::stop_token& stop) {
  const std::array<Extent, 3> axis{Extent{grid.n[0], 1}, Extent{grid.n[1], grid.n[0]},
                                   Extent{grid.n[2], Index{1} * grid.n[0] * grid.n[1]}};
  const Extent& eu = axis[static_cast<std::size_t>(sweep.u)];
  const Extent& ev = axis[static_cast<std::size_t>(sweep.v)];
  const Extent& ew = axis[static_cast<std::size_t>(sweep.w)];
  // Plain names: a structured binding must not be captured by an OpenMP region.
  const int nu = eu.n, nv = ev.n, nw = ew.n;
  const Index du = eu.stride, dv = ev.stride, dw = ew.stride;
  const Index back = sweep.forward ? -dw : dw;
  float* const values = T.data();
  const std::uint8_t* const held = fixed.data();
  Index changed = 0;
  bool stopped = false;

#pragma omp parallel reduction(+ : changed)
  for (int step = 1; step < nw; ++step) {
    const int w = sweep.forward ? step : nw - 1 - step;
#pragma omp for schedule(static)
    for (int v = 0; v < nv; ++v) {
      for (int u = 0; u < nu; ++u) {
        const Index m = u * du + v * dv + w * dw;
        if (held[m] != 0) continue;
        const float old = values[m];
        const float* const below = values + m + back;
        const float fresh = updated_arrival(sweep.stencil, old, [&](int a, int b) {
          const bool inside = u + a >= 0 && u + a < nu && v + b >= 0 && v + b < nv;
          return inside ? below[a * du + b * dv] : std::numeric_limits<float>::infinity();
        });
        if (std::fabs(fresh) < std::fabs(old)) {
          values[m] = fresh;
          if (std::fabs(fresh) < std::fabs(old) * (1.0f - rounding_share<float>)) ++changed;
        }
      }
    }
#pragma omp single
    stopped = stop.stop_requested();
    if (stopped) break;
  }
  return stopped ? -1 : changed;
}

FoldSolution PmmSolver::solve(FoldProblem problem, const FoldOptions& options, const Job& job) const {
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds_since = [](std::chrono::steady_clock::time_point from) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
  };
  const Grid3& grid = problem.grid;
  StartValues<float> start = take_start_values<float>(problem, job);
  FoldSolution solution;
  solution.start_seconds = seconds_since(begin);
  const auto sweeps = sub_sweeps<float>(grid, problem.F, problem.b);
  solution.arrival = std::move(start.time);

  const auto count = static_cast<std::int64_t>(sweeps.size());
  for (int sweep = 0; sweep < options.max_sweeps; ++sweep) {
    Index changed = 0;
    for (std::int64_t q = 0; q < count; ++q) {
      const std::string step = "fold: sweep " + std::to_string(sweep + 1);
      // Two sweeps are usual; a third only confirms them.
      const std::int64_t total =
          count * (options.to_convergence ? std::max(3, sweep + 1) : options.max_sweeps);
      job.report({step, sweep * count + q, total, static_cast<double>(grid.size()), "nodes"});
      const Index news =
          run_sub_sweep(sweeps[static_cast<std::size_t>(q)], grid, solution.arrival, start.fixed, job.stop);
      if (news < 0) throw Stopped();
      changed += news;
    }
    solution.sweeps = sweep + 1;
    if (options.to_convergence && changed == 0) break;
  }

  const float* const T = solution.arrival.data();
  Index unreached = 0;
#pragma omp parallel for schedule(static) reduction(+ : unreached)
  for (Index m = 0; m < grid.size(); ++m)
    unreached += std::isinf(T[m]) ? 1 : 0;
  solution.unreached = unreached;
  solution.seconds = seconds_since(begin);
  return solution;
}

}  // namespace

std::unique_ptr<FoldSolver> make_pmm_solver() {
  return std::make_unique<PmmSolver>();
}

}  // namespace foldwave
