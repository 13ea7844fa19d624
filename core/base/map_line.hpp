// A straight line on the map, with the distance along it as its coordinate. Metres; the frame (map or local)
// is the caller's.
#pragma once

#include <array>
#include <cmath>

#include "core/base/angle.hpp"

namespace foldwave {

struct MapLine {
  std::array<double, 2> from{}, to{};
  bool operator==(const MapLine&) const = default;

  double length() const { return std::hypot(to[0] - from[0], to[1] - from[1]); }

  // Degrees clockwise from north, 0 to below 360.
  double azimuth() const {
    const double degrees = std::atan2(to[0] - from[0], to[1] - from[1]) / radians(1.0);
    return degrees < 0.0 ? degrees + 360.0 : degrees;
  }

  std::array<double, 2> at(double along) const {
    const double part = length() > 0.0 ? along / length() : 0.0;
    return {from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])};
  }

  // Where a point stands to the line: metres along it from `from`, and to its left.
  struct Station {
    double along = 0.0, left = 0.0;
  };
  Station station(double x, double y) const {
    const double dx = to[0] - from[0], dy = to[1] - from[1], size = length();
    if (!(size > 0.0)) return {};
    const double px = x - from[0], py = y - from[1];
    return {(px * dx + py * dy) / size, (dx * py - dy * px) / size};
  }

  MapLine shifted(double dx, double dy) const {
    return {{from[0] + dx, from[1] + dy}, {to[0] + dx, to[1] + dy}};
  }
};

}  // namespace foldwave
