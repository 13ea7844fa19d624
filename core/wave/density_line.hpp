// The density outside the user's grid: as the nearest node there has it, evenly through free faces.
#pragma once

#include <vector>

#include "core/base/field.hpp"
#include "core/wave/padded_grid.hpp"

namespace foldwave {

// The density at the padded nodes and in the halo, as the nearest node of the user's grid has it.
template <class Real>
Field<Real> padded_density(const PaddedGrid& padded, const Field<float>& density);

// Along an axis, the node whose value stands at each coordinate from -2 R to n - 1 + 2 R, and its sign: odd
// through free ends; beyond others 0, with the outermost node for the density.
std::vector<MirrorPlane> density_line(const PaddedGrid& padded, int axis);

}  // namespace foldwave
