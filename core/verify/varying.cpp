#include <cmath>
#include <numbers>

#include "core/base/text.hpp"
#include "core/fold/speed_model.hpp"
#include "core/verify/fold_cases.hpp"

namespace foldwave {

namespace {

constexpr double length = 10.0;

// An arrival time chosen beforehand, T = (f(x, y) - z)(1 + e sin(k.x)), with advection chosen beforehand, and
// the F that makes it the solution: F = (1 - b.grad T) / |grad T|.
struct ChosenSolution {
  double time;
  Vec3 gradient;
  FoldSpeeds speeds;

  explicit ChosenSolution(Vec3 x) {
    constexpr double e = 0.12;
    constexpr double kx = 2.0 * std::numbers::pi / 14.0, ky = 2.0 * std::numbers::pi / 17.0;
    const double f = 5.0 + 0.5 * std::cos(kx * x.x) * std::sin(ky * x.y);
    const double fx = -0.5 * kx * std::sin(kx * x.x) * std::sin(ky * x.y);
    const double fy = 0.5 * ky * std::cos(kx * x.x) * std::cos(ky * x.y);
    const double phase = 0.3 * x.x + 0.2 * x.y + 0.4 * x.z;
    const double g = 1.0 + e * std::sin(phase);
    const double c = e * std::cos(phase);
    time = (f - x.z) * g;
    gradient = {fx * g + (f - x.z) * 0.3 * c, fy * g + (f - x.z) * 0.2 * c, -g + (f - x.z) * 0.4 * c};
    const Vec3 b{0.25 * std::sin(0.5 * x.y), 0.2 * std::cos(0.4 * x.x + 0.3 * x.z),
                 -0.3 - 0.1 * std::sin(0.6 * x.z)};
    speeds = {(1.0 - dot(b, gradient)) / norm(gradient), b};
  }
};

std::shared_ptr<const SpeedModel> chosen_speeds(const Grid3& grid) {
  SpeedVolume volume{
      grid, Field<float>(grid.n), {Field<float>(grid.n), Field<float>(grid.n), Field<float>(grid.n)}};
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const FoldSpeeds s = ChosenSolution(grid.local(i, j, k)).speeds;
        volume.F(i, j, k) = static_cast<float>(s.F);
        for (int a = 0; a < 3; ++a)
          volume.b[static_cast<std::size_t>(a)](i, j, k) = static_cast<float>(s.b[a]);
      }
  return std::make_shared<const SpeedModel>(std::move(volume));
}

// The mean error with exact values within 0.8 of the horizon and on the faces.
double mean_error(const FoldUnderTest& fold, int n, const Job& job) {
  const Grid3 grid = verify_cube(n, length);
  StartValues<float> start{Field<float>(grid.n), Field<std::uint8_t>(grid.n)};
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const auto t = static_cast<float>(ChosenSolution(grid.local(i, j, k)).time);
        const bool face = std::min({i, j, k}) == 0 || std::max({i, j, k}) == n - 1;
        const bool held = face || std::abs(t) < 0.8F;
        start.time(i, j, k) = held ? t : std::copysign(std::numeric_limits<float>::infinity(), t);
        start.fixed(i, j, k) = held ? 1 : 0;
      }
  const Field<std::uint8_t> fixed = start.fixed.clone();
  FoldProblem problem{grid, 1.0, {}, nullptr, std::move(start)};
  problem.speeds = chosen_speeds(grid);
  const Field<float> T = fold.solve(std::move(problem), {}, job);
  double sum = 0.0;
  Index count = 0;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        if (fixed(i, j, k) != 0) continue;
        sum += std::abs(static_cast<double>(T(i, j, k)) - ChosenSolution(grid.local(i, j, k)).time);
        ++count;
      }
  return sum / static_cast<double>(count);
}

}  // namespace

void check_varying(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks) {
  if (!has_method(verified.backend, FoldMethod::pmm)) return;
  const FoldUnderTest fold{verified.backend, FoldMethod::pmm};
  const int n = scope == VerifyScope::quick ? 41 : 81;
  const int half = (n + 1) / 2;
  const double coarse = mean_error(fold, half, job);
  const double fine = mean_error(fold, n, job);
  checks.push_back({fold.check_name("fold.varying.order"), std::abs(coarse / fine - 2.0), 0.2, "from 2",
                    "mean error ratio " + number_text(coarse / fine, 4) +
                        " where F, psi and a vary, against a chosen solution, " + std::to_string(half) +
                        "^3 to " + std::to_string(n) + "^3"});
  checks.push_back({fold.check_name("fold.varying.error"), fine / length,
                    scope == VerifyScope::quick ? 6e-4 : 3e-4, "of the box",
                    "mean error of the same, " + std::to_string(n) + "^3"});
}

}  // namespace foldwave
