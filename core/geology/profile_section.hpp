// T on a profile plane: samples on a net that covers the plane's part of the box, along (s, t) of the
// profile, with the probe's accuracy. Along each the step is what the grid's spacing comes to in that
// direction d,
//   1 / sqrt(sum (d_k / h_k)^2),
// unless that makes more than `most_samples`: then both are coarser by one factor.
#pragma once

#include <algorithm>
#include <vector>

#include "core/base/progress.hpp"
#include "core/geology/profile.hpp"

namespace foldwave {

struct ProfileSection {
  Profile profile;
  double s0 = 0.0, t0 = 0.0;          // of the first sample
  double step_s = 0.0, step_t = 0.0;  // metres
  double coarser = 1.0;               // than the grid, by this factor
  int columns = 0, rows = 0;
  std::vector<double> arrival;  // s fastest; not a number outside the box and where nothing is reached

  double T(int i, int j) const {
    return arrival[static_cast<std::size_t>(i) +
                   static_cast<std::size_t>(j) * static_cast<std::size_t>(columns)];
  }
  double step() const { return std::max(step_s, step_t); }
  Vec3 at(double i, double j) const { return profile.at(s0 + i * step_s, t0 + j * step_t); }
};

inline constexpr int most_samples = 4'000'000;

// The net alone, without its samples.
ProfileSection profile_net(const Grid3& grid, const Profile& profile);

// Throws Stopped.
ProfileSection sample_profile(const ArrivalProbe& probe, const Profile& profile, const Job& job = {});

}  // namespace foldwave
