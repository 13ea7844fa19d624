#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/angle.hpp"
#include "core/base/text.hpp"
#include "core/fold/foot/initial.hpp"
#include "core/verify/fold_cases.hpp"

namespace foldwave {

namespace {

struct FoldClass {
  const char* name;
  double lambda;
};
constexpr std::array<FoldClass, 5> fold_classes{
    {{"1A", -0.5}, {"1B", 0.0}, {"1C", 0.5}, {"2", 1.0}, {"3", 1.5}}};

// --- plane horizon: T = distance / (F + b.n) at every node of the box
// -----------------------------------------

struct PlaneCase {
  double dip, dip_direction, lambda, trend, plunge;
};

double plane_error(const FoldUnderTest& fold, int n, const PlaneCase& c, const Job& job) {
  const Grid3 grid = verify_cube(n, 1000.0);
  const Horizon horizon =
      make_horizon(PlaneHorizon{{480.0, 510.0, 530.0}, c.dip, c.dip_direction, {}}, grid, "", "");
  const FoldParameters p = FoldParameters::from_lambda(c.lambda);
  const Vec3 b = p.psi * AxialLine{c.trend, c.plunge}.upward();
  const HeightJet s = horizon.at(0.0, 0.0);
  const Vec3 normal = Horizon::upward_normal(s);
  const double V = p.F + dot(b, normal);
  const Field<float> T = fold.solve(verify_problem(horizon, grid, p.F, b), {}, job);
  double error = 0.0;
  double largest = 0.0;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const double exact = dot(grid.local(i, j, k) - Vec3{0.0, 0.0, s.f}, normal) / V;
        const auto found = static_cast<double>(T(i, j, k));
        error = worst_of(error, std::abs(found - exact));
        largest = worst_of(largest, std::abs(exact));
      }
  return error / largest;
}

void planes(const FoldUnderTest& fold, VerifyScope scope, const Job& job, Checks& checks) {
  // Normal speeds are at least 0.2 (F + |psi|) in each, and just that in the last two; lambda = 0.5 is F =
  // |psi|, above it psi > F.
  constexpr std::array<PlaneCase, 11> cases{{{0.0, 0.0, 0.0, 0.0, 90.0},
                                             {30.0, 40.0, 0.3, 0.0, 90.0},
                                             {60.0, 110.0, 0.0, 0.0, 90.0},
                                             {60.0, 200.0, 0.5, 30.0, 80.0},
                                             {45.0, 75.0, 0.5, 0.0, 90.0},
                                             {60.0, 300.0, 0.7, 120.0, 70.0},
                                             {35.0, 10.0, 0.7, 200.0, 60.0},
                                             {50.0, 135.0, -0.4, 315.0, 75.0},
                                             {25.0, 260.0, 0.4, 138.8, 52.8},
                                             {60.0, 110.0, 0.5, 110.0, 24.0},
                                             {60.0, 110.0, 0.6, 110.0, 42.0}}};
  const int n = scope == VerifyScope::quick ? 48 : 96;
  // Foot points in single precision: 6e-7 on the CPU, 3.4e-6 on a device.
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const PlaneCase& c = cases[i];
    checks.push_back(
        {fold.check_name("fold.plane") + "." + std::to_string(i + 1), plane_error(fold, n, c, job),
         fold.method == FoldMethod::foot_point ? 2e-5 : 4.5e-6, "of the largest T",
         "dip " + number_text(c.dip) + ", lambda " + number_text(c.lambda) + ", axis " +
             number_text(c.trend) + "/" + number_text(c.plunge) + ", " + std::to_string(n) + "^3"});
  }
}

// --- thickness on a cosine horizon
// -----------------------------------------------------------------------------

// The support of a curve z(x): the greatest distance of its points along the normal of dip alpha, refined by
// a parabola. On the crest it is where the tangent has that dip.
double support(const std::vector<double>& x, const std::vector<double>& z, double alpha, double from,
               double to) {
  const auto height = [&](std::size_t i) { return x[i] * std::sin(alpha) - z[i] * std::cos(alpha); };
  std::size_t best = 1;
  double greatest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i + 1 < x.size(); ++i)
    if (x[i] >= from && x[i] <= to && height(i) > greatest) {
      greatest = height(i);
      best = i;
    }
  const double left = height(best - 1);
  const double right = height(best + 1);
  const double bend = left - 2.0 * greatest + right;
  return bend < 0.0 ? greatest - 0.125 * (right - left) * (right - left) / bend : greatest;
}

