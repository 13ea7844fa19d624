// The fold on a triangulated horizon, which may be turned over: at each node the exact arrival from the
// smooth surface (horizon/mesh/mesh_foot.hpp; the first for F > 0, the last for F < 0, along b for F = 0),
// its side from the pseudo-normal at the nearest point (Baerentzen and Aanaes 2005). Constant F and b.
//
// Errors: InputError for F <= -|b| and for a 2D section; Stopped. The result is the same for any number of
// threads.
#pragma once

#include "core/fold/fold_model.hpp"
#include "core/fold/normal_speed.hpp"
#include "core/horizon/mesh/mesh_horizon.hpp"

namespace foldwave {

// `problem.mesh` is set. `from_rim`, or null: how many nodes are reached only from the outer rim of the
// mesh's continuation, where nothing is known.
FoldSolution solve_mesh_fold(const FoldProblem& problem, const FoldOptions& options, const Job& job,
                             Index* from_rim = nullptr);

// Start values for marching methods: exact within two nodes of the other side, and on all faces of the box,
// through which the front may enter from beyond.
StartValues<float> mesh_start_values(const FoldProblem& problem, const Job& job);

// The speed V(n) = F + b.n of the front on the mesh inside the box.
NormalSpeedCheck check_normal_speed(const TriangulatedHorizon& mesh, const Grid3& grid, double F, Vec3 b);

}  // namespace foldwave
