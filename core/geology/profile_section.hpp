// T on a profile plane: samples on a square net that covers the plane's part of the box, along (s, t) of the
// profile, with the probe's accuracy.
#pragma once

#include <vector>

#include "core/base/progress.hpp"
#include "core/geology/profile.hpp"

namespace foldwave {

struct ProfileSection {
  Profile profile;
  double s0 = 0.0, t0 = 0.0;  // of the first sample
  double step = 0.0;          // metres
  int columns = 0, rows = 0;
  std::vector<double> arrival;  // s fastest; not a number outside the box and where nothing is reached

  double T(int i, int j) const {
    return arrival[static_cast<std::size_t>(i) +
                   static_cast<std::size_t>(j) * static_cast<std::size_t>(columns)];
  }
  Vec3 at(double i, double j) const { return profile.at(s0 + i * step, t0 + j * step); }
};

// Samples as fine as the grid. Throws Stopped.
ProfileSection sample_profile(const ArrivalProbe& probe, const Profile& profile, const Job& job = {});

}  // namespace foldwave
