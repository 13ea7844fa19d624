#include "core/geology/fit/level_misfit.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "core/fold/normal_speed.hpp"

namespace foldwave {

namespace {

// Where the speed of the front in its normal direction is checked: a mesh of them over the box.
std::vector<Vec3> normals_over(const Horizon& horizon, const Grid3& grid) {
  constexpr int nodes = 64;
  const Vec3 size = grid.extent();
  std::vector<Vec3> normals;
  for (int j = 0; j < (grid.is_section() ? 1 : nodes); ++j)
    for (int i = 0; i < nodes; ++i)
      normals.push_back(
          Horizon::upward_normal(horizon.at(i * size.x / (nodes - 1), j * size.y / (nodes - 1))));
  return normals;
}

// Tiles of a 24th of the box are small enough: each search ends in Newton's method.
QueryBox box_around(const Grid3& grid, const std::vector<Vec3>& picks) {
  Vec3 low{}, high = grid.extent();
  for (const Vec3& p : picks)
    for (int a = 0; a < 3; ++a) {
      low[a] = std::min(low[a], p[a]);
      high[a] = std::max(high[a], p[a]);
    }
  return {low, high, std::max(high.x - low.x, high.y - low.y) / 24.0};
}

constexpr PickMisfit unreached{std::numeric_limits<double>::infinity(), {0.0, 0.0, -1.0}};

struct Arrival {
  double T = 0.0, speed = 0.0;  // signed; F + b.n
  Vec3 normal{};
};

class Sides {
 public:
  Sides(const Horizon& horizon, const QueryBox& box, const FoldedLevel& level)
      : horizon_(horizon),
        F_(level.F()),
        b_(level.b()),
        upper_(horizon, box, F_, b_, Side::upper),
        lower_(upper_.other_side()) {
    if (horizon.is_section()) b_.y = 0.0;
  }

  Arrival at(const Vec3& x, Foot& foot) const {
    const bool above = x.z <= horizon_.depth(x.x, x.y);
    const FootSearch& side = above ? upper_ : lower_;
    foot = std::isfinite(foot.time) ? side.improve(x, foot) : side.find(x, nullptr);
    const Vec3 n = Horizon::upward_normal(horizon_.at(foot.u, foot.v));
    return {above ? foot.time : -foot.time, F_ + dot(b_, n), n};
  }

 private:
  const Horizon& horizon_;
  double F_;
  Vec3 b_;
  FootSearch upper_, lower_;
};

}  // namespace

LevelMisfit::LevelMisfit(const Horizon& horizon, const Grid3& grid, std::vector<Vec3> picks)
    : horizon_(horizon),
      near_enough_(0.02 * std::min(grid.h[0], grid.h[2])),
      farthest_(10.0 * norm(grid.extent())),
      normals_(normals_over(horizon, grid)),
      picks_(std::move(picks)),
      box_(box_around(grid, picks_)) {}

template <class Measure>
std::vector<PickMisfit> LevelMisfit::each(const FoldedLevel& level, const Job& job, Measure&& measure) const {
  Vec3 b = level.b();
  if (horizon_.is_section()) b.y = 0.0;
  const NormalSpeeds speeds = normal_speeds(normals_, level.F(), b);
  if (level.axis.z > 0.0 || speeds.least <= speeds.floor) return {};
  const Sides sides(horizon_, box_, level);
  std::vector<PickMisfit> found(picks_.size());
  std::atomic<bool> all_reached = true;
#pragma omp parallel for schedule(dynamic, 16)
  for (std::ptrdiff_t i = 0; i < std::ssize(picks_); ++i) {
    if (!all_reached || job.stop.stop_requested()) continue;
    const auto m = static_cast<std::size_t>(i);
    found[m] = measure(sides, picks_[m]);
    if (!std::isfinite(found[m].depth)) all_reached = false;
  }
  job.throw_if_stopped();
  return all_reached ? found : std::vector<PickMisfit>();
}

std::vector<PickMisfit> LevelMisfit::of(const FoldedLevel& level, const Job& job) const {
  return each(level, job, [&](const Sides& sides, const Vec3& pick) {
    Vec3 x = pick;
    Foot foot;
    PickMisfit misfit;
    // Newton's method up and down the pick's vertical: what is left of a step is of second order in it.
    for (int step = 0; step < 8; ++step) {
      const Arrival arrival = sides.at(x, foot);
      misfit.normal = arrival.normal;
      const double off = (arrival.T - level.thickness) * arrival.speed / std::abs(arrival.normal.z);
      // The front does not come here, or goes nowhere: the step would leave the world.
      if (!(arrival.speed > 0.0) || !(std::abs(off) < farthest_)) return unreached;
      x.z += off;
      if (!(std::abs(off) > near_enough_)) break;
    }
    misfit.depth = x.z - pick.z;
    return misfit;
  });
}

std::vector<PickMisfit> LevelMisfit::arrivals(const FoldedLevel& level, const Job& job) const {
  return each(level, job, [](const Sides& sides, const Vec3& pick) {
    Foot foot;
    const Arrival arrival = sides.at(pick, foot);
    return PickMisfit{arrival.T, arrival.normal};
  });
}

}  // namespace foldwave
