// The nodes of one lattice cell from its corners' feet (foot-point method, foot_point.hpp).
//
// Where the corners' feet agree with one smooth map, a node's foot is foretold from all eight,
//
//   u(x) = sum over corners c of w_c(x) ( u_c + grad u_c . (x - x_c) / 2 ),     w_c the trilinear weights,
//
// which is exact for a quadratic map, and Newton's looks make its time exact. Elsewhere every branch of feet
// around the cell is followed to every node, and the best one counts.
#pragma once

#include <vector>

#include "core/fold/foot_block.hpp"
#include "core/fold/foot_lattice.hpp"

namespace foldwave {

template <class Real>
struct FootFill {
  const FootSetting& setting;
  const SurfaceTable<Real>& table;
  const std::vector<double>& depth;  // of the horizon at every column, x fastest
  FootLook<Real> look;
  double time_scale;  // the largest |T|
  Field<Real>& time;
};

// False when the corners, or what Newton's method finds at a node, do not fit one smooth map; nodes may have
// been written then.
template <class Real>
bool fill_smooth(const FootFill<Real>& fill, const LatticeLevel& level, const LatticeCell& cell);

// Every node of the cell, from the best branch around it.
template <class Real>
void fill_from_branches(const FootFill<Real>& fill, const LatticeLevel& level, const LatticeCell& cell);

}  // namespace foldwave
