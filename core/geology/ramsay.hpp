// Ramsay's classes of folded layers (1967), measured in a solved volume and foretold from its parameters.
//
// Between two points of equal dip alpha on the two boundaries of a layer, n the common normal and up the
// trace of the axial surface:
//
//   orthogonal thickness  t = (x2 - x1) . n      t'(alpha) = t(alpha) / t(0)
//   axial-plane thickness T = t / cos alpha      T'(alpha) = T(alpha) / T(0)
//   foretold              t'(alpha) = (F + psi' cos alpha) / (F + psi') = 1 - lambda (1 - cos alpha)
//
// so lambda is measured as the slope of the straight line through t against 1 - cos alpha, by least squares
// without the points that lie far off (three of their own deviations). Classes: lambda below 0 is 1A, 0 is
// 1B, 0 to 1 is 1C, 1 is 2, above 1 is 3.
//
// Units: metres, radians. Sources: Ramsay 1967; Ramsay and Huber 1987; Hudleston 1973.
#pragma once

#include <limits>
#include <span>
#include <string>

#include "core/base/angle.hpp"
#include "core/geology/level_curve.hpp"

namespace foldwave {

// Points of equal dip on two layer boundaries: the ends of a dip isogon.
struct EqualDip {
  double alpha = 0.0;
  DipPoint lower, upper;  // by age: T below and above
};

// All pairs of this dip: of the points with the same sense of curvature, those nearest to where each other's
// isogons lead.
std::vector<EqualDip> equal_dips(const ArrivalProbe& probe, const Profile& profile, const LevelCurves& lower,
                                 const LevelCurves& upper, double alpha);

struct ThicknessPoint {
  double alpha = 0.0;
  double orthogonal = 0.0;  // t, metres
  double axial = 0.0;       // T
  double ratio = 0.0;       // t'
  EqualDip ends;
};

struct DipRange {
  double largest = radians(40.0);  // below 20 degrees the classes part by under 2 %
  double step = radians(2.5);
};

struct ClassFit {
  // None is a number when there are too few points.
  double hinge_thickness =
      std::numeric_limits<double>::quiet_NaN();  // t(0), metres; the line's, where no hinge is
  double lambda = std::numeric_limits<double>::quiet_NaN();
  double uncertainty = std::numeric_limits<double>::quiet_NaN();  // one standard error of lambda
  std::string name;                                               // "1A" .. "3"; empty when not known
  bool known() const { return !name.empty(); }
};

struct LayerThickness {
  std::vector<ThicknessPoint> points;
  ClassFit fit;
};

// Of one layer, at dips on both sides of the hinge. Throws Stopped.
LayerThickness measure_thickness(const ArrivalProbe& probe, const Profile& profile, const LevelCurves& lower,
                                 const LevelCurves& upper, const DipRange& dips = {}, const Job& job = {});

// The line through these: t against 1 - cos alpha.
struct DipThickness {
  double alpha, thickness;
};
ClassFit fit_class(std::span<const DipThickness> points);

// Classes 1B and 2 are a hundredth of lambda wide: what a volume can tell.
inline constexpr double class_half_width = 0.01;
const char* class_of_lambda(double lambda);

double foretold_ratio(double lambda, double alpha);  // t'

std::string class_text(const ClassFit& fit);  // "1C, lambda 0.43 +- 0.01"

}  // namespace foldwave
