// Hinges of folded layers: the places of greatest curvature along a profile (Ramsay 1967; Fleuty 1964).
// Followed from profile to profile along the fold axis they make hinge lines; through successive boundaries,
// axial surfaces.
#pragma once

#include <span>
#include <vector>

#include "core/geology/level_curve.hpp"

namespace foldwave {

struct Hinge {
  Vec3 at{};  // local
  std::size_t boundary = 0;
  int station = 0;  // the profile, along the axis
  int fold = 0;     // hinges of one fold make its axial surface; with one boundary, its hinge line
  bool antiform = false;
  bool sharp = false;      // its radius is below three cells: a shock of T, or a crease
  double curvature = 0.0;  // per metre, above 0 on antiforms; of a sharp one, what the grid still shows
};

// Of a boundary in one profile: each place where the curvature stands out by a fifth from what lies on both
// sides, in the order of the curves. `boundary`, `station` and `fold` are left at 0.
std::vector<Hinge> hinges_of(const Profile& profile, const LevelCurves& boundary);

// Of boundaries T = levels (increasing) in `stations` profiles, evenly spaced between the box's ends along
// the axis; a single one passes through the profile's origin. Sorted by fold, station and boundary. Throws
// Stopped.
std::vector<Hinge> fold_hinges(const ArrivalProbe& probe, const Profile& profile,
                               std::span<const double> levels, int stations, const Job& job = {});

}  // namespace foldwave
