#include "core/horizon/mesh/mesh_topology.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace foldwave {

MeshTopology make_topology(const SurfaceMesh& mesh) {
  struct Use {
    std::uint64_t edge;
    int triangle, corner;
    bool operator<(const Use& o) const { return edge != o.edge ? edge < o.edge : triangle < o.triangle; }
  };
  std::vector<Use> uses;
  uses.reserve(3 * mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto a = static_cast<std::uint64_t>(mesh.triangles[t][k]);
      const auto b = static_cast<std::uint64_t>(mesh.triangles[t][(k + 1) % 3]);
      uses.push_back({std::min(a, b) << 32 | std::max(a, b), static_cast<int>(t), static_cast<int>(k)});
    }
  std::sort(uses.begin(), uses.end());

  MeshTopology topology;
  topology.edges.reserve(uses.size() / 2 + 1);
  topology.around.resize(mesh.triangles.size());
  for (std::size_t i = 0; i < uses.size();) {
    MeshEdge edge{static_cast<int>(uses[i].edge >> 32), static_cast<int>(uses[i].edge & 0xffffffffU), {}};
    edge.triangles = {-1, -1};
    const int index = static_cast<int>(topology.edges.size());
    std::size_t count = 0;
    for (const std::uint64_t key = uses[i].edge; i < uses.size() && uses[i].edge == key; ++i, ++count) {
      if (count < 2) edge.triangles[count] = uses[i].triangle;
      topology.around[static_cast<std::size_t>(uses[i].triangle)][static_cast<std::size_t>(uses[i].corner)] =
          index;
    }
    if (count > 2 && topology.crowded < 0) topology.crowded = index;
    topology.edges.push_back(edge);
  }
  return topology;
}

std::vector<std::vector<int>> rim_loops(const SurfaceMesh& mesh, const MeshTopology& topology) {
  std::vector<int> next(mesh.points.size(), -1);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      if (topology.edges[static_cast<std::size_t>(topology.around[t][k])].triangles[1] < 0)
        next[static_cast<std::size_t>(mesh.triangles[t][k])] = mesh.triangles[t][(k + 1) % 3];
  std::vector<std::vector<int>> loops;
  for (std::size_t v = 0; v < next.size(); ++v) {
    if (next[v] < 0) continue;
    std::vector<int> loop;
    for (int at = static_cast<int>(v); at >= 0;) {
      loop.push_back(at);
      at = std::exchange(next[static_cast<std::size_t>(at)], -1);
      if (at == static_cast<int>(v)) break;
    }
    loops.push_back(std::move(loop));
  }
  return loops;
}

}  // namespace foldwave
