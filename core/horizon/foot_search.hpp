// From where on the horizon a point is reached, and when (Hopf-Lax, constant F and b):
//
//   F > 0:  T(x) = min over y on the horizon of tau(x - y)      the first arrival
//   F < 0:  T(x) = max over y on the horizon of tau(x - y)      the last one (fold class 3)
//   F = 0:  y lies where the line through x along b meets the horizon (class 2)
//
// A quadtree of tiles bounds tau: tau(d) >= p.d for every slowness p with F|p| + b.p <= 1 (F > 0), tau(d) <=
// p.d for every p with F|p| + b.p >= 1 (F < 0), so the slowness of the best foot so far rules out whole
// tiles. Inside a leaf Newton's method finds the foot to rounding. The search is global in the tree's domain.
#pragma once

#include <memory>

#include "core/horizon/foot_tree.hpp"
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
  // `b` = psi a as the upper side sees it. The horizon must outlive the search.
  FootSearch(const Horizon& horizon, const QueryBox& box, double F, Vec3 b, Side side);

  // The same for the other side; the tree is shared.
  FootSearch other_side() const;

  const MapDomain& domain() const { return tree_->domain; }

  // The arrival at local x. `near` is a foot close by (a neighbour's), or null. Time stays infinite when the
  // front never comes.
  Foot find(Vec3 x, const Foot* near) const;

  // The same as find, from a foot of x that is known to be good: cheap when it is the best. Its time is
  // evaluated anew.
  Foot improve(Vec3 x, Foot known) const;

 private:
  double evaluate(Vec3 x, double u, double v) const;
  bool descend(Vec3 x, Foot& best, double wanted = std::numeric_limits<double>::infinity()) const;
  void shoot(Vec3 x, Foot& best) const;        // back along characteristics
  void search(Vec3 x, Foot& best) const;       // branch and bound
  void scan_leaves(Vec3 x, Foot& best) const;  // the best leaf centre of all
  Foot slide(Vec3 x) const;                    // F = 0
  Foot finished(Foot best) const;

  const Horizon& horizon_;
  double F_;
  double sign_;   // +1 upper, -1 lower
  Vec3 b_;        // as this side sees it
  double scale_;  // a length to judge steps by
  double sense_;  // what is minimised is sense * T: -1 for F < 0
  double speed_;  // |F|, or |b| for F = 0
  std::shared_ptr<const FootTree> tree_;
};

}  // namespace foldwave
