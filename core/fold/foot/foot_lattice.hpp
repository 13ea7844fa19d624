// Exact feet on a lattice of nodes that is refined where it has to be (foot-point method, foot_point.hpp).
//
// Level 0 has a corner about every 16 nodes, each next level one half way between. A corner's foot comes from
// the global search (horizon/foot_search.hpp), started from the feet of its surroundings. With every foot
// goes how it moves with the node, so that neighbours can be foretold, and told apart where the foot jumps (a
// shock).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/progress.hpp"
#include "core/fold/foot/foot_kernel.hpp"
#include "core/horizon/foot_search.hpp"

namespace foldwave {

struct LatticeFoot {
  Vec3 x{};  // the corner, metres
  double u = 0.0, v = 0.0;
  double time = 0.0;      // signed; infinite where the front never comes
  double quality = -1.0;  // see FootStep; -1 where there is no foot
  Vec3 slowness{};        // the gradient of T
  FootSlope<double> slope{};
};

// The foot that `from` foretells for the node x.
struct MapPoint {
  double u, v;
};
inline MapPoint foretold(const LatticeFoot& from, Vec3 x) {
  const Vec3 d = x - from.x;
  const FootSlope<double>& s = from.slope;
  return {from.u + s.u[0] * d.x + s.u[1] * d.y + s.u[2] * d.z,
          from.v + s.v[0] * d.x + s.v[1] * d.y + s.v[2] * d.z};
}

// What the global search needs, for both sides of the horizon.
struct FootSetting {
  FootSetting(const Horizon& horizon_, const Grid3& grid_, double F_, Vec3 b_)
      : horizon(horizon_),
        grid(grid_),
        F(F_),
        b(horizon_.is_section() ? Vec3{b_.x, 0.0, b_.z} : b_),
        upper(horizon_, grid_, F_, b_, Side::upper),
        lower(upper.other_side()) {}

  const Horizon& horizon;
  Grid3 grid;
  double F;
  Vec3 b;
  FootSearch upper, lower;
};

// The best foot of x on its side of the horizon. `seeds`: feet of nodes near it, the first `count` used.
LatticeFoot exact_foot(const FootSetting& setting, Vec3 x, const LatticeFoot* const* seeds, int count);

struct LatticeCell {
  int i, j, k;
  std::int32_t parent = -1;  // its place among the cells of the level above that were not filled
};

struct LatticeLevel {
  std::array<std::vector<int>, 3> at;  // the corners' nodes along each axis; {0} along y in a section
  std::vector<std::int32_t> index;     // of a corner in `feet`, or -1
  std::vector<LatticeFoot> feet;

  int cells(int axis) const {
    const auto corners = static_cast<int>(at[static_cast<std::size_t>(axis)].size());
    return corners > 1 ? corners - 1 : 1;
  }
  std::size_t place(int i, int j, int k) const {
    return static_cast<std::size_t>(i) +
           at[0].size() * (static_cast<std::size_t>(j) + at[1].size() * static_cast<std::size_t>(k));
  }
  const LatticeFoot* foot(int i, int j, int k) const {
    const std::int32_t m = index[place(i, j, k)];
    return m < 0 ? nullptr : &feet[static_cast<std::size_t>(m)];
  }
};

// The eight corners of a cell, x fastest; in a section the four are given twice.
using CellCorners = std::array<const LatticeFoot*, 8>;
CellCorners corners_of(const LatticeLevel& level, const LatticeCell& cell);

// Level 0, every corner. Throws Stopped.
LatticeLevel coarsest_level(const FootSetting& setting, const Job& job);

// The level below, with the corners of the children of `cells` (cells of `coarse`). Throws Stopped.
LatticeLevel refined_level(const FootSetting& setting, const LatticeLevel& coarse,
                           const std::vector<LatticeCell>& cells, const Job& job);

// The children of `cells` that have nodes of their own, siblings together.
std::vector<LatticeCell> children_of(const LatticeLevel& coarse, const LatticeLevel& fine,
                                     const std::vector<LatticeCell>& cells);

}  // namespace foldwave
