// From where on a surface of curved patches a point is reached, and when (Hopf-Lax, constant F and b):
//
//   F > 0:  T(x) = min over y on the surface of tau(x - y)      the first arrival
//   F < 0:  T(x) = max over y on the surface of tau(x - y)      the last one (fold class 3)
//   F = 0:  T(x) = s where x - s b lies on the surface          (fold class 2)
//
// tau(x - y) < t says that y lies in the ball of radius F t about x - b t, the front run backwards from x
// (for |b| > F: in the cone from x to that ball; for the last arrival, beyond it). A tree of turned boxes
// that hug the surface leaves the few patches that touch the ball of the best foot so far; Newton's method
// finds the foot inside a patch to rounding (mesh_patch_foot.hpp). With F = 1, b = 0 it is the nearest point.
#pragma once

#include <vector>

#include "core/horizon/mesh/mesh_patch_foot.hpp"
#include "core/horizon/mesh/mesh_tree.hpp"

namespace foldwave {

class MeshFootSearch {
 public:
  // The surface must outlive the search.
  explicit MeshFootSearch(const PatchSurface& surface);

  // The arrival at local x for F other than 0; `b` as the solved side sees it. `near`, or null: a foot close
  // by (a neighbour's). Time stays infinite where the front never comes.
  MeshFoot find(Vec3 x, double F, Vec3 b, const MeshFoot* near) const;

  // The place nearest to x on the line through it along b; its time is signed, above 0 on the side that b
  // points to.
  MeshFoot find_along(Vec3 x, Vec3 b) const;

 private:
  struct Box {
    Vec3T<float> centre, normal, along;  // the third axis is normal x along
    Vec3T<float> half;                   // along these three
  };
  void fit_box(const TreeRange& range, std::vector<Vec3>& points);
  double distance(int node, const Vec3& p) const;
  double distance(int node, const Vec3& p, Vec3& away) const;  // away: unit, from the box to p
  double reach(int node, const Front& front, double t) const;
  bool on_line(int node, const Vec3& x, const Vec3& b) const;
  void first_guess(const Front& front, MeshFoot& best) const;

  const PatchSurface& surface_;
  std::vector<int> order_;  // patches in the tree's order
  std::vector<Box> boxes_;  // in preorder (mesh_tree.hpp)
};

}  // namespace foldwave
