#include "core/horizon/mesh/mesh_smooth.hpp"

#include <algorithm>
#include <cmath>

#include "core/horizon/mesh/mesh_jets.hpp"

namespace foldwave {

namespace {

// A blend further from its flat triangle than this share of the edge is a fit gone astray.
constexpr double most_bulge = 0.4;

class Blend {
 public:
  Blend(const SurfaceMesh& mesh, std::vector<VertexJet> jets) : mesh_(mesh), jets_(std::move(jets)) {}

  // The smooth place over w0 p0 + w1 p1 + w2 p2. On an edge only its two ends count, so that both triangles
  // find the same place.
  Vec3 at(const std::array<int, 3>& corners, const std::array<double, 3>& w) const {
    Vec3 flat{};
    for (std::size_t k = 0; k < 3; ++k)
      flat = flat + w[k] * point(corners[k]);
    Vec3 sum{};
    double weights = 0.0;
    double longest = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      if (w[k] == 0.0) continue;
      sum = sum + (w[k] * w[k]) * jets_[static_cast<std::size_t>(corners[k])].project(flat);
      weights += w[k] * w[k];
      const std::size_t next = (k + 1) % 3;
      if (w[next] > 0.0) longest = std::max(longest, norm(point(corners[next]) - point(corners[k])));
    }
    const Vec3 smooth = (1.0 / weights) * sum;
    return norm(smooth - flat) <= most_bulge * longest ? smooth : flat;
  }

 private:
  const Vec3& point(int v) const { return mesh_.points[static_cast<std::size_t>(v)]; }

  const SurfaceMesh& mesh_;
  std::vector<VertexJet> jets_;
};

// Where the nodes of a lattice of `parts` steps along every edge of every triangle stand in one array:
// vertices first, then the edges' inner nodes, then the triangles'.
class Lattice {
 public:
  Lattice(const SurfaceMesh& mesh, const MeshTopology& topology, int parts)
      : mesh_(mesh), topology_(topology), parts_(parts) {}

  std::size_t size() const {
    return first_inner() + mesh_.triangles.size() * static_cast<std::size_t>(inner_count());
  }

  // Node i steps towards corner 1 and j towards corner 2 of triangle t.
  int node(std::size_t t, int i, int j) const {
    const int k = parts_ - i - j;
    const auto& c = mesh_.triangles[t];
    if (k == parts_) return c[0];
    if (i == parts_) return c[1];
    if (j == parts_) return c[2];
    if (j == 0) return on_edge(t, 0, i);
    if (k == 0) return on_edge(t, 1, j);
    if (i == 0) return on_edge(t, 2, k);
    // Row j of the inner triangle, whose rows get shorter by one.
    const int row = j - 1;
    const int before = row * (parts_ - 2) - row * (row - 1) / 2;
    return static_cast<int>(first_inner()) + static_cast<int>(t) * inner_count() + before + i - 1;
  }

 private:
  int inner_count() const { return (parts_ - 1) * (parts_ - 2) / 2; }
  std::size_t first_inner() const {
    return mesh_.points.size() + topology_.edges.size() * static_cast<std::size_t>(parts_ - 1);
  }
  // `step` from corner k towards corner k + 1.
  int on_edge(std::size_t t, std::size_t k, int step) const {
    const int e = topology_.around[t][k];
    const bool up = mesh_.triangles[t][k] < mesh_.triangles[t][(k + 1) % 3];
    return static_cast<int>(mesh_.points.size()) + e * (parts_ - 1) + (up ? step : parts_ - step) - 1;
  }

