// Takes slivers out of a triangulated surface: edges too short, and triangles too low, to tell its shape.
// Where an iso-surface passes a node of its grid closely it gets many, whose normals are rounding or the
// surface's bend and no longer its slope; whatever fits normals or curvatures at vertices goes astray there.
//
// An edge shorter than `shortest` is collapsed onto one of its ends. A triangle lower than that over its
// longest edge gives this edge up for the one across it, or, where it is of the rim, goes. No vertex moves,
// so those that stay lie where the surface was given. A manifold stays one (the link condition: the ends
// share no neighbours but the corners opposite to the edge; Dey and others 1999), a vertex of the rim gives
// way only to one along the rim, and no triangle turns over. What cannot go without that stays. The same for
// any number of threads.
#pragma once

#include <vector>

#include "core/base/progress.hpp"
#include "core/horizon/mesh/mesh_topology.hpp"

namespace foldwave {

// Slivers of a surface are what is smaller than this share of the grid's finest spacing.
inline constexpr double sliver_size = 0.05;

// Gives the old indices of the triangles that are left, in order. `shortest` in metres; 0: nothing is done.
// Throws Stopped.
std::vector<int> weld_slivers(SurfaceMesh& mesh, double shortest, const Job& job = {});

}  // namespace foldwave
