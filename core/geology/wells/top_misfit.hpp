// How far the boundaries of a folded model lie from the tops that wells have met. A top is the upper end of a
// well's stretch "WELL, TOP" among the markers (model/markers/well_markers.hpp). Its boundary is the one on
// which the layer of its name lies, in any case of letters, else the nearest one.
//
//   below = depth of the boundary in the top's column - depth of the top        metres
//
// Places are map coordinates. No errors: a top beside the box, and a boundary that its column does not meet,
// have a `below` that is not a number.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/base/grid.hpp"
#include "core/fold/layers/layering.hpp"
#include "core/model/markers/marker.hpp"

namespace foldwave {

struct TopMisfit {
  std::string well, top;
  Vec3 place{};
  int layer = -1;      // on whose upper boundary it should lie: its place in the list; -1: none is met
  bool named = false;  // it has the top's name
  double below = std::numeric_limits<double>::quiet_NaN();
};

// `names` of the layers, in the order of the scenario's list.
std::vector<TopMisfit> top_misfits(const std::vector<Marker>& markers, const Grid3& grid,
                                   const Layering& layering, const std::vector<std::string>& names);

}  // namespace foldwave
