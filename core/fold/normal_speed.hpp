// The speed V(n) = F + b.n of the front in its normal direction, on the horizon. A fold can only propagate
// where it is positive; T grows without bound as it goes to zero.
#pragma once

#include <array>
#include <vector>

#include "core/fold/speed_model.hpp"
#include "core/horizon/foot_search.hpp"

namespace foldwave {

// A normal speed up to this counts as none: a thousandth of the largest.
double normal_speed_floor(double F, Vec3 b);

// V at each of these unit normals, which point to the younger side.
struct NormalSpeeds {
  std::vector<float> speed;
  double least = 0.0;
  double floor = 0.0;      // a speed up to this one is none
  double share_bad = 0.0;  // of the normals
};
NormalSpeeds normal_speeds(const std::vector<Vec3>& normals, double F, Vec3 b);

// The same at every column of the grid, x fastest.
NormalSpeeds normal_speeds(const Horizon& horizon, const Grid3& grid, double F, Vec3 b);

struct NormalSpeedCheck {
  double least = 0.0;       // smallest V on the horizon over the grid's map area
  Vec3 at{};                // where, local
  double least_part = 0.0;  // smallest V / (|F| + |b|)
  double share_bad = 0.0;   // of the area where V is not positive
};

NormalSpeedCheck check_normal_speed(const Horizon& horizon, const Grid3& grid, double F, Vec3 b);
NormalSpeedCheck check_normal_speed(const Horizon& horizon, const Grid3& grid, const SpeedModel& speeds);

// The faces (x_min .. z_max) through which the front of a side may come into the box: those where a normal of
// the horizon or of its continuation gives a characteristic F n + b that points inwards.
std::array<bool, 6> entered_faces(const Horizon& horizon, const Grid3& grid, double F, Vec3 b, Side side);

}  // namespace foldwave
