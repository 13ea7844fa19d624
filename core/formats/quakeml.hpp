// Located events as QuakeML 1.2, the basic event description (Euchner and Schorlemmer 2013), in the order of
// its schema. Written alone.
//
// QuakeML knows places on the Earth and times of day alone. Events of a model have no such places: latitude
// and longitude are metres north and east of the grid's first node on a sphere of 6371 km, at 0 N 0 E. Times
// count from when the traces began, or, where nothing tells, from 1970-01-01T00:00:00Z. A comment gives the
// model's own coordinates. The ellipsoid is that of 68 %: azimuth clockwise from north and plunge (positive
// down) of the longest axis; the rotation about it turns the second axis from the horizontal, to the right of
// that azimuth, downwards. Metres, seconds, degrees. Errors: InputError for a value that is not finite.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/vec3.hpp"

namespace foldwave {

struct QuakeEvent {
  Vec3 place{};  // map coordinates, z depth
  Vec3 local{};  // from the grid's first node
  double time = 0.0;
  double time_deviation = 0.0;
  Vec3 deviation{};                   // of x, y, z
  std::array<double, 3> half_axes{};  // longest first; 0 across a section
  std::array<Vec3, 3> axes{};         // unit vectors
  int traces = 0;                     // that were used
};

struct EllipsoidAngles {
  double azimuth = 0.0, plunge = 0.0, rotation = 0.0;
};
EllipsoidAngles ellipsoid_angles(Vec3 longest, Vec3 second);

// `began`: the day and time from which the events' times count, microseconds since 1970.
std::string quakeml_text(const std::vector<QuakeEvent>& events, const std::string& author,
                         std::int64_t began = 0);

}  // namespace foldwave
