#include <cmath>

#include "core/base/text.hpp"
#include "core/engine/backend.hpp"
#include "core/fold/foot/initial.hpp"
#include "core/verify/fold_cases.hpp"

namespace foldwave {

namespace {

// --- point source: T = tau(x - x0), exact inside a ball of fixed radius
// ------------------------------------------

double point_error(const FoldUnderTest& fold, int n, double F, Vec3 b, const Job& job) {
  const double length = 10.0;
  const double ball = 1.0;
  const Grid3 grid = verify_cube(n, length);
  const Vec3 source{5.0, 5.0, 5.0};
  StartValues<float> start{Field<float>(grid.n, std::numeric_limits<float>::infinity()),
                           Field<std::uint8_t>(grid.n)};
  const auto exact = [&](int i, int j, int k) {
    return travel_time<double>(grid.local(i, j, k) - source, F, b);
  };
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (norm(grid.local(i, j, k) - source) <= ball) {
          start.time(i, j, k) = static_cast<float>(exact(i, j, k));
          start.fixed(i, j, k) = 1;
        }
  const Field<float> T = fold.solve({grid, F, b, nullptr, std::move(start)}, {}, job);
  double error = 0.0;
  double largest = 0.0;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const double t = exact(i, j, k);
        const auto found = static_cast<double>(T(i, j, k));
        error = worst_of(error, std::abs(found - t));
        largest = std::max(largest, t);
      }
  return error / largest;
}

void point(const FoldUnderTest& fold, VerifyScope scope, const Job& job, Checks& checks) {
  const double F = 1.1;
  const Vec3 b{-0.35, 0.4, -0.7};
  const int fine = scope == VerifyScope::quick ? 80 : 160;
  const double coarse_error = point_error(fold, fine / 2, F, b, job);
  const double fine_error = point_error(fold, fine, F, b, job);
  const double ratio = coarse_error / fine_error;
  const std::string sizes = std::to_string(fine / 2) + "^3 to " + std::to_string(fine) + "^3";
  checks.push_back({fold.check_name("fold.point.ratio"), std::abs(ratio - 2.0), 0.1, "from 2",
                    "error ratio " + number_text(ratio, 4) + ", " + sizes});
  checks.push_back({fold.check_name("fold.point.error"), fine_error,
                    scope == VerifyScope::quick ? 0.01 : 0.005, "of the largest T",
                    "F = 1.1, psi a = (-0.35, 0.4, -0.7), exact within 1 of 10"});
}

// --- order on a horizon: half the spacing, half the mean error
// --------------------------------------------------------------------------------------------------------

double mean_marching_error(const FoldUnderTest& fold, int n, const Job& job) {
  const Grid3 grid = verify_cube(n, 10.0);
  const Horizon horizon = two_trains(grid);
  const double F = 1.1;
  const Vec3 b{-0.35, 0.4, -0.7};
  // Exact in a band of the same width on either grid: with a band of so many cells the ratio would tell of
  // the band.
  StartValues<float> start = make_start_values<float>(horizon, grid, F, b, {2, 1.0}, job);
  const Field<std::uint8_t> fixed = start.fixed.clone();
  const Field<float> exact = exact_arrival(horizon, grid, F, b, job);
  const Field<float> T = fold.solve({grid, F, b, nullptr, std::move(start)}, {}, job);
  double sum = 0.0;
  Index count = 0;
  for (Index m = 0; m < grid.size(); ++m)
    if (fixed[m] == 0) {
      sum += std::abs(static_cast<double>(T[m]) - static_cast<double>(exact[m]));
      ++count;
    }
  return sum / static_cast<double>(count);
}

void order(const FoldUnderTest& fold, VerifyScope scope, const Job& job, Checks& checks) {
  const int n = scope == VerifyScope::quick ? 41 : 81;
  const double ratio = mean_marching_error(fold, (n + 1) / 2, job) / mean_marching_error(fold, n, job);
  checks.push_back({fold.check_name("fold.order"), std::abs(ratio - 2.0), 0.2, "from 2",
                    "mean error ratio " + number_text(ratio, 4) + ", two cosine trains, " +
                        std::to_string((n + 1) / 2) + "^3 to " + std::to_string(n) + "^3"});
}

// --- the same stencil under any schedule gives the same values
// --------------------------------------------------------------------------------------------------------

void schedules(const FoldUnderTest& fold, VerifyScope scope, const Job& job, Checks& checks) {
  const int n = scope == VerifyScope::quick ? 48 : 96;
  const Grid3 grid = verify_cube(n, 10.0);
  const Horizon horizon = two_trains(grid);
  const auto solve = [&](const Backend& backend, const FoldOptions& options) {
    return FoldUnderTest{backend, fold.method}.solve(verify_problem(horizon, grid, 1.1, {-0.35, 0.4, -0.7}),
                                                     options, job);
  };
  FoldOptions plain;
  plain.path = FoldPath::plain;
  const Field<float> wanted = solve(*cpu_backend(), plain);
  const auto add = [&](const char* name, const FoldOptions& options, const std::string& note) {
    // Nodes that pass a value on add its rounding to theirs.
    checks.push_back({fold.check_name("fold.same") + "." + name,
                      relative_difference(solve(fold.backend, options), wanted), 1.4e-6, "of the largest T",
                      note + " against the plain loop on the CPU, " + std::to_string(n) + "^3"});
  };
  FoldOptions options;
  add("fast", options, "the fastest path, settled blocks skipped,");
  options.skip_settled = false;
  options.to_convergence = false;
  options.max_sweeps = 8;
  add("every-node", options, "eight sweeps that visit every node");
  options.precision = Precision::binary64;
  options.to_convergence = true;
  options.skip_settled = true;
  options.max_sweeps = 64;
  add("double", options, "double precision");
}

// --- isotropic references: one Godunov stencil, four schedules
// --------------------------------------------------------------------------------------------------------

// The mean difference of two solutions from the same start values; held nodes are equal and do not count.
double mean_difference(const Field<float>& a, const Field<float>& b) {
  double sum = 0.0;
  Index count = 0;
  for (Index m = 0; m < a.size(); ++m) {
    const double d = std::abs(static_cast<double>(a[m]) - static_cast<double>(b[m]));
    sum += d;
    count += d == 0.0 ? 0 : 1;
  }
  return sum / static_cast<double>(std::max(count, Index{1}));
}

void references(const Backend& backend, VerifyScope scope, const Job& job, Checks& checks) {
  const int n = scope == VerifyScope::quick ? 41 : 81;
  const auto solve = [&](FoldMethod method, int nodes) {
    const Grid3 grid = verify_cube(nodes, 10.0);
    return FoldUnderTest{backend, method}.solve(verify_problem(two_trains(grid), grid, 1.0, {}), {}, job);
  };
  const Field<float> fmm = solve(FoldMethod::fmm, n);
  for (const FoldMethod method : {FoldMethod::fsm, FoldMethod::parallel_fsm, FoldMethod::fim})
    checks.push_back({FoldUnderTest{backend, method}.check_name("fold.godunov"),
                      relative_difference(solve(method, n), fmm), scope == VerifyScope::quick ? 8e-7 : 2.4e-6,
                      "of the largest T", "against fast marching, psi = 0, " + std::to_string(n) + "^3"});
  const int half = (n + 1) / 2;
  const double coarse = mean_difference(solve(FoldMethod::pmm, half), solve(FoldMethod::fmm, half));
  const double fine = mean_difference(solve(FoldMethod::pmm, n), fmm);
  checks.push_back({FoldUnderTest{backend, FoldMethod::pmm}.check_name("fold.godunov"), fine / coarse, 0.7,
                    "of the coarser grid's",
                    "mean difference from fast marching, " + std::to_string(half) + "^3 to " +
                        std::to_string(n) + "^3: " + number_text(coarse, 3) + " to " + number_text(fine, 3)});
}

}  // namespace

void check_point(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks) {
  if (has_method(verified.backend, FoldMethod::pmm))
    point({verified.backend, FoldMethod::pmm}, scope, job, checks);
}

void check_order(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks) {
  if (has_method(verified.backend, FoldMethod::pmm))
    order({verified.backend, FoldMethod::pmm}, scope, job, checks);
}

void check_schedules(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks) {
  if (has_method(verified.backend, FoldMethod::pmm))
    schedules({verified.backend, FoldMethod::pmm}, scope, job, checks);
}

void check_references(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks) {
  if (has_method(verified.backend, FoldMethod::fmm)) references(verified.backend, scope, job, checks);
}

}  // namespace foldwave
