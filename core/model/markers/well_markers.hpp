// A well as markers: its path in straight lines, from the head to the first top, from each top to the next
// one and to the bottom. Each stretch has the name of the well and of the top that it begins at: "A-1, Marl".
// Lines miss the path by at most `tolerance` metres. Errors: InputError for a well without a head or without
// any depth, or of more lines than there may be markers.
#pragma once

#include <vector>

#include "core/base/grid.hpp"
#include "core/formats/wells/well.hpp"
#include "core/model/markers/marker.hpp"

namespace foldwave {

std::vector<Marker> well_markers(const Well& well, double tolerance);

// Those that there are, with the wells' behind them, which keep half a cell of the grid.
std::vector<Marker> with_wells(std::vector<Marker> markers, const std::vector<Well>& wells,
                               const Grid3& grid);

}  // namespace foldwave