  const SurfaceMesh& mesh_;
  const MeshTopology& topology_;
  int parts_;
};

// How far quadratic patches leave the blend when a triangle's edges are cut in `cuts`, at most over a sample
// of the triangles. A quadratic is exact at its nodes; it is furthest off about a quarter along.
double deviation(const SurfaceMesh& mesh, const Blend& blend, int cuts) {
  const std::size_t stride = std::max<std::size_t>(1, mesh.triangles.size() / 4000);
  const double step = 1.0 / cuts;
  double most = 0.0;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += stride) {
    const auto& corners = mesh.triangles[t];
    for (std::size_t k = 0; k < 3; ++k) {
      const auto on = [&](double s) {
        std::array<double, 3> w{};
        w[k] = 1.0 - s * step;
        w[(k + 1) % 3] = s * step;
        return blend.at(corners, w);
      };
      const Vec3 quadratic = 0.375 * on(0.0) + 0.75 * on(0.5) - 0.125 * on(1.0);
      most = std::max(most, norm(on(0.25) - quadratic));
    }
  }
  return most;
}

}  // namespace

PatchSurface smooth_surface(const SurfaceMesh& mesh, const MeshTopology& topology, double tolerance,
                            std::size_t most_patches, const Job& job) {
  const Blend blend(mesh, fit_jets(mesh, topology));
  job.throw_if_stopped();
  const auto affordable = [&](int cuts) {
    return mesh.triangles.size() * static_cast<std::size_t>(cuts * cuts) <= most_patches;
  };
  int cuts = affordable(2) ? 2 : 1;
  while (cuts < 32 && affordable(cuts + 1) && deviation(mesh, blend, cuts) > tolerance)
    job.throw_if_stopped(), ++cuts;

  const int parts = 2 * cuts;
  const Lattice lattice(mesh, topology, parts);
  PatchSurface surface;
  surface.nodes.resize(lattice.size());
  surface.patches.resize(mesh.triangles.size() * static_cast<std::size_t>(cuts * cuts));
  const int count = static_cast<int>(mesh.triangles.size());
  // Nodes on an edge are set by its first triangle.
#pragma omp parallel for schedule(static)
  for (int t = 0; t < count; ++t) {
    const auto index = static_cast<std::size_t>(t);
    const auto first_of = [&](std::size_t k) {
      return topology.edges[static_cast<std::size_t>(topology.around[index][k])].triangles[0] == t;
    };
    for (int j = 0; j <= parts; ++j)
      for (int i = 0; i + j <= parts; ++i) {
        const int k = parts - i - j;
        const int zeros = (i == 0 ? 1 : 0) + (j == 0 ? 1 : 0) + (k == 0 ? 1 : 0);
        if (zeros == 2) continue;
        if (zeros == 1 && !first_of(j == 0 ? 0 : k == 0 ? 1 : 2)) continue;
        surface.nodes[static_cast<std::size_t>(lattice.node(index, i, j))] = blend.at(
            mesh.triangles[index],
            {static_cast<double>(k) / parts, static_cast<double>(i) / parts, static_cast<double>(j) / parts});
      }
    std::size_t patch = index * static_cast<std::size_t>(cuts * cuts);
    const auto add = [&](int i0, int j0, int i1, int j1, int i2, int j2) {
      surface.patches[patch++] = {lattice.node(index, i0, j0),
                                  lattice.node(index, i1, j1),
                                  lattice.node(index, i2, j2),
                                  lattice.node(index, (i0 + i1) / 2, (j0 + j1) / 2),
                                  lattice.node(index, (i1 + i2) / 2, (j1 + j2) / 2),
                                  lattice.node(index, (i2 + i0) / 2, (j2 + j0) / 2)};
    };
    for (int j = 0; j < parts; j += 2)
      for (int i = 0; i + j < parts; i += 2) {
        add(i, j, i + 2, j, i, j + 2);
        if (i + j + 2 < parts) add(i + 2, j, i + 2, j + 2, i, j + 2);
      }
  }
  job.throw_if_stopped();
  std::copy(mesh.points.begin(), mesh.points.end(), surface.nodes.begin());
  surface.skirt = surface.outer_ring = surface.patches.size();
  surface.skirt_nodes = surface.nodes.size();
  set_normals(surface);
  return surface;
}

}  // namespace foldwave
