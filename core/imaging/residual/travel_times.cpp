#include "core/imaging/residual/travel_times.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/base/trilinear.hpp"
#include "core/fold/pmm/pmm.hpp"
#include "core/fold/speed_model.hpp"

namespace foldwave {

namespace {

constexpr double ball_cells = 4.0;

// Straight on, with the mean slowness on the way: what bending adds is of second order in the ball's radius.
double straight_time(const Grid3& grid, const Field<float>& velocity, const Vec3& from, const Vec3& to) {
  constexpr int parts = 16;
  double slowness = 0.0;
  for (int p = 0; p < parts; ++p)
    slowness += 1.0 / trilinear_at(velocity, grid, from + ((p + 0.5) / parts) * (to - from)) / parts;
  return norm(to - from) * slowness;
}

Field<float> marched_times(const Grid3& grid, const Field<float>& velocity, const Vec3& source, double radius,
                           const Job& job) {
  StartValues<float> start{Field<float>(grid.n, std::numeric_limits<float>::infinity()),
                           Field<std::uint8_t>(grid.n)};
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const Vec3 at = grid.local(i, j, k);
        if (norm(at - source) > radius) continue;
        start.time(i, j, k) = static_cast<float>(straight_time(grid, velocity, source, at));
        start.fixed(i, j, k) = 1;
      }
  SpeedVolume speeds{
      grid, velocity.clone(), {Field<float>(grid.n), Field<float>(grid.n), Field<float>(grid.n)}};
  FoldProblem problem;
  problem.grid = grid;
  problem.start = std::move(start);
  problem.speeds = std::make_shared<const SpeedModel>(std::move(speeds));
  return std::move(make_pmm_solver()->solve(std::move(problem), {}, job).arrival);
}

}  // namespace

Field<float> travel_times(const Grid3& given, const Field<float>& velocity, const Vec3& source,
                          const Job& job) {
  Grid3 grid = given;
  grid.origin = {};
  const Vec3 end = grid.extent();
  for (int a = 0; a < 3; ++a)
    if (!(source[a] >= -1e-6 && source[a] <= end[a] + 1e-6))
      throw InputError("source", number_text(source[a]) + " m along " + "xyz"[a] + " is outside the grid",
                       "give a source within the grid");
  for (const float v : velocity.values())
    if (!(v > 0.0F) || !std::isfinite(v))
      throw InputError("velocity", number_text(static_cast<double>(v)) + " m/s is none",
                       "give velocities above 0");
  Grid3 half = grid;
  double widest = 0.0;
  for (std::size_t a = 0; a < 3; ++a) {
    if (grid.n[a] == 1) continue;
    half.n[a] = 2 * grid.n[a] - 1;
    half.h[a] = 0.5 * grid.h[a];
    widest = std::max(widest, grid.h[a]);
  }
  const double radius = ball_cells * widest;
  Field<float> times = marched_times(grid, velocity, source, radius, job);
  const Field<float> finer = marched_times(half, resampled(velocity, grid, half, job), source, radius, job);
  const auto step = [&](std::size_t a) { return grid.n[a] == 1 ? 1 : 2; };
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        times(i, j, k) = 2.0F * finer(step(0) * i, step(1) * j, step(2) * k) - times(i, j, k);
  return times;
}

std::vector<double> times_at(const Field<float>& times, const Grid3& given, const std::vector<Vec3>& places) {
  Grid3 grid = given;
  grid.origin = {};
  std::vector<double> at;
  for (const Vec3& place : places)
    at.push_back(trilinear_at(times, grid, place));
  return at;
}

}  // namespace foldwave
