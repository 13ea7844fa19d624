// From where on the horizon a point is reached first, and when (Hopf-Lax, constant F and b):
//
//   T(x) = min over y on the horizon of tau(x - y)
//
// A quadtree of tiles, each with its tangent plane and its largest deviation from it, bounds tau from below:
// tau(d) >= p.d for every slowness p with F|p| + b.p <= 1, so the slowness of the best foot so far rules out
// whole tiles. Inside a leaf Newton's method finds the foot to rounding. The search is global in the tree's
// domain.
#pragma once

#include <vector>

#include "core/horizon/horizon.hpp"
#include "core/horizon/travel_time.hpp"

namespace foldwave {

struct Foot {
  double u = 0.0, v = 0.0;                                // the foot is (u, v, f(u, v))
  double time = std::numeric_limits<double>::infinity();  // unsigned T
};

// The side of the horizon that is solved. The lower one sees the advection, and the normal, the other way
// round.
enum class Side { upper, lower };

class FootSearch {
 public:
  // `b` = psi a as the upper side sees it. `grid` is where queries will come from; the tree reaches as far
  // beyond it as a front can come from. The horizon must outlive the search.
  FootSearch(const Horizon& horizon, const Grid3& grid, double F, Vec3 b, Side side);

  // The first arrival at local x. `near` is a foot close by (a neighbour's), or null. Time stays infinite
  // when the front never comes.
  Foot find(Vec3 x, const Foot* near) const;

  // The local minimum next to the characteristic through x: enough, and cheap, within a few cells of the
  // horizon.
  Foot find_near(Vec3 x) const;

 private:
  struct Tile {
    double u, v, f, fu, fv;  // centre and tangent plane
    double deviation;        // of the surface from the tangent plane, over the tile
  };
  struct Level {
    int n;          // tiles a side
    double hu, hv;  // half sizes
    std::vector<Tile> tiles;
  };

  void build_leaves(int n);
  void build_parents();
  double evaluate(Vec3 x, double u, double v) const;
  // Newton from best.u, best.v
  void descend(Vec3 x, Foot& best, double wanted = std::numeric_limits<double>::infinity()) const;
  void shoot(Vec3 x, Foot& best) const;        // back along characteristics
  void search(Vec3 x, Foot& best) const;       // branch and bound
  void scan_leaves(Vec3 x, Foot& best) const;  // the best leaf centre of all

  const Horizon& horizon_;
  double F_;
  double sign_;  // +1 upper, -1 lower
  Vec3 b_;       // as this side sees it
  double u0_, u1_, v0_, v1_;
  double scale_;               // a length to judge steps by
  std::vector<Level> levels_;  // coarsest first
};

}  // namespace foldwave