// The largest relative error of t'(alpha) for dips of 10 to 40 degrees on both limbs of an antiform.
double thickness_error(const FoldUnderTest& fold, int n, double lambda, double level, const Job& job) {
  const double length = 1000.0;
  const double h = length / (n - 1);
  const Grid3 grid{{n, 5, n}, {h, h, h}, {}, {}, {}, 0};
  const double steepest = std::tan(radians(44.0));
  const double wavelength = length;
  const double amplitude = steepest * wavelength / (2.0 * std::numbers::pi);
  const Horizon horizon = make_horizon(
      TrainsHorizon{720.0, {{amplitude, wavelength, 90.0, {0.5 * length, 0.0}, {}}}, {}}, grid, "", "");
  const FoldParameters p = FoldParameters::from_lambda(lambda);
  const Vec3 b = p.psi * AxialLine{0.0, 90.0}.upward();
  const Field<float> T = fold.solve(verify_problem(horizon, grid, p.F, b), {}, job);

  // The layer surface of T = level in the middle section, by linear interpolation down each column.
  std::vector<double> x, z, z0;
  for (int i = 0; i < n; ++i) {
    int k = 0;
    while (k + 1 < n && static_cast<double>(T(i, 2, k + 1)) > level)
      ++k;
    if (k + 1 == n) return std::numeric_limits<double>::infinity();  // the layer is not there at all
    const auto above = static_cast<double>(T(i, 2, k));
    const auto below = static_cast<double>(T(i, 2, k + 1));
    x.push_back(i * h);
    z.push_back((k + (above - level) / (above - below)) * h);
    if (!std::isfinite(z.back())) return std::numeric_limits<double>::infinity();
    z0.push_back(horizon.depth(i * h, 2 * h));
  }
  const double crest = 0.5 * length;
  // Upwards the crest grows wider below class 2; from there on its limbs end where the horizon's do.
  const double half = lambda < 1.0 ? 0.5 * length : 0.25 * wavelength;
  const auto thickness = [&](double alpha) {
    return support(x, z, alpha, crest - half, crest + half) -
           support(x, z0, alpha, crest - 0.25 * wavelength, crest + 0.25 * wavelength);
  };
  const double hinge = thickness(0.0);
  double worst = 0.0;
  for (const double dip : {-40.0, -30.0, -20.0, -10.0, 10.0, 20.0, 30.0, 40.0}) {
    const double alpha = radians(dip);
    const double expected = (p.F + p.psi * std::cos(alpha)) / (p.F + p.psi);
    worst = worst_of(worst, std::abs(thickness(alpha) / hinge / expected - 1.0));
  }
  return worst;
}

void thicknesses(const FoldUnderTest& fold, VerifyScope scope, const Job& job, Checks& checks) {
  const int n = scope == VerifyScope::quick ? 128 : 192;
  const bool exact = fold.method == FoldMethod::foot_point;
  for (const FoldClass& c : fold_classes) {
    if (c.lambda >= 1.0 && !exact) continue;
    // A class 3 crest grows sharper upwards: its layer is taken before the crest is a corner.
    const double level = c.lambda > 1.0 ? 200.0 : 300.0;
    checks.push_back({fold.check_name("fold.thickness") + "." + c.name,
                      thickness_error(fold, n, c.lambda, level, job), exact ? 4e-5 : 0.005, "relative",
                      "t' against dip to 40 degrees, lambda " + number_text(c.lambda) + ", " +
                          std::to_string(n) + " nodes a wavelength"});
  }
}

// --- against the exact arrival (Hopf-Lax), node by node
// --------------------------------------------------------------------------------------------------

// The marching method, on a horizon curved both ways: the largest error, as the number of cells that the
// front goes in that time at the hinge.
double marching_error(const FoldUnderTest& fold, int n, const Job& job) {
  const Grid3 grid = verify_cube(n, 10.0);
  const Horizon horizon = two_trains(grid);
  const double F = 1.1;
  const Vec3 b{-0.35, 0.4, -0.7};
  const Field<float> exact = exact_arrival(horizon, grid, F, b, job);
  const Field<float> T = fold.solve(verify_problem(horizon, grid, F, b), {}, job);
  double error = 0.0;
  for (Index m = 0; m < grid.size(); ++m)
    error = worst_of(error, std::abs(static_cast<double>(T[m]) - static_cast<double>(exact[m])));
  return error * (F + norm(b)) / grid.h[0];
}

// The foot-point method, on a cosine of 44 degrees at most: of the largest T.
double foot_error(const FoldUnderTest& fold, int n, double lambda, const Job& job) {
  const double length = 1000.0;
  const Grid3 grid = verify_cube(n, length);
  const double wavelength = 0.9 * length;
  const double amplitude = std::tan(radians(44.0)) * wavelength / (2.0 * std::numbers::pi);
  const Horizon horizon = make_horizon(
      TrainsHorizon{520.0, {{amplitude, wavelength, 70.0, {480.0, 510.0}, {}}}, {}}, grid, "", "");
  const FoldParameters p = FoldParameters::from_lambda(lambda);
  const Vec3 b = p.psi * AxialLine{30.0, 85.0}.upward();
  const Field<float> exact = exact_arrival(horizon, grid, p.F, b, job);
  return relative_difference(fold.solve(verify_problem(horizon, grid, p.F, b), {}, job), exact);
}

void arrivals(const FoldUnderTest& fold, VerifyScope scope, const Job& job, Checks& checks) {
  const bool quick = scope == VerifyScope::quick;
  if (fold.method != FoldMethod::foot_point) {
    const int n = quick ? 41 : 81;
    checks.push_back(
        {fold.check_name("fold.exact"), marching_error(fold, n, job), 0.5, "cells",
         "both sides against the exact first arrival, two cosine trains, " + std::to_string(n) + "^3"});
    return;
  }
  const int n = quick ? 24 : 96;
  for (const FoldClass& c : fold_classes)
    checks.push_back({fold.check_name("fold.exact") + "." + c.name, foot_error(fold, n, c.lambda, job), 4e-6,
                      "of the largest T",
                      "every node against a global search, cosine of 44 degrees, lambda " +
                          number_text(c.lambda) + ", " + std::to_string(n) + "^3"});
}

}  // namespace

void check_planes(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks) {
  each_method(verified.backend, [&](const FoldUnderTest& fold) { planes(fold, scope, job, checks); });
}

void check_thickness(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks) {
  each_method(verified.backend, [&](const FoldUnderTest& fold) { thicknesses(fold, scope, job, checks); });
}

void check_exact(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks) {
  each_method(verified.backend, [&](const FoldUnderTest& fold) { arrivals(fold, scope, job, checks); });
}

}  // namespace foldwave
