#include <cmath>
#include <numbers>

#include "core/base/text.hpp"
#include "core/verify/fold_cases.hpp"

namespace foldwave {

namespace {

// A recumbent fold whose distance is known: two level limbs joined by a half circle of radius 2 about x = z =
// 5 in a box of length 10; the younger side is outside, so the lower limb lies upside down.
constexpr double hinge_x = 5.0;
constexpr double mesh_middle = 5.0;
constexpr double radius = 2.0;

double distance_outwards(Vec3 p) {
  const double z = p.z - mesh_middle;
  return (p.x > hinge_x ? std::hypot(p.x - hinge_x, z) : std::abs(z)) - radius;
}

// Along the surface from beyond the box on the upper limb, round the hinge, and back on the lower one.
MeshHorizon recumbent(int along) {
  MeshHorizon mesh;
  const double limb = hinge_x + 2.0;
  const double arc = std::numbers::pi * radius;
  const double length = 2.0 * limb + arc;
  const int across = 6;
  for (int i = 0; i <= along; ++i) {
    const double s = length * i / along;
    Vec3 p{s - 2.0, 0.0, mesh_middle - radius};
    if (s > limb + arc) {
      p.x = hinge_x - (s - limb - arc);
      p.z = mesh_middle + radius;
    } else if (s > limb) {
      const double a = (s - limb) / radius;
      p.x = hinge_x + radius * std::sin(a);
      p.z = mesh_middle - radius * std::cos(a);
    }
    for (int j = 0; j <= across; ++j)
      mesh.vertices.push_back({p.x, -1.0 + 4.0 * j / across, p.z});
  }
  const auto at = [across](int i, int j) { return i * (across + 1) + j; };
  // Counter-clockwise as seen from outside, where z points down.
  for (int i = 0; i < along; ++i)
    for (int j = 0; j < across; ++j) {
      mesh.triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
    }
  mesh.younger = YoungerSide::as_wound;
  return mesh;
}

}  // namespace

void check_mesh(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks) {
  const int n = scope == VerifyScope::quick ? 24 : 48;
  const double h = 10.0 / (n - 1);
  const Grid3 grid{{n, 6, n}, {h, 2.0 / 5.0, h}, {}, {}, {}, 0};
  FoldProblem problem{grid, 1.0, {}, nullptr, {}, {}};
  problem.mesh = make_mesh_horizon(recumbent(120), grid, "", "");
  const Field<float> T = verified.mesh_fold(problem, job).arrival;
  double error = 0.0;
  double largest = 0.0;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < 6; ++j)
      for (int i = 0; i < n; ++i) {
        const double exact = distance_outwards(grid.local(i, j, k));
        error = worst_of(error, std::abs(static_cast<double>(T(i, j, k)) - exact));
        largest = worst_of(largest, std::abs(exact));
      }
  checks.push_back({"fold.mesh.recumbent", error / largest, 4e-4, "of the largest T",
                    "a half circle and two limbs, one upside down, as triangles; distance in closed form, " +
                        std::to_string(n) + " nodes along"});
}

}  // namespace foldwave
