// What the edits of control points share.
#pragma once

#include <functional>
#include <vector>

#include "core/base/grid.hpp"
#include "core/base/progress.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

void require_room(std::size_t count);  // throws InputError above the most control points

// Whether the points span the map; in a 2D section they need not.
bool span_map(const std::vector<Vec3>& map, const Grid3& grid);

// The surface through the points by the horizon's method, in local coordinates. A thin plate is good near
// (x, y): beyond 400 points the nearest 400 stand for all of them.
using LocalDepth = std::function<double(double x, double y)>;
LocalDepth surface_near(const PointsHorizon& horizon, const Grid3& grid, double x, double y,
                        const Job& job = {});

}  // namespace foldwave
