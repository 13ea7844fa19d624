#include "core/horizon/edit_points.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/horizon/edit_parts.hpp"
#include "core/horizon/horizon.hpp"
#include "core/horizon/points_surface.hpp"
#include "core/horizon/thin_plate.hpp"

namespace foldwave {

namespace {

// Two points closer than this share of a node's spacing are one.
constexpr double same_point = 0.01;

constexpr std::size_t most_in_plate = 400;  // its dense solve grows with the cube

bool above_each_other(const Vec3& a, const Vec3& b, const Grid3& grid) {
  return std::hypot(a.x - b.x, a.y - b.y) <= same_point * std::min(grid.h[0], grid.h[1]);
}

}  // namespace

void require_room(std::size_t count) {
  if (count > most_control_points)
    throw InputError("control points", std::to_string(count) + " are too many",
                     "keep at most " + std::to_string(most_control_points));
}

bool span_map(const std::vector<Vec3>& map, const Grid3& grid) {
  return grid.is_section() || !on_one_line(map);
}

LocalDepth surface_near(const PointsHorizon& horizon, const Grid3& grid, double x, double y, const Job& job) {
  if (horizon.method == PointsMethod::bicubic)
    return [surface = make_horizon(horizon, grid, "", "/events/0", nullptr, job)](double u, double v) {
      return surface.depth(u, v);
    };
  std::vector<Vec3> near = horizon.points;
  if (near.size() > most_in_plate) {
    const auto away = [x, y](const Vec3& p) { return std::hypot(p.x - x, p.y - y); };
    std::nth_element(near.begin(), near.begin() + most_in_plate, near.end(),
                     [&](const Vec3& a, const Vec3& b) { return away(a) < away(b); });
    near.resize(most_in_plate);
    if (!span_map(near, grid)) near = horizon.points;
  }
  return [plate = ThinPlate(local_points(near, grid), "control points", job)](double u, double v) {
    return plate.at(u, v);
  };
}

double surface_depth(const PointsHorizon& horizon, const Grid3& grid, double x, double y, const Job& job) {
  return surface_near(horizon, grid, x, y, job)(x - grid.origin.x, y - grid.origin.y) + grid.origin.z;
}

PointsEdit add_point(const PointsHorizon& horizon, const Grid3& grid, double x, double y,
                     std::optional<double> depth, const Job& job) {
  require_room(horizon.points.size() + 1);
  PointsEdit edit{horizon, {}};
  std::vector<Vec3>& points = edit.horizon.points;
  const Vec3 place{x, y, depth ? *depth : surface_depth(horizon, grid, x, y, job)};
  const auto under = std::find_if(points.begin(), points.end(),
                                  [&](const Vec3& p) { return above_each_other(p, place, grid); });
  if (under == points.end()) {
    points.push_back(place);
    return edit;
  }
  under->z = place.z;
  edit.message = "point " + std::to_string(under - points.begin() + 1) + " lies there: it takes the depth " +
                 number_text(place.z) + " m";
  return edit;
}

Vec3 place_beside(const std::vector<Vec3>& points, std::size_t index, const Grid3& grid) {
  const auto taken = [&](const Vec3& p) {
    return std::any_of(points.begin(), points.end(),
                       [&](const Vec3& other) { return above_each_other(other, p, grid); });
  };
  const Vec3& from = points[index];
  if (index + 1 < points.size())
    if (const Vec3 between = 0.5 * (from + points[index + 1]); !taken(between)) return between;
  // Towards the middle of the box, so that it stays inside.
  const double middle = grid.origin.x + 0.5 * grid.extent().x;
  const double step = from.x > middle ? -grid.h[0] : grid.h[0];
  Vec3 beside = from;
  // So many tries are enough: every point takes one place.
  for (std::size_t tries = 0; tries <= points.size() && taken(beside); ++tries)
    beside.x += step;
  return beside;
}

PointsEdit remove_point(const PointsHorizon& horizon, const Grid3& grid, std::size_t index) {
  const std::size_t count = horizon.points.size();
  const std::string place = "point " + std::to_string(index + 1);
  if (index >= count)
    throw InputError(place, "there are " + std::to_string(count) + " points", "choose one of them");
  if (count <= least_control_points)
    throw InputError(place, "cannot go: a surface needs " + std::to_string(least_control_points) + " points",
                     "add another first");
  PointsEdit edit{horizon, {}};
  edit.horizon.points.erase(edit.horizon.points.begin() + static_cast<std::ptrdiff_t>(index));
  if (span_map(edit.horizon.points, grid)) return edit;
  throw InputError(place, "cannot go: the others lie on one line in the map", "add a point beside the line");
}

Vec3 snap_step(const Grid3& grid, const Snap& snap) {
  Vec3 step{};
  for (int a = 0; a < 3; ++a) {
    const bool free = snap.to == SnapTo::nothing || (a == 1 && grid.is_section());
    const double wanted = snap.to == SnapTo::nodes ? grid.h[static_cast<std::size_t>(a)] : snap.step;
    if (!free && wanted > 0.0) step[a] = wanted;
  }
  return step;
}

Vec3 snapped(const Vec3& map, const Grid3& grid, const Snap& snap) {
  Vec3 p = map;
  const Vec3 step = snap_step(grid, snap);
  for (int a = 0; a < 3; ++a) {
    const double zero = snap.to == SnapTo::nodes ? grid.origin[a] : 0.0;
    if (step[a] > 0.0) p[a] = zero + std::round((map[a] - zero) / step[a]) * step[a];
  }
  return p;
}

PointsEdit snap_points(const PointsHorizon& horizon, const Grid3& grid, const Snap& snap) {
  PointsEdit edit{horizon, {}};
  std::vector<Vec3>& points = edit.horizon.points;
  points.clear();
  for (const Vec3& from : horizon.points) {
    const Vec3 to = snapped(from, grid, snap);
    const bool taken = std::any_of(points.begin(), points.end(),
                                   [&](const Vec3& p) { return above_each_other(p, to, grid); });
    if (!taken) points.push_back(to);
  }
  const std::size_t merged = horizon.points.size() - points.size();
  if (points.size() < least_control_points)
    throw InputError("control points", "only " + std::to_string(points.size()) + " places are left",
                     "snap to a finer step");
  if (merged > 0) edit.message = std::to_string(merged) + " points met others and are merged with them";
  return edit;
}

PointsHorizon to_control_points(const HorizonSpec& spec, const Grid3& grid, const std::string& folder,
                                int columns, int rows) {
  if (std::holds_alternative<MeshHorizon>(spec))
    throw InputError("horizon", "a triangulated surface may be folded over: it has no control points",
                     "choose another kind of horizon first");
  if (grid.is_section()) rows = 1;
  if (columns < 2 || rows < (grid.is_section() ? 1 : 2))
    throw InputError("control points",
                     std::to_string(columns) + " x " + std::to_string(rows) + " are too few",
                     "give at least 2 x 2");
  require_room(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  const Horizon surface = make_horizon(spec, grid, folder, "/events/0");
  const Vec3 extent = grid.extent();
  PointsHorizon points;
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) {
      const double x = extent.x * i / (columns - 1);
      const double y = rows > 1 ? extent.y * j / (rows - 1) : 0.0;
      points.points.push_back(grid.origin + Vec3{x, y, surface.depth(x, y)});
    }
  return points;
}

}  // namespace foldwave
