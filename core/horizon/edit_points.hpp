// Edits of a horizon of control points: what the map, the section views and the panel do to it. Each takes
// the horizon and returns another; nothing else of it changes. Map coordinates, metres.
//
// Always 3 to 2000 points remain, no two above each other: an edit that would break this throws InputError
// with the place, what is wrong and the remedy; a point put on another takes its place and `message` says so.
//
// An edit that fits the surface takes tenths of a second where there are hundreds of points.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/grid.hpp"
#include "core/base/map_line.hpp"
#include "core/base/progress.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

struct PointsEdit {
  PointsHorizon horizon;
  std::string message;  // one line for the user; empty: nothing to say
};

// --- single points ---

// Depth of the surface through the points; of a thin plate of more than 400 points the nearest 400 stand for
// all of them.
double surface_depth(const PointsHorizon& horizon, const Grid3& grid, double x, double y,
                     const Job& job = {});

// At a given depth, or without one on the present surface, which then keeps its shape.
PointsEdit add_point(const PointsHorizon& horizon, const Grid3& grid, double x, double y,
                     std::optional<double> depth = std::nullopt, const Job& job = {});
// Where a point goes that is added after point `index` without a place of its own: half way to the next one,
// or a grid step aside where that place is taken or there is no next.
Vec3 place_beside(const std::vector<Vec3>& points, std::size_t index, const Grid3& grid);
PointsEdit remove_point(const PointsHorizon& horizon, const Grid3& grid, std::size_t index);

enum class SnapTo { nothing, nodes, metres };
struct Snap {
  SnapTo to = SnapTo::nothing;
  double step = 10.0;  // metres, above 0: multiples of it in map coordinates
};
Vec3 snap_step(const Grid3& grid, const Snap& snap);  // along each axis, metres; 0: free
Vec3 snapped(const Vec3& map, const Grid3& grid, const Snap& snap);
// All points; those that meet become one.
PointsEdit snap_points(const PointsHorizon& horizon, const Grid3& grid, const Snap& snap);

// Any horizon that is a height field as columns x rows control points on its surface over the box (a 2D
// section: one row). `folder`: where a file of picks lies. A mesh is refused.
PointsHorizon to_control_points(const HorizonSpec& spec, const Grid3& grid, const std::string& folder,
                                int columns, int rows);

// --- sections ---

// In the vertical section under a line of the map; s is the distance from its first end.
struct SectionPoint {
  double s, depth;
};

// A stroke drawn by hand in a section becomes the horizon there. Where it runs back over itself the later
// part holds. It is smoothed (by at most half the tolerance, root mean square), then few points are chosen
// such that the surface meets the smoothed stroke within `tolerance`, or as near as the method and 60 points
// bring it. Points of the old horizon closer than
// `corridor` to the stroked part of the line give way.
struct StrokeEdit {
  PointsHorizon horizon;
  std::size_t added = 0, removed = 0;
  double misfit = 0.0;  // largest between the surface and the smoothed stroke
  std::string message;
};
StrokeEdit apply_stroke(const PointsHorizon& horizon, const Grid3& grid, const MapLine& line,
                        const std::vector<SectionPoint>& stroke, double tolerance, double corridor,
                        const Job& job = {});

// The stroke as it will be met: evenly spaced, its later parts over earlier ones, smoothed. Empty for one
// without a length.
std::vector<SectionPoint> smoothed_stroke(const std::vector<SectionPoint>& stroke, double tolerance);

// The profile of the horizon in a section: its points closer than `corridor` to the line, in order of s.
std::vector<SectionPoint> profile_near(const PointsHorizon& horizon, const MapLine& line, double corridor);

// The same to extrude: where fewer than 5 points lie there, the surface's own at 9 places along the line.
std::vector<SectionPoint> section_profile(const PointsHorizon& horizon, const Grid3& grid,
                                          const MapLine& line, double corridor, const Job& job = {});

// The horizon with a profile repeated `count` times along the fold axis, evenly over the box, deeper along
// `trend` by the tangent of `plunge`: a cylindrical, plunging fold. It replaces all points.
PointsEdit extrude_section(const PointsHorizon& horizon, const Grid3& grid, const MapLine& line,
                           const std::vector<SectionPoint>& profile, double trend, double plunge, int count);

}  // namespace foldwave
