// Thickness of each layer over the map, column by column of the grid:
//
//   vertical     the column's length within the layer, from where the cubic through the nodes of the
//                column meets T of its boundaries; parts of an overturned layer are added up
//   orthogonal   (T_top - T_base) / |grad T| where T is halfway between them: the distance between the
//                layer's two tangents of the dip there, exactly where F, psi and a are constant
//
// Both are found between the nodes, so a layer thinner than a cell has its thickness too. Metres; not a
// number where a boundary is not in the column, and in the outermost layers, which have no other boundary.
#pragma once

#include <vector>

#include "core/base/progress.hpp"
#include "core/fold/layers.hpp"
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
std::vector<ThicknessMap> thickness_maps(const ArrivalProbe& probe, const Field<float>& arrival,
                                         const LayerBands& bands, const Job& job = {});

// Depths, downwards, where a column meets T = level; metres below the first node.
std::vector<double> column_crossings(const Grid3& grid, const Field<float>& arrival, int i, int j,
                                     double level);

}  // namespace foldwave
