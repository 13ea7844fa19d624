// A smooth surface as curved triangles: each patch is the quadratic through its three corners and its three
// edges' middles, so neighbours meet without a gap.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/horizon/mesh/mesh_topology.hpp"

namespace foldwave {

struct PatchSurface {
  std::vector<Vec3> nodes;                  // corners and middles, local, metres
  std::vector<Vec3> normals;                // unit pseudo-normals at the nodes, to the younger side
  std::vector<std::array<int, 6>> patches;  // corners 0, 1, 2, then the middles of 01, 12, 20
  std::size_t skirt = 0;                    // patches from here on continue the given mesh beyond its rim
  std::size_t skirt_nodes = 0;              // and nodes from here on
  std::size_t outer_ring = 0;               // and from here on reach the skirt's own rim (mesh_skirt.hpp)
};

// y(u, v) = origin + u A + v B + u^2 C + u v D + v^2 E on the triangle u, v >= 0, u + v <= 1.
struct Patch {
  Vec3 origin, A, B, C, D, E;

  Vec3 at(double u, double v) const { return origin + u * (A + u * C + v * D) + v * (B + v * E); }
  Vec3 along_u(double u, double v) const { return A + (2.0 * u) * C + v * D; }
  Vec3 along_v(double u, double v) const { return B + u * D + (2.0 * v) * E; }
  Vec3 normal(double u, double v) const { return unit(cross_product(along_u(u, v), along_v(u, v))); }
};

Patch patch_of(const PatchSurface& surface, std::size_t index);

// The six Bezier points, whose hull holds the patch.
std::array<Vec3, 6> hull_of(const PatchSurface& surface, std::size_t index);

// A patch as four flat triangles between its nodes, wound as it is.
inline std::array<std::array<int, 3>, 4> flat_triangles(const std::array<int, 6>& p) {
  return {{{p[0], p[3], p[5]}, {p[3], p[1], p[4]}, {p[5], p[4], p[2]}, {p[3], p[4], p[5]}}};
}

// Normals of all patches at the nodes: weighted by angle at corners (Baerentzen and Aanaes 2005), the mean of
// the two patches at middles.
void set_normals(PatchSurface& surface);

// The pseudo-normal at a place of a patch: the patch's own inside, the nodes' on its edges.
Vec3 pseudo_normal(const PatchSurface& surface, std::size_t index, double u, double v);

}  // namespace foldwave
