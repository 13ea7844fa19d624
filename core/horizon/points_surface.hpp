// The surface of a horizon of control points, as one cubic B-spline over the box and a margin.
//
// Local coordinates, metres. Throws InputError under `path` (the event's JSON path) when the points make no
// surface.
#pragma once

#include <string>
#include <vector>

#include "core/base/grid.hpp"
#include "core/base/progress.hpp"
#include "core/horizon/bspline_grid.hpp"
#include "core/horizon/scattered_fit.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

struct HorizonReport;

// Map to local. In a section, points along its line are repeated on both sides of it, which makes a
// cylindrical surface.
std::vector<Vec3> local_points(const std::vector<Vec3>& map, const Grid3& grid);

bool on_one_line(const std::vector<Vec3>& points);

// The box with a margin of a share of its size, in nodes fine enough for a smooth surface.
FitDomain fit_domain(const Grid3& grid, double margin, int most_cells);

BsplineGrid points_surface(const PointsHorizon& spec, const Grid3& grid, const std::string& path,
                           HorizonReport& report, const Job& job = {});

}  // namespace foldwave
