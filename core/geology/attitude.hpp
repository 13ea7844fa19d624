// Strike and dip of a layer from its normal n, which points to the younger side:
//
//   n = grad T / |grad T|,   dip = the angle between the layer and the horizontal, 0 to 90 degrees
//   dip direction = azimuth of the steepest way down the layer,   strike = dip direction - 90
//
// (right-hand rule: the layer dips to the right of who looks along the strike). A layer whose younger side
// looks down is overturned; its dip is still that of the plane. A level layer has no strike of its own: 0.
// Degrees clockwise from north, 0 to below 360.
#pragma once

#include <string>

#include "core/geology/arrival_probe.hpp"

namespace foldwave {

struct Attitude {
  Vec3 normal{0.0, 0.0, -1.0};  // unit, to the younger side
  double dip = 0.0, dip_direction = 0.0, strike = 0.0;
  bool overturned = false;
};

Attitude attitude_of(const Vec3& normal);             // of any length above 0
std::string attitude_text(const Attitude& attitude);  // "strike 040, dip 35 SE, overturned"

// Of the layer through a place of the volume; nothing where the probe gives nothing or grad T vanishes.
std::optional<Attitude> attitude_at(const ArrivalProbe& probe, const Vec3& local);

// Trend and plunge of a line, plunge 0 to 90, whichever end points down. Degrees.
struct TrendPlunge {
  double trend = 0.0, plunge = 0.0;
};
TrendPlunge trend_plunge_of(const Vec3& line);

}  // namespace foldwave
