#include "core/fold/foot/foot_check.hpp"

#include <cmath>
#include <string>

#include "core/base/text.hpp"
#include "core/fold/normal_speed.hpp"

namespace foldwave {

void check_foot_numbers(const FoldProblem& problem, ThinGrids thin) {
  if (!problem.horizon)
    throw InputError("fold method", "the foot-point method needs a horizon to find feet on",
                     "give a horizon, or use the pmm method for start values");
  if (problem.speeds)
    throw InputError("fold method", "the foot-point method needs F, psi and a that are the same everywhere",
                     "use the pmm method");
  const Grid3& grid = problem.grid;
  const int least_nodes = thin == ThinGrids::refused ? 2 : 1;
  if (grid.n[0] < least_nodes || grid.n[1] < 1 || grid.n[2] < least_nodes)
    throw InputError("/grid/nodes",
                     "a grid of " + std::to_string(grid.n[0]) + " x " + std::to_string(grid.n[1]) + " x " +
                         std::to_string(grid.n[2]) + " nodes is too thin",
                     "give at least " + std::to_string(least_nodes) + " along x and z");
  for (std::size_t a = 0; a < 3; ++a) {
    // Beyond these squares and their inverses leave single precision.
    constexpr double least = 1e-12;
    constexpr double most = 1e12;
    if (grid.n[a] > 1 && !(grid.h[a] >= least && grid.h[a] <= most))
      throw InputError("/grid/spacing", number_text(grid.h[a]) + " m cannot be calculated with",
                       "give metres from 1e-12 to 1e12");
  }
  if (!std::isfinite(problem.F) || !std::isfinite(norm(problem.b)))
    throw InputError("fold", "F or psi is not a finite number", "give finite numbers");
}

void check_foot_speed(const FoldProblem& problem) {
  const Grid3& grid = problem.grid;
  const NormalSpeedCheck speed = check_normal_speed(*problem.horizon, grid, problem.F, problem.b);
  if (speed.share_bad > 0.0)
    throw InputError("fold",
                     "the fold cannot propagate on " + number_text(100.0 * speed.share_bad, 2) +
                         " % of the horizon: F + psi a.n is " + number_text(speed.least, 3) + " at (" +
                         number_text(speed.at.x + grid.origin.x, 8) + ", " +
                         number_text(speed.at.y + grid.origin.y, 8) + ", depth " +
                         number_text(speed.at.z + grid.origin.z, 6) + ")",
                     "bring lambda nearer to 0, or make the horizon gentler");
}

void warn_of_misfit(double misfit, double tolerance, FoldSolution& solution) {
  if (misfit > 100.0 * tolerance)
    solution.warnings.push_back("fold: the horizon is too fine for its table, which misses it by " +
                                number_text(misfit, 2) + " m");
}

}  // namespace foldwave
