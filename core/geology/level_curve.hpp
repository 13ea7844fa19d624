// Layer boundaries in a profile: the curves T = level, with the dip alpha along them.
//
// Marching squares on the section's samples (Lorensen and Cline 1987, in two dimensions), linked to curves;
// each point is brought to the level by Newton's method on the cubic of the probe, and has its alpha from
// grad T there. Curves run towards `across` of the profile with the younger side on their left, so d alpha /
// ds is above 0 on antiforms.
//
// A point is not resolved where the curve's radius is below three cells, and two and a half cells around it:
// there T has a shock or the grid is too coarse, and what is measured would be the grid's doing.
#pragma once

#include <vector>

#include "core/geology/profile_section.hpp"

namespace foldwave {

struct CurvePoint {
  double s = 0.0, t = 0.0;  // in the profile, metres
  double alpha = 0.0;       // radians, continuous along the curve
  double curvature = 0.0;   // d alpha / ds, per metre; above 0 on antiforms
  bool resolved = true;
};
using LevelCurve = std::vector<CurvePoint>;

// A layer boundary in a profile.
struct LevelCurves {
  double level = 0.0;  // T
  std::vector<LevelCurve> curves;
};

LevelCurves level_curves(const ArrivalProbe& probe, const ProfileSection& section, double level);

// A place of a curve with a given dip.
struct DipPoint {
  double s = 0.0, t = 0.0;
  double alpha = 0.0;
  double curvature = 0.0;
  // The isogon through it, ds and dt for each unit of T: the way on which alpha stays.
  double isogon_s = 0.0, isogon_t = 0.0;
};

// Every resolved place of a boundary where the dip is alpha (radians), refined by Newton's method on T =
// level and alpha together; none where the curve is straight.
std::vector<DipPoint> points_of_dip(const ArrivalProbe& probe, const Profile& profile,
                                    const LevelCurves& boundary, double alpha);

}  // namespace foldwave
