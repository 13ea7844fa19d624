// Dip isogons and characteristic curves.
//
// A dip isogon joins the points of equal dip on successive layer boundaries (Ramsay 1967). For constant F,
// psi and a they are the characteristics, which run straight along F n + psi a from the horizon:
//
//   dx / dT = F n + b,   n = grad T / |grad T|,   b = psi a
//
// Isogons are found from T alone, by equal dip; characteristics follow n and the speeds. That the two agree
// is a test of the volume. Places are local, metres.
#pragma once

#include <span>
#include <vector>

#include "core/fold/speed_model.hpp"
#include "core/geology/ramsay.hpp"

namespace foldwave {

struct Isogon {
  double alpha = 0.0;                 // radians
  bool antiform = false;              // of the arc that it goes through
  std::vector<Vec3> points;           // from the oldest boundary that it meets, upwards
  std::vector<std::size_t> boundary;  // of each point: index into the boundaries

  double lean(const Profile& profile) const;  // of its chord from `up`, radians
  double bow() const;                         // the farthest of its points from the chord, metres
};

// Through boundaries of increasing T, at each multiple of the step up to the largest dip. An isogon that
// meets but one boundary is none. Throws Stopped.
std::vector<Isogon> dip_isogons(const ArrivalProbe& probe, const Profile& profile,
                                std::span<const LevelCurves> boundaries, const DipRange& dips,
                                const Job& job = {});

// The path from a place back to the horizon (T = 0), by the classical method of Runge and Kutta in steps of a
// cell; both ends are on it. It ends early where the volume does. Empty where the probe gives nothing.
std::vector<Vec3> characteristic(const ArrivalProbe& probe, const FoldSpeeds& speeds, const Vec3& place);
// Where F and b vary in space.
std::vector<Vec3> characteristic(const ArrivalProbe& probe, const SpeedModel& speeds, const Vec3& place);

}  // namespace foldwave
