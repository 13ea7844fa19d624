// Folds to measure: a box, its horizon and the exact T at its nodes; random ones with a fixed seed.
#pragma once

#include <cmath>
#include <numbers>
#include <random>

#include "core/base/angle.hpp"
#include "core/fold/foot/foot_point.hpp"
#include "core/fold/normal_speed.hpp"
#include "core/geology/profile.hpp"

namespace foldwave::test {

struct FoldedRock {
  Grid3 grid;
  std::shared_ptr<const Horizon> horizon;
  double F = 1.0;
  Vec3 b{}, axial{0.0, 0.0, -1.0};
  Field<float> T;

  FoldedRock(const Grid3& box, HorizonSpec spec, double F_, double psi, Vec3 a)
      : grid(box),
        horizon(std::make_shared<const Horizon>(make_horizon(spec, grid, "", ""))),
        F(F_),
        b(psi * a),
        axial(a) {
    FoldProblem problem{grid, F, b, horizon, {}};
    T = std::move(make_foot_point_solver()->solve(std::move(problem), {}, {}).arrival);
  }
};

inline Grid3 box_of(std::array<int, 3> n, double h) {
  return {n, {h, h, h}, {}, {}, {}, 0};
}

class Chance {
 public:
  explicit Chance(unsigned seed) : engine_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_()) / 4294967295.0;
  }

 private:
  std::mt19937 engine_;
};

// A cosine of gentle dips that folds with these parameters: lambda' in its profile is what comes back.
struct RandomFold {
  FoldTrain train;
  double depth = 0.0, F = 1.0, psi = 0.0;
  Vec3 axial{};
  Profile profile;
  double lambda = 0.0;
};

// lambda of the scenario between these; in the profile it is nearer to 0, as a is oblique.
// `gentlest` and `steepest`: the plunge of a.
inline RandomFold random_fold(Chance& chance, const Grid3& grid, double lowest, double highest,
                              double gentlest = 65.0, double steepest = 90.0) {
  const Vec3 size = grid.extent();
  for (;;) {
    RandomFold fold;
    fold.train.wavelength = chance.between(0.75, 1.0) * size.x;
    fold.train.amplitude =
        std::tan(radians(chance.between(25.0, 42.0))) * fold.train.wavelength / (2.0 * std::numbers::pi);
    fold.train.azimuth = chance.between(80.0, 100.0);
    fold.train.crest = {chance.between(0.4, 0.6) * size.x, 0.5 * size.y};
    fold.depth = chance.between(0.45, 0.55) * size.z;
    const double lambda = chance.between(lowest, highest), speed = chance.between(0.5, 2.0);
    fold.F = (1.0 - lambda) * speed;
    fold.psi = lambda * speed;
    fold.axial = AxialLine{chance.between(0.0, 360.0), chance.between(gentlest, steepest)}.upward();
    const Vec3 b = fold.psi * fold.axial;
    const Horizon horizon = make_horizon(TrainsHorizon{fold.depth, {fold.train}}, grid, "", "");
    if (check_normal_speed(horizon, grid, fold.F, b).least_part < 0.1) continue;
    const double azimuth = radians(fold.train.azimuth);
    fold.profile = make_profile(0.5 * size, {-std::cos(azimuth), std::sin(azimuth), 0.0}, fold.axial);
    const FoldParameters p = profile_parameters(fold.profile, fold.F, b);
    fold.lambda = p.psi / (p.F + p.psi);
    return fold;
  }
}

}  // namespace foldwave::test
