#include "core/horizon/mesh/mesh_patches.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

namespace {

// Nearer to an edge than this counts as on it.
constexpr double on_edge = 1e-9;

// (u, v) of the six nodes.
constexpr std::array<std::array<double, 2>, 6> places{
    {{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}, {0.5, 0.0}, {0.5, 0.5}, {0.0, 0.5}}};

}  // namespace

std::array<Vec3, 6> hull_of(const PatchSurface& surface, std::size_t index) {
  std::array<Vec3, 6> p;
  for (std::size_t k = 0; k < 6; ++k)
    p[k] = surface.nodes[static_cast<std::size_t>(surface.patches[index][k])];
  for (std::size_t k = 0; k < 3; ++k)
    p[3 + k] = 2.0 * p[3 + k] - 0.5 * (p[k] + p[(k + 1) % 3]);
  return p;
}

Patch patch_of(const PatchSurface& surface, std::size_t index) {
  const auto p = hull_of(surface, index);
  return {p[0],
          2.0 * (p[3] - p[0]),
          2.0 * (p[5] - p[0]),
          p[0] + p[1] - 2.0 * p[3],
          2.0 * (p[0] - p[3] + p[4] - p[5]),
          p[0] + p[2] - 2.0 * p[5]};
}

void set_normals(PatchSurface& surface) {
  surface.normals.assign(surface.nodes.size(), Vec3{});
  for (std::size_t t = 0; t < surface.patches.size(); ++t) {
    const Patch patch = patch_of(surface, t);
    for (std::size_t k = 0; k < 6; ++k) {
      const auto [u, v] = places[k];
      const Vec3 yu = patch.along_u(u, v);
      const Vec3 yv = patch.along_v(u, v);
      double weight = 1.0;
      if (k < 3) {
        const Vec3 one = k == 0 ? yu : k == 1 ? yv - yu : -yv;
        const Vec3 two = k == 0 ? yv : k == 1 ? -yu : yu - yv;
        weight = std::atan2(norm(cross_product(one, two)), dot(one, two));
      }
      Vec3& n = surface.normals[static_cast<std::size_t>(surface.patches[t][k])];
      n = n + weight * unit(cross_product(yu, yv));
    }
  }
  for (Vec3& n : surface.normals)
    n = unit(n);
}

Vec3 pseudo_normal(const PatchSurface& surface, std::size_t index, double u, double v) {
  const double w = 1.0 - u - v;
  if (std::min({u, v, w}) > on_edge) return patch_of(surface, index).normal(u, v);
  // Quadratic between the nodes, as the edge itself is.
  const std::array<double, 6> weight{w * (2.0 * w - 1.0), u * (2.0 * u - 1.0), v * (2.0 * v - 1.0),
                                     4.0 * w * u,         4.0 * u * v,         4.0 * v * w};
  Vec3 n{};
  for (std::size_t k = 0; k < 6; ++k)
    n = n + weight[k] * surface.normals[static_cast<std::size_t>(surface.patches[index][k])];
  return unit(n);
}

}  // namespace foldwave
