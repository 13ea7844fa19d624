// The profile plane of a fold, normal to its axis, and what the fold's parameters come to in it.
//
// The axis is the eigenvector of the least eigenvalue of the orientation tensor  sum of w n n^T  over the
// normals n of the horizon: the pole of the great circle on which the poles of a cylindrical fold lie (the
// pi-girdle; Ramsay 1967, Woodcock 1977). With S1 >= S2 >= S3 the eigenvalues over their sum, S3 = 0 for a
// cylindrical fold and S2 = 0 for a plane, which has no axis.
//
// T depends on the place in the profile alone where the fold is cylindrical, so only the component of psi a
// in the plane counts:  psi' = psi |a'|  along a' / |a'|,  lambda' = psi' / (F + psi'). Dips alpha are
// measured from that direction, the trace of the axial surface.
#pragma once

#include <array>
#include <span>

#include "core/geology/arrival_probe.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

struct FoldAxis {
  Vec3 axis{};                    // unit, its lower end; zero: the normals make no girdle
  Vec3 normal{};                  // unit, upward: the direction of S1; of a plane its own
  std::array<double, 3> share{};  // S1 >= S2 >= S3
  bool found() const { return norm(axis) > 0.0; }
  // 1 for a perfect girdle, 0 where the normals spread as much along the axis as across it.
  double cylindricity() const { return share[1] > 0.0 ? 1.0 - share[2] / share[1] : 0.0; }
};

// `weights` may be empty: all alike.
FoldAxis fold_axis(std::span<const Vec3> normals, std::span<const double> weights = {});

struct Profile {
  Vec3 origin{};               // a place of the plane, local
  Vec3 axis{0.0, 1.0, 0.0};    // unit, the plane's normal
  Vec3 up{0.0, 0.0, -1.0};     // unit, in the plane: the axial trace, in its upward sense
  Vec3 across{1.0, 0.0, 0.0};  // unit, in the plane

  Vec3 at(double s, double t) const { return origin + s * across + t * up; }
  double across_of(const Vec3& local) const { return dot(local - origin, across); }
  double up_of(const Vec3& local) const { return dot(local - origin, up); }
  // The angle from `up` to the normal's trace, radians, above 0 towards `across`: the dip alpha.
  double dip_of(const Vec3& normal) const { return std::atan2(dot(normal, across), dot(normal, up)); }
};

// Through `origin`, normal to `axis`. `axial`, the direction a, gives `up`; where a lies along the axis, the
// vertical does.
Profile make_profile(const Vec3& origin, const Vec3& axis, const Vec3& axial);

// F and psi' in the profile, of the front that b = psi a carries.
FoldParameters profile_parameters(const Profile& profile, double F, const Vec3& b);

}  // namespace foldwave
