#include <cmath>
#include <numbers>
#include <tuple>

#include "core/base/angle.hpp"
#include "core/base/text.hpp"
#include "core/geology/fit/horizon_fit.hpp"
#include "core/geology/isogons.hpp"
#include "core/geology/thickness_map.hpp"
#include "core/verify/fold_cases.hpp"

namespace foldwave {

namespace {

struct Folded {
  const char* name;
  double lambda;
};

// A cosine across the box with an oblique axial line, measured from nothing but T: 60 m on each side of the
// horizon.
struct Measured {
  double lambda_error = 0.0;
  double ratio_error = 0.0;  // of t', relative
  double bow = 0.0;          // of isogons, cells
  double turn = 0.0;         // of isogons from the characteristics F n + b, degrees
  bool right_class = false;
};

Measured measure(const FoldUnderTest& fold, int n, double lambda, const Job& job) {
  const double length = 1000.0, h = length / (n - 1);
  const Grid3 grid{{n, 9, n}, {h, h, h}, {}, {}, {}, 0};
  const double wavelength = 0.9 * length;
  const double amplitude = std::tan(radians(32.0)) * wavelength / (2.0 * std::numbers::pi);
  const Horizon horizon =
      make_horizon(TrainsHorizon{500.0, {{amplitude, wavelength, 90.0, {480.0, 0.0}, {}}}, {}}, grid, "", "");
  const FoldParameters p = FoldParameters::from_lambda(lambda);
  const Vec3 a = AxialLine{50.0, 78.0}.upward();
  const Vec3 b = p.psi * a;
  const Field<float> T = fold.solve(verify_problem(horizon, grid, p.F, b), {}, job);
  const ArrivalProbe probe(grid, T);
  const Profile profile = make_profile(0.5 * grid.extent(), {0.0, 1.0, 0.0}, a);
  const FoldParameters in_profile = profile_parameters(profile, p.F, b);
  const double wanted = in_profile.lambda();
  const ProfileSection section = sample_profile(probe, profile, job);
  std::vector<LevelCurves> curves;
  for (const double level : {-60.0, -20.0, 20.0, 60.0})
    curves.push_back(level_curves(probe, section, level));

  Measured found;
  const LayerThickness layer = measure_thickness(probe, profile, curves.front(), curves.back(), {}, job);
  found.right_class = layer.fit.known() && layer.fit.name == class_of_lambda(wanted);
  found.lambda_error = worst_of(0.0, std::abs(layer.fit.lambda - wanted));
  for (const ThicknessPoint& point : layer.points)
    found.ratio_error =
        worst_of(found.ratio_error, std::abs(point.ratio / foretold_ratio(wanted, point.alpha) - 1.0));
  if (layer.points.empty()) found.ratio_error = std::numeric_limits<double>::infinity();
  const auto isogons = dip_isogons(probe, profile, curves, {0.6, 0.1}, job);
  for (const Isogon& isogon : isogons) {
    found.bow = worst_of(found.bow, isogon.bow() / h);
    const double along = std::atan2(in_profile.F * std::sin(isogon.alpha),
                                    in_profile.F * std::cos(isogon.alpha) + in_profile.psi);
    found.turn = worst_of(found.turn, degrees(std::abs(isogon.lean(profile) - along)));
  }
  if (isogons.empty()) found.bow = found.turn = std::numeric_limits<double>::infinity();
  return found;
}

// A boundary of the solved volume given back as the picks of a second horizon: the worst of lambda's error,
// the axial line's in radians and the thickness's relative one.
double fit_error(const FoldUnderTest& fold, int n, double lambda, double thickness, const Job& job) {
  const Grid3 grid = verify_cube(n, 10.0);
  const Horizon horizon = two_trains(grid);
  const FoldedLevel truth{lambda, AxialLine{50.0, 72.0}.upward(), thickness};
  const Field<float> T = fold.solve(verify_problem(horizon, grid, truth.F(), truth.b()), {}, job);
  std::vector<Vec3> picks;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      for (const double depth : column_crossings(grid, {&T, thickness}, i, j))
        picks.push_back(grid.local(i, j, 0) + Vec3{0.0, 0.0, depth});
  const HorizonFit fit = fit_second_horizon(horizon, grid, picks, {0.0, {0.0, 0.0, -1.0}, 0.0}, {}, job);
  if (fit.lambda.known != Known::fitted || fit.plunge.known != Known::fitted) return 1.0;
  return worst_of(std::abs(fit.level.lambda - lambda),
                  worst_of(std::acos(std::min(dot(fit.level.axis, truth.axis), 1.0)),
                           std::abs(fit.level.thickness / thickness - 1.0)));
}

}  // namespace

void check_geology(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks) {
  if (!has_method(verified.backend, FoldMethod::foot_point)) return;
  const FoldUnderTest fold{verified.backend, FoldMethod::foot_point};
  constexpr std::array<Folded, 5> classes{{{"1A", -0.4}, {"1B", 0.0}, {"1C", 0.5}, {"2", 1.0}, {"3", 1.3}}};
  const bool quick = scope == VerifyScope::quick;
  const int n = quick ? 81 : 161;
  for (const Folded& c : classes) {
    const Measured found = measure(fold, n, c.lambda, job);
    const auto name = [&](const char* what) { return std::string("geology.") + what + "." + c.name; };
    const std::string of = ", lambda " + number_text(c.lambda) + ", shear direction 050/78, " +
                           std::to_string(n) + " nodes across, from T alone";
    checks.push_back({name("class"), found.right_class ? found.lambda_error : 1.0, quick ? 3e-4 : 3e-5,
                      "lambda", "lambda by the points of equal dip; 1 where the class is wrong" + of});
    checks.push_back({name("thickness"), found.ratio_error, quick ? 1e-4 : 1e-5, "relative",
                      "t' against dip to 40 degrees" + of});
    checks.push_back({name("isogons"), found.bow, quick ? 0.05 : 0.015, "cells",
                      "the farthest of a dip isogon from its chord" + of});
    checks.push_back(
        {name("lean"), found.turn, quick ? 0.4 : 0.06, "degrees", "dip isogons against F n + psi a" + of});
  }
  const int side = quick ? 41 : 81;
  for (const auto& [name, lambda, thickness] : {std::tuple{"1C", 0.5, 1.2}, std::tuple{"3", 1.2, -1.2}})
    checks.push_back(
        {std::string("geology.fit.") + name, fit_error(fold, side, lambda, thickness, job), 2e-5, "relative",
         "a boundary of T given back as a second horizon: lambda " + number_text(lambda) +
             ", shear direction 050/72 and thickness " + number_text(thickness) +
             " fitted, the worst of the three (radians, relative); " + std::to_string(side) + "^3 nodes"});
}

}  // namespace foldwave
