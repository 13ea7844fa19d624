#include "core/model/markers/marker.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/angle.hpp"
#include "core/base/space/box_cuts.hpp"
#include "core/base/text.hpp"

namespace foldwave {

namespace {

std::string angles_text(double azimuth, double down) {
  char text[32];
  const long turned = std::lround(azimuth) % 360;
  std::snprintf(text, sizeof text, "%03ld/%02ld", turned < 0 ? turned + 360 : turned, std::lround(down));
  return text;
}

// A 2D section has but one plane that anything can lie in.
Vec3 local_of(Vec3 map, const Grid3& grid) {
  map = map - grid.origin;
  if (grid.is_section()) map.y = 0.0;
  return map;
}

double distance_of(const PlaneMarker& plane, const Grid3& grid) {
  return dot(plane.normal(), local_of(plane.point, grid));
}

std::vector<Vec3> line_in_box(const LineMarker& line, const Grid3& grid) {
  const Vec3 p = local_of(line.from, grid), d = local_of(line.to, grid) - p, far = grid.extent();
  const auto all =
      stretch_in_box<3>({p.x, p.y, p.z}, {d.x, d.y, d.z}, {far.x, far.y, far.z}, 1e-9 * norm(far));
  if (!all || !(norm(d) > 0.0)) return {};
  const double from = std::max((*all)[0], 0.0), to = std::min((*all)[1], 1.0);
  if (!(from < to)) return {};
  const auto at = [&](double t) {
    Vec3 place = p + t * d;
    for (int a = 0; a < 3; ++a)
      place[a] = std::clamp(place[a], 0.0, far[a]);
    return place;
  };
  return {at(from), at(to)};
}

std::optional<SectionEnds> plane_in_section(const PlaneMarker& plane, const Grid3& grid,
                                            const MapLine& local) {
  const double length = local.length();
  if (!(length > 0.0)) return std::nullopt;
  const Vec3 n = plane.normal();
  const double along = (n.x * (local.to[0] - local.from[0]) + n.y * (local.to[1] - local.from[1])) / length;
  const double rest = distance_of(plane, grid) - n.x * local.from[0] - n.y * local.from[1];
  // A plane that holds the section has no line in it.
  if (std::hypot(along, n.z) < 1e-9) return std::nullopt;
  return line_in_rectangle(along, n.z, rest, {length, grid.extent().z});
}

}  // namespace

Vec3 PlaneMarker::normal() const {
  return downward_normal(dip, dip_direction);
}

const std::string& name_of(const Marker& marker) {
  return std::visit([](const auto& one) -> const std::string& { return one.name; }, marker);
}

void rename(Marker& marker, const std::string& name) {
  std::visit([&](auto& one) { one.name = name; }, marker);
}

std::string free_marker_name(const std::vector<Marker>& markers, const std::string& kind) {
  for (std::size_t number = 1;; ++number) {
    const std::string name = kind + " " + std::to_string(number);
    if (std::ranges::none_of(markers, [&](const Marker& m) { return name_of(m) == name; })) return name;
  }
}

std::string marker_words(const Marker& marker) {
  if (const auto* const plane = std::get_if<PlaneMarker>(&marker))
    return "plane, " + angles_text(plane->dip_direction, plane->dip);
  const auto& line = std::get<LineMarker>(marker);
  const Vec3 d = line.to - line.from;
  const Vec3 down = d.z < 0.0 ? -d : d;
  const double trend = degrees(std::atan2(down.x, down.y));
  return "line, " + angles_text(trend, degrees(std::atan2(down.z, std::hypot(down.x, down.y)))) + ", " +
         number_text(norm(d), 4) + " m";
}

std::vector<Vec3> marker_in_box(const Marker& marker, const Grid3& grid) {
  if (const auto* const line = std::get_if<LineMarker>(&marker)) return line_in_box(*line, grid);
  const auto& plane = std::get<PlaneMarker>(marker);
  if (!grid.is_section()) return plane_in_box(plane.normal(), distance_of(plane, grid), grid.extent());
  const auto ends = plane_in_section(plane, grid, {{0, 0}, {grid.extent().x, 0}});
  if (!ends) return {};
  return {{(*ends)[0][0], 0.0, (*ends)[0][1]}, {(*ends)[1][0], 0.0, (*ends)[1][1]}};
}

std::optional<SectionEnds> marker_in_section(const Marker& marker, const Grid3& grid, const MapLine& local,
                                             double corridor) {
  if (const auto* const plane = std::get_if<PlaneMarker>(&marker))
    return plane_in_section(*plane, grid, local);
  const auto& line = std::get<LineMarker>(marker);
  const Vec3 a = local_of(line.from, grid), b = local_of(line.to, grid);
  const auto from = local.station(a.x, a.y), to = local.station(b.x, b.y);
  const bool flat = grid.is_section();
  if (!flat && !(corridor > 0.0)) return std::nullopt;
  // Across the section the corridor begins at 0.
  const std::array<double, 3> p{from.along, a.z, flat ? corridor : from.left + corridor},
      d{to.along - from.along, b.z - a.z, flat ? 0.0 : to.left - from.left},
      far{local.length(), grid.extent().z, 2.0 * corridor};
  const auto all = stretch_in_box(p, d, far, 1e-9 * (far[0] + far[1]));
  if (!all) return std::nullopt;
  const double first = std::max((*all)[0], 0.0), last = std::min((*all)[1], 1.0);
  if (!(first < last)) return std::nullopt;
  const auto at = [&](double t) {
    return std::array{std::clamp(p[0] + t * d[0], 0.0, far[0]), std::clamp(p[1] + t * d[1], 0.0, far[1])};
  };
  return SectionEnds{at(first), at(last)};
}

std::optional<SectionEnds> marker_at_top(const PlaneMarker& marker, const Grid3& grid) {
  const Vec3 n = marker.normal(), far = grid.extent();
  if (std::hypot(n.x, n.y) < 1e-9) return std::nullopt;
  return line_in_rectangle(n.x, n.y, distance_of(marker, grid), {far.x, far.y});
}

}  // namespace foldwave
