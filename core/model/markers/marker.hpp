// Markers: lines and planes of the model that a user keeps, such as faults that were found in a volume or
// typed. No result hangs on them. Map coordinates in metres (z depth), degrees; what lies in a grid's box is
// given in its local coordinates. No errors: what misses the box gives nothing.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/grid.hpp"
#include "core/base/map_line.hpp"

namespace foldwave {

struct LineMarker {
  std::string name = "line";
  Vec3 from{}, to{};
  std::map<std::string, std::string> extra{};
  bool operator==(const LineMarker&) const = default;
};

struct PlaneMarker {
  std::string name = "plane";
  Vec3 point{};
  double dip = 0.0;
  double dip_direction = 0.0;  // azimuth of the steepest way down
  std::map<std::string, std::string> extra{};
  bool operator==(const PlaneMarker&) const = default;

  Vec3 normal() const;  // downward
};

using Marker = std::variant<LineMarker, PlaneMarker>;

inline constexpr std::size_t most_markers = 1000;

const std::string& name_of(const Marker& marker);
void rename(Marker& marker, const std::string& name);
std::string free_marker_name(const std::vector<Marker>& markers, const std::string& kind);  // "Plane 3"

// "plane, 060/45": dip direction and dip; "line, 120/30, 850 m": trend, plunge and length.
std::string marker_words(const Marker& marker);

// The corners around a plane, or both ends of a line; of a plane in a 2D section both ends of its trace.
std::vector<Vec3> marker_in_box(const Marker& marker, const Grid3& grid);

// In the vertical section along a line of the map (local): both ends as distance along it and depth. Of a
// line, which is seen at right angles, what is nearer than `corridor`.
using SectionEnds = std::array<std::array<double, 2>, 2>;
std::optional<SectionEnds> marker_in_section(const Marker& marker, const Grid3& grid, const MapLine& local,
                                             double corridor);

// Where a plane meets the top of the box: both ends in x and y.
std::optional<SectionEnds> marker_at_top(const PlaneMarker& marker, const Grid3& grid);

}  // namespace foldwave
