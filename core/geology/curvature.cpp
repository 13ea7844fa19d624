#include "core/geology/curvature.hpp"

#include <cmath>

#include "core/base/vec3_product.hpp"

namespace foldwave {

std::optional<Curvature> curvature_of(const ArrivalJet& jet) {
  const double slope = norm(jet.gradient);
  if (!(slope > 0.0)) return {};
  const Vec3 n = (1.0 / slope) * jet.gradient;
  // Two directions along the layer, the first across the axis that n is farthest from.
  const Vec3 far = std::abs(n.x) < std::abs(n.z) ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 0.0, 1.0};
  const Vec3 u = unit(far - dot(far, n) * n);
  const Vec3 v = cross_product(n, u);
  const Vec3 bend_u = jet.bend(u);
  // Beside a layer that arches up, its tangent plane lies in younger rock: T grows along it.
  const double a = dot(bend_u, u) / slope, c = dot(bend_u, v) / slope, d = dot(jet.bend(v), v) / slope;
  const double middle = 0.5 * (a + d), half = std::hypot(0.5 * (a - d), c);
  Curvature curvature;
  curvature.greatest = middle + half;
  curvature.least = middle - half;
  const double turn = half > 0.0 ? 0.5 * std::atan2(2.0 * c, a - d) : 0.0;
  curvature.along_greatest = std::cos(turn) * u + std::sin(turn) * v;
  curvature.along_least = std::cos(turn) * v - std::sin(turn) * u;
  return curvature;
}

std::optional<Curvature> curvature_at(const ArrivalProbe& probe, const Vec3& local) {
  const auto jet = probe.at(local);
  if (!jet) return {};
  return curvature_of(*jet);
}

}  // namespace foldwave
