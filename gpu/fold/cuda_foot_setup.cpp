#include "gpu/fold/cuda_foot_setup.hpp"

#include <algorithm>
#include <cmath>

#include "core/fold/foot/foot_check.hpp"
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

// Whether no node can be too slow: over a leaf the slopes differ from its centre's by at most twice the
// deviation over the half size, V by |b| times that. Asking all nodes takes as long as the device does.
bool is_clearly_fast(const FoldProblem& problem, const FootTree& tree) {
  const FootTreeLevel& leaves = tree.levels.back();
  const Vec3 extent = problem.grid.extent();
  Vec3 b = problem.b;
  if (problem.grid.is_section()) b.y = 0.0;
  const double floor = normal_speed_floor(problem.F, b);
  const double bend = 2.0 * norm(b) * std::hypot(1.0 / leaves.hu, leaves.hv > 0.0 ? 1.0 / leaves.hv : 0.0);
  return std::all_of(leaves.tiles.begin(), leaves.tiles.end(), [&](const FootTile& t) {
    const bool inside =
        t.u >= -leaves.hu && t.u <= extent.x + leaves.hu && t.v >= -leaves.hv && t.v <= extent.y + leaves.hv;
    const double V = problem.F + dot(b, Horizon::upward_normal({t.f, t.fu, t.fv}));
    return !inside || V - bend * t.deviation > floor;
  });
}

}  // namespace

template <class Real>
FootPlan<Real> make_foot_plan(const FoldProblem& problem) {
  check_foot_numbers(problem, ThinGrids::solved);
  const Grid3& grid = problem.grid;
  const Horizon& horizon = *problem.horizon;
  const double F = problem.F;
  const Vec3 b = problem.b;
  FootPlan<Real> plan;
  plan.section = grid.is_section();
  const FootTree tree = make_foot_tree(horizon, grid, F, b);
  if (!is_clearly_fast(problem, tree)) check_foot_speed(problem);
  const Vec3 extent = grid.extent();
  const double size = std::max({extent.x, extent.y, extent.z});
  constexpr bool single = sizeof(Real) == sizeof(float);
  plan.tolerance = (single ? 3e-7 : 1e-10) * size;
  plan.table = make_surface_table<Real>(horizon, tree.domain, plan.tolerance);
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
