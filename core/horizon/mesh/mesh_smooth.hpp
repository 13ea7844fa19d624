// A smooth surface through the vertices of a triangulated one. Flat triangles leave a sag of kappa h^2 / 8
// and jumps of the normal, which layers far from the horizon show.
//
// Each vertex gets a jet: the cubic height over its tangent plane that passes through it and fits its
// neighbours best (Cazals and Pouget 2005). Inside a triangle the three jets are blended with weights that
// rise from zero with zero slope at the opposite edge, so the surface has no visible crease. It is then
// sampled into quadratic patches, fine enough that they leave the blend by less than `tolerance`.
#pragma once

#include "core/base/progress.hpp"
#include "core/horizon/mesh/mesh_patches.hpp"

namespace foldwave {

// `mesh` as mesh_check.hpp gives it. `tolerance` in metres; `most_patches` bounds the work, not the accuracy
// that is asked for. The skirt is left empty.
PatchSurface smooth_surface(const SurfaceMesh& mesh, const MeshTopology& topology, double tolerance,
                            std::size_t most_patches, const Job& job = {});

}  // namespace foldwave
