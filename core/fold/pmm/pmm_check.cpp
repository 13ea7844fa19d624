#include "core/fold/pmm/pmm_check.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/text.hpp"
#include "core/fold/speed_model.hpp"

namespace foldwave {

namespace {

// Squares and ratios of these stay well inside single precision.
constexpr double least_size = 1e-9;
constexpr double greatest_size = 1e9;
constexpr double greatest_ratio = 1e4;

void check_size(const char* what, double value) {
  if (value >= least_size && value <= greatest_size) return;
  throw InputError("fold", std::string(what) + " is " + number_text(value),
                   "it must lie between " + number_text(least_size) + " and " + number_text(greatest_size));
}

}  // namespace

Grid3 with_thin_axes_spaced(Grid3 grid) {
  const auto longest = std::max_element(grid.n.begin(), grid.n.end()) - grid.n.begin();
  for (std::size_t a = 0; a < 3; ++a)
    if (grid.n[a] == 1) grid.h[a] = grid.size() > 1 ? grid.h[static_cast<std::size_t>(longest)] : 1.0;
  return grid;
}

void check_pmm_problem(const FoldProblem& problem, const FoldOptions& options) {
  const Grid3& grid = problem.grid;
  double least = greatest_size, greatest = least_size;
  for (std::size_t a = 0; a < 3; ++a) {
    if (grid.n[a] < 1)
      throw InputError("fold grid", "an axis has no nodes", "give every axis one node or more");
    check_size("a spacing", grid.h[a]);
    least = std::min(least, grid.h[a]);
    greatest = std::max(greatest, grid.h[a]);
  }
  if (greatest > greatest_ratio * least)
    throw InputError("fold grid", "one spacing is " + number_text(greatest / least) + " times another",
                     "keep them within a factor of " + number_text(greatest_ratio));
  double greatest_b = norm(problem.b);
  if (problem.speeds) {
    const SpeedModel::Range range = problem.speeds->range();
    check_size("the least F", range.least_F);
    check_size("the greatest F", range.greatest_F);
    greatest_b = range.greatest_b;
  } else {
    check_size("F", problem.F);
  }
  if (!(greatest_b <= greatest_size))
    throw InputError("fold", "psi a is no usable velocity", "keep psi below " + number_text(greatest_size));
  if (options.max_sweeps < 1)
    throw InputError("fold", "the number of sweeps is " + std::to_string(options.max_sweeps),
                     "give 1 or more");
}

template <class Real>
void check_pmm_start(const StartValues<Real>& start, const Grid3& grid) {
  if (start.time.shape() != grid.n || start.fixed.shape() != grid.n)
    throw InputError("fold start values", "they are not of the grid's shape", "give one for each node");
  const Real* const T = start.time.data();
  bool numbers = true;
#pragma omp parallel for schedule(static) reduction(&& : numbers)
  for (Index m = 0; m < grid.size(); ++m)
    numbers = numbers && !std::isnan(T[m]);
  if (!numbers) throw InputError("fold start values", "one of them is no number", "give times or infinity");
}

template void check_pmm_start<float>(const StartValues<float>&, const Grid3&);
template void check_pmm_start<double>(const StartValues<double>&, const Grid3&);

std::string unsettled_warning(int sweeps) {
  return "fold: not settled after " + std::to_string(sweeps) + (sweeps == 1 ? " sweep" : " sweeps");
}

}  // namespace foldwave
