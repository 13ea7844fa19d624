// From where on a surface of curved patches a point is reached first, and when (Hopf-Lax, constant F > 0 and
// b):
//
//   T(x) = min over y on the surface of tau(x - y)
//
// tau(x - y) < t says that y lies in the ball of radius F t about x - b t, the front run backwards from x
// (for |b| > F: in the cone from x to that ball). A tree of turned boxes that hug the surface leaves the few
// patches that touch the ball of the best foot so far; Newton's method on tau^2 / 2 finds the foot inside a
// patch to rounding. With F = 1, b = 0 it is the nearest point.
#pragma once

#include <limits>
#include <vector>

#include "core/horizon/mesh_patches.hpp"
#include "core/horizon/mesh_tree.hpp"

namespace foldwave {

struct MeshFoot {
  int patch = -1;
  double u = 0.0, v = 0.0;
  double time = std::numeric_limits<double>::infinity();  // unsigned T
};

class MeshFootSearch {
 public:
  // The surface must outlive the search.
  explicit MeshFootSearch(const PatchSurface& surface);

  // The first arrival at local x; `b` as the solved side sees it. `near`, or null: a foot close by (a
  // neighbour's). Time stays infinite where the front never comes.
  MeshFoot find(Vec3 x, double F, Vec3 b, const MeshFoot* near) const;

 private:
  struct Box {
    Vec3T<float> centre, normal, along;  // the third axis is normal x along
    Vec3T<float> half;                   // along these three
  };
  struct Front {
    Vec3 x, b;
    double F, speed;  // speed = |b|
    double latest;    // no part of the surface is reached later
  };

  void fit_box(const TreeRange& range, std::vector<Vec3>& points);
  double distance(int node, const Vec3& p) const;
  double distance(int node, const Vec3& p, Vec3& away) const;  // away: unit, from the box to p
  bool within(int node, const Front& front, double t) const;
  double start_of(const Patch& patch, const Front& front, double& u, double& v) const;
  void descend(int patch, double u, double v, const Front& front, MeshFoot& best) const;
  void first_guess(const Front& front, MeshFoot& best) const;

  const PatchSurface& surface_;
  std::vector<int> order_;  // patches in the tree's order
  std::vector<Box> boxes_;  // in preorder (mesh_tree.hpp)
};

}  // namespace foldwave
