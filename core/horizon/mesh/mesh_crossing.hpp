// Whether a triangulated surface runs through itself. A median-split tree of boxes over the triangles finds
// the pairs that may touch; a pair crosses when an edge of one pierces the inside of the other. Neighbours
// along an edge cross when they are folded flat onto each other.
#pragma once

#include <optional>
#include <utility>

#include "core/base/progress.hpp"
#include "core/horizon/mesh/mesh_topology.hpp"

namespace foldwave {

// Indices of two triangles that cross, the same for any number of threads. Throws Stopped.
std::optional<std::pair<int, int>> find_crossing(const SurfaceMesh& mesh, const Job& job = {});

}  // namespace foldwave
