// What the fold's checks share: boxes, problems, and a solve by a back end's method.
#pragma once

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/verify/groups.hpp"

namespace foldwave {

// A fold method of a back end, as its checks see it.
struct FoldUnderTest {
  const Backend& backend;
  FoldMethod method;

  // "fold.plane" of pmm is "fold.plane.pmm".
  std::string check_name(const std::string& check) const { return check + "." + fold_method_name(method); }

  Field<float> solve(FoldProblem problem, const FoldOptions& options, const Job& job) const {
    FoldSolution solution = backend.make_fold_solver(method)->solve(std::move(problem), options, job);
    // What is verified is this back end, not the one that it may fall back on.
    if (solution.taken_over_by)
      throw ResourceError(backend.name(), "the fold was solved by " + *solution.taken_over_by,
                          "use --backend cpu");
    return std::move(solution.arrival);
  }
};

inline bool has_method(const Backend& backend, FoldMethod method) {
  const auto all = backend.fold_methods();
  return std::find(all.begin(), all.end(), method) != all.end();
}

// The methods that a user may choose for any fold, as far as the back end has them.
template <class Use>
void each_method(const Backend& backend, Use&& use) {
  for (const FoldMethod method : {FoldMethod::foot_point, FoldMethod::pmm})
    if (has_method(backend, method)) use(FoldUnderTest{backend, method});
}

inline Grid3 verify_cube(int n, double length) {
  const double h = length / (n - 1);
  return {{n, n, n}, {h, h, h}, {}, {}, {}, 0};
}

inline FoldProblem verify_problem(const Horizon& horizon, const Grid3& grid, double F, Vec3 b) {
  return {grid, F, b, std::make_shared<const Horizon>(horizon), {}};
}

// The largest difference of two volumes over the largest value of the second.
inline double relative_difference(const Field<float>& found, const Field<float>& wanted) {
  double error = 0.0;
  double largest = 0.0;
  for (Index m = 0; m < wanted.size(); ++m) {
    const auto w = static_cast<double>(wanted[m]);
    error = worst_of(error, std::abs(static_cast<double>(found[m]) - w));
    largest = worst_of(largest, std::abs(w));
  }
  return error / largest;
}

// Two cosine trains across each other in a box of length 10, gentle enough for both to be seen.
inline Horizon two_trains(const Grid3& grid) {
  return make_horizon(
      TrainsHorizon{5.0, {{0.6, 10.0, 90.0, {2.5, 5.0}, {}}, {0.3, 14.0, 20.0, {5.0, 6.0}, {}}}, {}}, grid,
      "", "");
}

}  // namespace foldwave
