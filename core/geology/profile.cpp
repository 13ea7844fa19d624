#include "core/geology/profile.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/dense.hpp"
#include "core/base/vec3_product.hpp"

namespace foldwave {

FoldAxis fold_axis(std::span<const Vec3> normals, std::span<const double> weights) {
  Eigen::MatrixXd tensor = Eigen::MatrixXd::Zero(3, 3);
  double total = 0.0;
  for (std::size_t i = 0; i < normals.size(); ++i) {
    const double w = weights.empty() ? 1.0 : weights[i];
    const Eigen::Vector3d n(normals[i].x, normals[i].y, normals[i].z);
    tensor += w * n * n.transpose();
    total += w;
  }
  FoldAxis found;
  if (!(total > 0.0)) return found;
  const SymmetricEigen eigen = symmetric_eigen(tensor / total);
  for (int i = 0; i < 3; ++i)
    found.share[static_cast<std::size_t>(i)] = std::max(eigen.values[2 - i], 0.0);
  const Eigen::Vector3d most = eigen.vectors.col(2);
  found.normal = {most[0], most[1], most[2]};
  if (found.normal.z > 0.0) found.normal = -found.normal;
  // Normals within a quarter of a degree of one another make no girdle.
  if (found.share[1] < 2e-5) return found;
  const Eigen::Vector3d least = eigen.vectors.col(0);
  found.axis = {least[0], least[1], least[2]};
  if (found.axis.z < 0.0) found.axis = -found.axis;
  return found;
}

Profile make_profile(const Vec3& origin, const Vec3& axis, const Vec3& axial) {
  Profile profile;
  profile.origin = origin;
  profile.axis = unit(axis);
  const auto in_plane = [&](const Vec3& v) { return v - dot(v, profile.axis) * profile.axis; };
  Vec3 up = in_plane(axial);
  if (norm(up) < 1e-6) up = in_plane({0.0, 0.0, -1.0});
  if (norm(up) < 1e-6) up = in_plane({0.0, 1.0, 0.0});
  profile.up = unit(up);
  // Across the east side of a fold that trends north.
  profile.across = cross_product(profile.up, profile.axis);
  // Along a fold that trends east x is rounding noise: its north side.
  const double side = std::abs(profile.across.x) < 1e-9 ? profile.across.y : profile.across.x;
  if (side < 0.0) profile.across = -profile.across;
  return profile;
}

FoldParameters profile_parameters(const Profile& profile, double F, const Vec3& b) {
  return {F, dot(b, profile.up), false};
}

}  // namespace foldwave
