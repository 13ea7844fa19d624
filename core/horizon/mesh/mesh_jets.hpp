// The shape of a triangulated surface at each vertex, as a polynomial height over a tangent plane.
#pragma once

#include <array>
#include <vector>

#include "core/horizon/mesh/mesh_topology.hpp"

namespace foldwave {

// Height scale * f(x / scale, y / scale) along `n`, with f = c0 x + c1 y + c2 x^2 + c3 xy + c4 y^2 + c5 x^3 +
// c6 x^2 y + c7 x y^2 + c8 y^3.
struct VertexJet {
  Vec3 at, e1, e2, n;
  double scale = 1.0;
  std::array<double, 9> c{};

  // The place of the jet's surface over or under p, along n.
  Vec3 project(const Vec3& p) const;
};

// Through every vertex the cubic that fits the vertices within two edges best, weighted by nearness; of lower
// degree where too few vertices are near or they leave the cubic open.
std::vector<VertexJet> fit_jets(const SurfaceMesh& mesh, const MeshTopology& topology);

}  // namespace foldwave
