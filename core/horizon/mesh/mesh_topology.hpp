// A triangulated surface as it was given, and how its triangles hang together.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "core/base/vec3_product.hpp"

namespace foldwave {

struct SurfaceMesh {
  std::vector<Vec3> points;  // local to the grid, metres
  std::vector<std::array<int, 3>>
      triangles;  // counter-clockwise seen from the side that the normal points to
};

struct MeshEdge {
  int a = 0, b = 0;                      // a < b
  std::array<int, 2> triangles{-1, -1};  // the second is -1 on the rim
};

struct MeshTopology {
  std::vector<MeshEdge> edges;             // by a, then b
  std::vector<std::array<int, 3>> around;  // of each triangle: edge k joins its corners k and k + 1
  int crowded = -1;                        // an edge of more than two triangles, or -1
};

MeshTopology make_topology(const SurfaceMesh& mesh);

// Closed chains of rim vertices, each in the triangles' own sense (the mesh lies to the left). Needs a
// manifold, consistently turned mesh.
std::vector<std::vector<int>> rim_loops(const SurfaceMesh& mesh, const MeshTopology& topology);

// Twice the triangle's area long, along its normal.
inline Vec3 area_vector(const SurfaceMesh& mesh, const std::array<int, 3>& t) {
  const auto at = [&](int k) {
    return mesh.points[static_cast<std::size_t>(t[static_cast<std::size_t>(k)])];
  };
  return cross_product(at(1) - at(0), at(2) - at(0));
}

}  // namespace foldwave
