// A surface or points from a .vtp file (VTK XML polygons), through VTK's own reader.
// Polygons and strips come as triangles; lines and vertices are points alone. Points that are not finite are
// skipped and counted, with the triangles that use them. A point array "depth" that is minus z, as this
// program writes it, says that z is elevation.
// Shapes and units: map coordinates as the file has them, double precision.
// Errors: InputError naming the file: what VTK says of it, no points, indices that are not there;
// Stopped.
#pragma once

#include <string>
#include <string_view>

#include "core/base/progress.hpp"
#include "core/formats/horizon_picks.hpp"

namespace foldwave {

HorizonPicks parse_vtp(std::string_view bytes, const std::string& name, const Job& job = {});

}  // namespace foldwave
