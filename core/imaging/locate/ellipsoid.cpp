#include "core/imaging/locate/ellipsoid.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/dense.hpp"

namespace foldwave {

namespace {

// In a section y is no axis.
std::array<int, 3> axes_of(bool section) {
  return section ? std::array{0, 2, 0} : std::array{0, 1, 2};
}

Eigen::MatrixXd part_in_space(const SpaceTimeCovariance& covariance, bool section) {
  const int count = section ? 2 : 3;
  const auto axes = axes_of(section);
  Eigen::MatrixXd part(count, count);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j)
      part(i, j) = covariance[static_cast<std::size_t>(axes[static_cast<std::size_t>(i)])]
                             [static_cast<std::size_t>(axes[static_cast<std::size_t>(j)])];
  return part;
}

double chi_square_share(double q, int degrees) {
  const double half = std::exp(-0.5 * q);
  return degrees == 2 ? 1.0 - half
                      : std::erf(std::sqrt(0.5 * q)) - std::sqrt(2.0 * q / std::numbers::pi) * half;
}

}  // namespace

double chi_square_quantile(double share, int degrees) {
  double low = 0.0, high = 1.0;
  while (chi_square_share(high, degrees) < share && high < 1e3)
    high *= 2.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (chi_square_share(middle, degrees) < share ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

Ellipsoid confidence_ellipsoid(const SpaceTimeCovariance& covariance, bool section, double share) {
  Ellipsoid ellipsoid;
  ellipsoid.axes = section ? 2 : 3;
  const SymmetricEigen eigen = symmetric_eigen(part_in_space(covariance, section));
  const double q = chi_square_quantile(share, ellipsoid.axes);
  const auto axes = axes_of(section);
  for (int i = 0; i < ellipsoid.axes; ++i) {
    const int from = ellipsoid.axes - 1 - i;
    const auto to = static_cast<std::size_t>(i);
    ellipsoid.half[to] = std::sqrt(q * std::max(0.0, eigen.values(from)));
    for (int a = 0; a < ellipsoid.axes; ++a)
      ellipsoid.along[to][axes[static_cast<std::size_t>(a)]] = eigen.vectors(a, from);
  }
  return ellipsoid;
}

ShadowOutline ellipsoid_shadow(const SpaceTimeCovariance& covariance, bool section, double share, Vec3 u,
                               Vec3 v, int points) {
  const auto product = [&](Vec3 a, Vec3 b) {
    double sum = 0.0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (!section || (i != 1 && j != 1))
          sum += a[i] * covariance[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] * b[j];
    return sum;
  };
  // Cholesky's root of the shadow's covariance.
  const double uu = std::max(0.0, product(u, u)), uv = product(u, v), vv = std::max(0.0, product(v, v));
  const double first = std::sqrt(uu), across = first > 0.0 ? uv / first : 0.0;
  const double second = std::sqrt(std::max(0.0, vv - across * across));
  const double scale = std::sqrt(chi_square_quantile(share, section ? 2 : 3));
  ShadowOutline outline;
  for (int i = 0; i <= points; ++i) {
    const double angle = 2.0 * std::numbers::pi * (i % points) / points;
    const double a = scale * std::cos(angle), b = scale * std::sin(angle);
    outline.push_back({first * a, across * a + second * b});
  }
  return outline;
}

bool ellipsoid_holds(const SpaceTimeCovariance& covariance, bool section, Vec3 off, double share) {
  const Eigen::MatrixXd part = part_in_space(covariance, section);
  const auto axes = axes_of(section);
  Eigen::VectorXd d(part.rows());
  for (int i = 0; i < d.size(); ++i)
    d(i) = off[axes[static_cast<std::size_t>(i)]];
  return d.dot(solve_symmetric(part, d)) <= chi_square_quantile(share, section ? 2 : 3);
}

}  // namespace foldwave
