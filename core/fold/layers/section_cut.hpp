// The folded volume along a vertical plane through any line of the map: T by trilinear interpolation between
// the nodes of the grid,
//
//   T(s, z),  0 <= s <= the line's length,  0 <= z <= the box's depth.
//
// The line is in the grid's local coordinates. T is not a number where the line leaves the box, and beside
// nodes that the front never reached.
#pragma once

#include <vector>

#include "core/base/field.hpp"
#include "core/base/map_line.hpp"

namespace foldwave {

struct SectionCut {
  int columns = 0, rows = 0;   // both ends of the line and of the depth among them
  double ds = 0.0, dz = 0.0;   // metres
  std::vector<float> arrival;  // column fastest, downwards
};

SectionCut cut_section(const Field<float>& arrival, const Grid3& grid, const MapLine& line, int columns,
                       int rows);

// The roomiest upright rectangle inside each layer, centred at (s, depth): where its name may stand. Wide
// ones are preferred, four times as wide as high. Width 0: the layer is not in the section. `layer` of each
// sample of the cut, below 0 where there is none; `layers` of them.
struct LayerSpot {
  double s = 0.0, depth = 0.0, width = 0.0, height = 0.0;  // metres
};
std::vector<LayerSpot> layer_spots(const SectionCut& cut, const std::vector<int>& layer, int layers);

}  // namespace foldwave
