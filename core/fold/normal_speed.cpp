#include "core/fold/normal_speed.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

double normal_speed_floor(double F, Vec3 b) {
  return 1e-3 * (std::abs(F) + norm(b));
}

NormalSpeeds normal_speeds(const std::vector<Vec3>& normals, double F, Vec3 b) {
  NormalSpeeds found;
  found.floor = normal_speed_floor(F, b);
  if (normals.empty()) return found;
  found.speed.reserve(normals.size());
  found.least = std::numeric_limits<double>::infinity();
  Index bad = 0;
  for (const Vec3& n : normals) {
    const double V = F + dot(b, n);
    found.speed.push_back(static_cast<float>(V));
    found.least = std::min(found.least, V);
    if (V <= found.floor) ++bad;
  }
  found.share_bad = static_cast<double>(bad) / static_cast<double>(normals.size());
  return found;
}

NormalSpeeds normal_speeds(const Horizon& horizon, const Grid3& grid, double F, Vec3 b) {
  if (grid.is_section()) b.y = 0.0;
  std::vector<Vec3> normals;
  for (int j = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i)
      normals.push_back(Horizon::upward_normal(horizon.at(i * grid.h[0], j * grid.h[1])));
  return normal_speeds(normals, F, b);
}

namespace {

// speeds_at(local): F and b there.
template <class SpeedsAt>
NormalSpeedCheck check_on_horizon(const Horizon& horizon, const Grid3& grid, const SpeedsAt& speeds_at) {
  NormalSpeedCheck check;
  check.least = check.least_part = std::numeric_limits<double>::infinity();
  Index bad = 0;
  for (int j = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i) {
      const double x = i * grid.h[0];
      const double y = j * grid.h[1];
      const HeightJet s = horizon.at(x, y);
      FoldSpeeds speeds = speeds_at(Vec3{x, y, s.f});
      if (grid.is_section()) speeds.b.y = 0.0;
      const double V = speeds.F + dot(speeds.b, Horizon::upward_normal(s));
      if (V < check.least) {
        check.least = V;
        check.at = {x, y, s.f};
      }
      const double greatest = std::abs(speeds.F) + norm(speeds.b);
      check.least_part = std::min(check.least_part, greatest > 0.0 ? V / greatest : V);
      if (V <= normal_speed_floor(speeds.F, speeds.b)) ++bad;
    }
  check.share_bad = static_cast<double>(bad) / (static_cast<double>(grid.n[0]) * grid.n[1]);
  return check;
}

}  // namespace

NormalSpeedCheck check_normal_speed(const Horizon& horizon, const Grid3& grid, double F, Vec3 b) {
  return check_on_horizon(horizon, grid, [&](Vec3) { return FoldSpeeds{F, b}; });
}
NormalSpeedCheck check_normal_speed(const Horizon& horizon, const Grid3& grid, const SpeedModel& speeds) {
  return check_on_horizon(horizon, grid, [&](Vec3 at) { return speeds.at(at); });
}

std::array<bool, 6> entered_faces(const Horizon& horizon, const Grid3& grid, double F, Vec3 b, Side side) {
  const double sign = side == Side::upper ? 1.0 : -1.0;
  if (grid.is_section()) b.y = 0.0;
  const Vec3 extent = grid.extent();
  const double diagonal = norm(extent);
  // A characteristic along a face counts as entering: values there come from outside as much as from inside.
  const double nearly = 1e-6 * (std::abs(F) + norm(b));
  std::array<bool, 6> entered{};
  // Places that no wavelength keeps step with: the additive sequence of the plastic number (Roberts 2018).
  constexpr int samples = 8192;
  for (int i = 0; i < samples; ++i) {
    const auto part = [i](double step) { return std::fmod(0.5 + i * step, 1.0); };
    const double x = -diagonal + (extent.x + 2.0 * diagonal) * part(0.7548776662466927);
    const double y =
        grid.is_section() ? 0.0 : -diagonal + (extent.y + 2.0 * diagonal) * part(0.5698402909980532);
    const Vec3 n = sign * Horizon::upward_normal(horizon.at(x, y));
    const Vec3 V = F * n + sign * b;
    for (int a = 0; a < 3; ++a) {
      const auto face = static_cast<std::size_t>(2 * a);
      entered[face] = entered[face] || V[a] > -nearly;
      entered[face + 1] = entered[face + 1] || V[a] < nearly;
    }
  }
  return entered;
}

}  // namespace foldwave
