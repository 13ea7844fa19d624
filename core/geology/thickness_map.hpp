// Thickness of each layer over the map, column by column of the grid:
//
//   vertical     the column's length within the layer, from where the cubics through the nodes of the column
//                meet its boundaries; what is left of a layer that was cut into, and parts of an overturned
//                one added up
//   orthogonal   (T_top - T_base) / |grad T| where T is halfway between them: the distance between the
//                layer's two tangents of the dip there, exactly where F, psi and a are constant. Of deposits
//                T is what their boundaries are levels of (fold/layers/layering.hpp)
//
// Both are found between the nodes, so a layer thinner than a cell has its thickness too. Metres; not a
// number where the column does not begin above the layer and end below it, or the layer is not in it, and,
// for the orthogonal one, where its middle is cut away or only one of its boundaries is of its own sequence.
#pragma once

#include <vector>

#include "core/base/progress.hpp"
#include "core/geology/arrival_probe.hpp"

namespace foldwave {

struct ThicknessMap {
  std::vector<float> vertical, orthogonal;  // a column of the grid, x fastest
};

struct ThicknessRange {
  double least = 0.0, mean = 0.0, greatest = 0.0;  // metres; not a number where no column has a thickness
  double share = 0.0;                              // of the columns that have one
};
ThicknessRange thickness_range(const std::vector<float>& map);

// One a layer. Throws Stopped.
std::vector<ThicknessMap> thickness_maps(const Grid3& grid, const Layering& layering, const Job& job = {});

// Depths, downwards, where a column meets a boundary; metres below the first node.
std::vector<double> column_crossings(const Grid3& grid, const LayerBoundary& boundary, int i, int j);

}  // namespace foldwave
