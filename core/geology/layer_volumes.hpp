// How much rock each layer holds in the box. T, and the height over each cut, are taken as linear in each of
// the six tetrahedra of a cell (Kuhn 1960), so boundaries that go through a cell, and cut each other off in
// it, part its volume exactly for planes, with an error of second order in the spacing for curved ones. In a
// section (n_y = 1) volumes are areas, in square metres, by two triangles a cell.
//
// The same for any number of threads.
#pragma once

#include <vector>

#include "core/base/progress.hpp"
#include "core/fold/layers/layering.hpp"

namespace foldwave {

struct LayerVolumes {
  std::vector<double> layer;  // m^3, as the scenario lists them
  double unreached = 0.0;     // of cells with a corner that the front never reached
};

// Throws Stopped.
LayerVolumes layer_volumes(const Grid3& grid, const Layering& layering, const Job& job = {});

// Shares of a tetrahedron and of a triangle with these values at its corners where a linear T lies below the
// level.
double share_below(std::array<double, 4> corners, double level);
double share_below(std::array<double, 3> corners, double level);

}  // namespace foldwave
