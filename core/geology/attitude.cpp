#include "core/geology/attitude.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "core/base/angle.hpp"
#include "core/base/vec3_product.hpp"

namespace foldwave {

namespace {

double azimuth_of(double east, double north) {
  const double azimuth = degrees(std::atan2(east, north));
  return std::fmod(azimuth + 360.0, 360.0);
}

}  // namespace

Attitude attitude_of(const Vec3& normal) {
  Attitude attitude;
  attitude.normal = unit(normal);
  const Vec3& n = attitude.normal;
  attitude.overturned = n.z > 0.0;
  // The normal that points up leans the way that the layer dips.
  const double up = attitude.overturned ? -1.0 : 1.0;
  const double across = std::hypot(n.x, n.y);
  attitude.dip = degrees(std::atan2(across, std::abs(n.z)));
  if (across > 1e-9) {
    attitude.dip_direction = azimuth_of(up * n.x, up * n.y);
    attitude.strike = std::fmod(attitude.dip_direction + 270.0, 360.0);
  }
  return attitude;
}

std::string attitude_text(const Attitude& attitude) {
  constexpr std::array<const char*, 8> winds{"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
  const auto wind = static_cast<std::size_t>(std::lround(attitude.dip_direction / 45.0)) % 8;
  const auto rounded = std::lround(attitude.dip);
  std::array<char, 64> text{};
  if (rounded == 0)
    std::snprintf(text.data(), text.size(), "level");
  else
    std::snprintf(text.data(), text.size(), "strike %03ld, dip %ld %s", std::lround(attitude.strike) % 360,
                  rounded, winds[wind]);
  return std::string(text.data()) + (attitude.overturned ? ", overturned" : "");
}

std::optional<Attitude> attitude_at(const ArrivalProbe& probe, const Vec3& local) {
  const auto jet = probe.at(local);
  if (!jet || !(norm(jet->gradient) > 0.0)) return {};
  return attitude_of(jet->gradient);
}

TrendPlunge trend_plunge_of(const Vec3& line) {
  const Vec3 down = line.z < 0.0 ? -line : line;
  const double along = std::hypot(down.x, down.y);
  if (along <= 1e-9 * std::abs(down.z)) return {0.0, 90.0};
  const double plunge = degrees(std::atan2(down.z, along));
  double trend = azimuth_of(down.x, down.y);
  // Of a level line's two ends, the eastern one.
  if (plunge < 1e-6 && trend >= 180.0) trend -= 180.0;
  return {trend, plunge};
}

}  // namespace foldwave
