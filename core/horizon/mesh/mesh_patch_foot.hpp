// The foot of a point inside one curved patch: Newton's method for the first arrival (F > 0), the last one (F
// < 0, fold class 3) or the place along b (F = 0, class 2).
#pragma once

#include <cmath>
#include <limits>

#include "core/horizon/mesh/mesh_patches.hpp"

namespace foldwave {

struct MeshFoot {
  int patch = -1;
  double u = 0.0, v = 0.0;
  double time = std::numeric_limits<double>::infinity();  // unsigned T
};

// What comes to x, as the solved side sees it.
struct Front {
  Vec3 x, b;
  double F, speed;  // speed = |b|
  double latest;    // no part of the surface is reached later

  bool better(double time, const MeshFoot& than) const {
    return std::isfinite(time) && (than.patch < 0 || (F < 0.0 ? time > than.time : time < than.time));
  }
};

// Where the line x - s b meets the patch, or its continuation; from (u, v), by Newton's method. False where
// it runs along it.
bool meet_line(const Patch& patch, const Vec3& x, const Vec3& b, double& u, double& v, double& s);

// From (u, v) to the patch's foot of x; takes its place in `best` if it is better. F is not 0.
void improve_foot(const PatchSurface& surface, int index, double u, double v, const Front& front,
                  MeshFoot& best);

}  // namespace foldwave
