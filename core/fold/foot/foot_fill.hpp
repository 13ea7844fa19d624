// The nodes of one lattice cell from its corners' feet (foot-point method, foot_point.hpp).
//
// Where the corners' feet agree with one smooth map, a node's foot is foretold from all eight,
//
//   u(x) = sum over corners c of w_c(x) ( u_c + grad u_c . (x - x_c) / 2 ),     w_c the trilinear weights,
//
// which is exact for a quadratic map, and Newton's looks make its time exact. Elsewhere every branch of feet
// around the cell is followed to every node, and the best one counts. A shock may bulge into a cell without
// parting its corners: branches that are near but not of its corners are followed to a few places inside.
#pragma once

#include <vector>

#include "core/fold/foot/foot_block.hpp"
#include "core/fold/foot/foot_branches.hpp"

namespace foldwave {

template <class Real>
struct FootFill {
  const FootSetting& setting;
  const SurfaceTable<Real>& table;
  const std::vector<double>& depth;  // of the horizon at every column, x fastest
  FootLook<Real> look;
  double time_scale;  // the largest |T|
  double settled;     // a step of this length changes T by nothing beyond its second order, metres
  Field<Real>& time;
};

// False when the corners, what Newton's method finds at a node, or another branch do not fit one smooth map;
// nodes may have been written then. `inherited`: branches near the cell that the level above knows.
template <class Real>
bool fill_smooth(const FootFill<Real>& fill, const LatticeLevel& level, const LatticeCell& cell,
                 const std::vector<LatticeFoot>& inherited, bool last);

// Every node of the cell, from the best branch around it.
template <class Real>
void fill_from_branches(const FootFill<Real>& fill, const LatticeLevel& level, const LatticeCell& cell,
                        const std::vector<LatticeFoot>& inherited);

}  // namespace foldwave
