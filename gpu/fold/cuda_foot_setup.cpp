#include "gpu/fold/cuda_foot_setup.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/fold/normal_speed.hpp"
#include "core/horizon/foot_tree.hpp"

namespace foldwave {

namespace {

// Finer tiles bound no better than Newton's method costs.
constexpr int most_levels = 8;  // 128 leaves a side
constexpr int scan_level = 3;

// Every second bit of the place in Morton order is an axis'.
int morton(int i, int j, bool section) {
  if (section) return i;
  int place = 0;
  for (int bit = 0; bit < most_levels; ++bit)
    place |= ((i >> bit & 1) << 2 * bit) | ((j >> bit & 1) << (2 * bit + 1));
  return place;
}

template <class Real>
std::vector<DeviceTile<Real>> device_tiles(const FootTree& tree, std::size_t levels, double mean,
                                           double misfit, bool section) {
  std::vector<DeviceTile<Real>> tiles;
  for (std::size_t l = 0; l < levels; ++l) {
    const FootTreeLevel& level = tree.levels[l];
    const auto start = tiles.size();
    tiles.resize(start + level.tiles.size());
    for (int j = 0; j < (section ? 1 : level.n); ++j)
      for (int i = 0; i < level.n; ++i) {
        const FootTile& t = level.tiles[static_cast<std::size_t>(j) * static_cast<std::size_t>(level.n) +
                                        static_cast<std::size_t>(i)];
        // Rounding to single precision must not let a tile promise more than it can hold.
        const double slack = misfit + 4e-7 * (std::abs(t.f - mean) + std::abs(t.u) * std::abs(t.fu) +
                                              std::abs(t.v) * std::abs(t.fv));
        const auto real = [](double value) { return static_cast<Real>(value); };
        tiles[start + static_cast<std::size_t>(morton(i, j, section))] = {
            real(t.u),      real(section ? 0.0 : t.v),     real(t.f - mean),
            real(t.fu),     real(section ? 0.0 : t.fv),    real(t.deviation + slack),
            real(level.hu), real(section ? 0.0 : level.hv)};
      }
  }
  return tiles;
}

void check_numbers(const FoldProblem& problem) {
  for (std::size_t a = 0; a < 3; ++a) {
    // Beyond these squares and their inverses leave single precision.
    constexpr double least = 1e-12;
    constexpr double most = 1e12;
    const double h = problem.grid.h[a];
    if (problem.grid.n[a] > 1 && !(h >= least && h <= most))
      throw InputError("/grid/spacing", number_text(h) + " m cannot be calculated with",
                       "give metres from 1e-12 to 1e12");
  }
  if (!std::isfinite(problem.F) || !std::isfinite(norm(problem.b)))
    throw InputError("fold", "F or psi is not a finite number", "give finite numbers");
}

// The tree's leaves tell quickly whether the fold can propagate; only then all nodes are asked for the worst.
void check_speed(const FoldProblem& problem, const FootTree& tree) {
  const FootTreeLevel& leaves = tree.levels.back();
  const Vec3 extent = problem.grid.extent();
  const double floor = 1e-3 * (std::abs(problem.F) + norm(problem.b));
  const bool slow = std::any_of(leaves.tiles.begin(), leaves.tiles.end(), [&](const FootTile& t) {
    const bool inside =
        t.u >= -leaves.hu && t.u <= extent.x + leaves.hu && t.v >= -leaves.hv && t.v <= extent.y + leaves.hv;
    const Vec3 n = Horizon::upward_normal({t.f, t.fu, t.fv});
    const double by = problem.grid.is_section() ? 0.0 : problem.b.y * n.y;
    return inside && !(problem.F + problem.b.x * n.x + by + problem.b.z * n.z > floor);
  });
  if (!slow) return;
  const NormalSpeedCheck speed = check_normal_speed(*problem.horizon, problem.grid, problem.F, problem.b);
  throw InputError("fold",
                   "the fold cannot propagate everywhere on the horizon: F + psi a.n is " +
                       number_text(speed.least, 3) + " at (" +
                       number_text(speed.at.x + problem.grid.origin.x, 8) + ", " +
                       number_text(speed.at.y + problem.grid.origin.y, 8) + ", depth " +
                       number_text(speed.at.z + problem.grid.origin.z, 6) + ")",
                   "bring lambda nearer to 0, or make the horizon gentler");
}

}  // namespace

template <class Real>
FootPlan<Real> make_foot_plan(const FoldProblem& problem) {
  if (!problem.horizon)
    throw InputError("fold method", "the foot-point method needs a horizon to find feet on",
                     "give a horizon, or use the pmm method for start values");
  check_numbers(problem);
  const Grid3& grid = problem.grid;
  const Horizon& horizon = *problem.horizon;
  const double F = problem.F;
  const Vec3 b = problem.b;
  FootPlan<Real> plan;
  plan.section = grid.is_section();
  const FootTree tree = make_foot_tree(horizon, grid, F, b);
  check_speed(problem, tree);
  const Vec3 extent = grid.extent();
  const double size = std::max({extent.x, extent.y, extent.z});
  constexpr bool single = sizeof(Real) == sizeof(float);
  plan.table = make_surface_table<Real>(horizon, tree.domain, (single ? 3e-7 : 1e-10) * size);
  const std::size_t levels = std::min<std::size_t>(tree.levels.size(), most_levels);
  plan.tiles = device_tiles<Real>(tree, levels, static_cast<double>(plan.table.view.mean), plan.table.misfit,
                                  plan.section);

  FootSetup<Real>& s = plan.setup;
  const auto real = [](double value) { return static_cast<Real>(value); };
  s.surface = plan.table.view;
  s.speeds = {real(F), real(b.x), real(plan.section ? 0.0 : b.y), real(b.z)};
  s.sense = real(F < 0.0 ? -1.0 : 1.0);
  s.tiles = plan.tiles.data();
  s.leaf_level = static_cast<int>(levels) - 1;
  s.scan_level = std::min(s.leaf_level, plan.section ? scan_level + 3 : scan_level);
  s.u0 = real(tree.domain.x0);
  s.u1 = real(tree.domain.x1);
  s.v0 = real(tree.domain.y0);
  s.v1 = real(tree.domain.y1);
  s.time_scale = real(size / (std::abs(F) + norm(b)));
  s.near = real((single ? 2e-3 : 2e-4) * size);
  const double current = std::hypot(b.x, plan.section ? 0.0 : b.y, b.z);
  const double share = current > 0.0 ? std::min(1.0, std::abs(F) / current) : 1.0;
  s.longest = real(1e4 * size / (F == 0.0 ? current : std::abs(F)));
  s.current = real(current);
  s.share = real(share);
  s.well_inside = real(share > 0.0 ? 1.0 / std::tan(0.9 * std::asin(share)) : 0.0);
  s.enough = real(single ? 2e-5 : 1e-7) * s.time_scale;
  for (int a = 0; a < 3; ++a) {
    plan.grid.n[a] = grid.n[static_cast<std::size_t>(a)];
    plan.grid.cells[a] = (plan.grid.n[a] + foot_stride - 1) / foot_stride;
    plan.grid.h[a] = real(grid.h[static_cast<std::size_t>(a)]);
  }
  plan.grid.mean = plan.table.view.mean;
  return plan;
}
template FootPlan<float> make_foot_plan<float>(const FoldProblem&);
template FootPlan<double> make_foot_plan<double>(const FoldProblem&);

}  // namespace foldwave
