// What the edits of control points share.
#pragma once

#include <vector>

#include "core/base/grid.hpp"
#include "core/horizon/thin_plate.hpp"

namespace foldwave {

void require_room(std::size_t count);  // throws InputError above the most control points

// Whether the points span the map; in a 2D section they need not.
bool span_map(const std::vector<Vec3>& map, const Grid3& grid);

// The surface near a place of the map, in local coordinates: of all points, or of the nearest 400.
ThinPlate plate_near(const std::vector<Vec3>& map, const Grid3& grid, double x, double y);

}  // namespace foldwave
