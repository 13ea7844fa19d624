#include "core/geology/profile_section.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace foldwave {

namespace {

double spacing_along(const Grid3& grid, const Vec3& direction) {
  double cells2 = 0.0;
  for (int a = 0; a < 3; ++a)
    if (const auto k = static_cast<std::size_t>(a); grid.n[k] > 1)
      cells2 += direction[a] * direction[a] / (grid.h[k] * grid.h[k]);
  return 1.0 / std::sqrt(cells2);
}

}  // namespace

ProfileSection profile_net(const Grid3& grid, const Profile& profile) {
  const Vec3 size = grid.extent();
  // The plane's part of the box lies within the corners' shadows on it.
  double low_s = 1e300, high_s = -1e300, low_t = 1e300, high_t = -1e300;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p{(corner & 1) != 0 ? size.x : 0.0, (corner & 2) != 0 ? size.y : 0.0,
                 (corner & 4) != 0 ? size.z : 0.0};
    low_s = std::min(low_s, profile.across_of(p));
    high_s = std::max(high_s, profile.across_of(p));
    low_t = std::min(low_t, profile.up_of(p));
    high_t = std::max(high_t, profile.up_of(p));
  }
  ProfileSection section;
  section.profile = profile;
  section.s0 = low_s;
  section.t0 = low_t;
  const double fine_s = spacing_along(grid, profile.across), fine_t = spacing_along(grid, profile.up);
  for (double columns = 0.0, rows = 0.0;;) {
    section.step_s = section.coarser * fine_s;
    section.step_t = section.coarser * fine_t;
    columns = std::floor((high_s - low_s) / section.step_s + 1e-6) + 1.0;
    rows = std::floor((high_t - low_t) / section.step_t + 1e-6) + 1.0;
    if (columns * rows <= most_samples) {
      section.columns = static_cast<int>(columns);
      section.rows = static_cast<int>(rows);
      return section;
    }
    section.coarser *= 1.001 * std::sqrt(columns * rows / most_samples);
  }
}

ProfileSection sample_profile(const ArrivalProbe& probe, const Profile& profile, const Job& job) {
  ProfileSection section = profile_net(probe.grid(), profile);
  const auto width = static_cast<std::size_t>(section.columns);
  section.arrival.assign(width * static_cast<std::size_t>(section.rows),
                         std::numeric_limits<double>::quiet_NaN());
  std::atomic<bool> stopped{false};
#pragma omp parallel for schedule(dynamic, 4)
  for (int j = 0; j < section.rows; ++j) {
    if (stopped || job.stop.stop_requested()) {
      stopped = true;
      continue;
    }
    for (int i = 0; i < section.columns; ++i)
      if (const auto T = probe.value(section.at(i, j)))
        section.arrival[static_cast<std::size_t>(i) + width * static_cast<std::size_t>(j)] = *T;
  }
  job.throw_if_stopped();
  return section;
}

}  // namespace foldwave
