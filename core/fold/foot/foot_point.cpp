#include "core/fold/foot/foot_point.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <type_traits>

#include "core/base/clock.hpp"
#include "core/fold/foot/foot_check.hpp"
#include "core/fold/foot/foot_fill.hpp"
#include "core/fold/unreached.hpp"

namespace foldwave {

namespace {

// How far the lattice is refined: to the nodes themselves on a coarse grid, whose cells are wide against the
// folds; to cells of four where exact feet at each second node would be the greater part of the work, and in
// a sketch.
int finest_level(const Grid3& grid, bool sketch) {
  if (sketch) return 2;
  if (grid.size() <= Index{1} << 17) return 4;
  return grid.size() <= Index{1} << 24 ? 3 : 2;
}

// Where the feet of the level-0 corners lie, and a margin for those between them.
MapDomain feet_domain(const FootSetting& setting, const LatticeLevel& level) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  MapDomain d{inf, inf, -inf, -inf};
  for (const LatticeFoot& foot : level.feet) {
    if (!std::isfinite(foot.time)) continue;
    d = {std::min(d.x0, foot.u), std::min(d.y0, foot.v), std::max(d.x1, foot.u), std::max(d.y1, foot.v)};
  }
  const MapDomain& most = setting.upper.domain();
  if (!(d.x0 <= d.x1)) return most;
  const double margin = 0.1 * std::max({d.x1 - d.x0, d.y1 - d.y0, setting.grid.extent().x}) +
                        4.0 * std::max(setting.grid.h[0], setting.grid.h[1]);
  return {std::max(most.x0, d.x0 - margin), std::max(most.y0, d.y0 - margin),
          std::min(most.x1, d.x1 + margin), std::min(most.y1, d.y1 + margin)};
}

// T at the end of Newton's step is off by its third order, f_xxx step^3 / 6 (F + b.n): the step for which
// that is rounding.
template <class Real>
double settled_step(const FootSetting& setting, double time_scale) {
  const double share = std::is_same_v<Real, float> ? 1e-7 : 1e-14;
  const double speed = std::abs(setting.F) + norm(setting.b);
  const double most = setting.grid.extent().x + setting.grid.extent().z;
  return std::min(
      most, std::cbrt(6.0 * share * time_scale * speed / std::max(setting.horizon.third_bound(), 1e-300)));
}

std::vector<double> column_depths(const FootSetting& setting) {
  const Grid3& grid = setting.grid;
  const int nx = grid.n[0];
  const int ny = grid.n[1];
  std::vector<double> depth(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny));
#pragma omp parallel for schedule(static)
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      depth[static_cast<std::size_t>(grid.index(i, j, 0))] =
          setting.horizon.depth(i * grid.h[0], j * grid.h[1]);
  return depth;
}

std::vector<LatticeCell> wanted_cells(const LatticeLevel& level, const BlockWanted& wanted) {
  std::vector<LatticeCell> cells;
  const auto low = [&](std::size_t axis, int c) { return level.at[axis][static_cast<std::size_t>(c)]; };
  const auto high = [&](std::size_t axis, int c) {
    return level.at[axis][std::min(static_cast<std::size_t>(c) + 1, level.at[axis].size() - 1)];
  };
  for (int k = 0; k < level.cells(2); ++k)
    for (int j = 0; j < level.cells(1); ++j)
      for (int i = 0; i < level.cells(0); ++i)
        if (!wanted || wanted({low(0, i), low(1, j), low(2, k)}, {high(0, i), high(1, j), high(2, k)}))
          cells.push_back({i, j, k});
  return cells;
}

using BranchLists = std::vector<std::vector<LatticeFoot>>;

// What is left to the next level, with the branches around each cell.
struct Left {
  std::vector<LatticeCell> cells;
  BranchLists branches;
};

std::vector<LatticeFoot> copied(const Branches& branches) {
  std::vector<LatticeFoot> feet;
  feet.reserve(static_cast<std::size_t>(branches.count));
  for (int q = 0; q < branches.count; ++q)
    feet.push_back(*branches.feet[static_cast<std::size_t>(q)]);
  return feet;
}

// Fills the cells that are smooth, and at the last level all.
template <class Real>
Left fill_level(const FootFill<Real>& fill, const LatticeLevel& level, const Left& given, bool last,
                const Job& job) {
  const std::vector<LatticeCell>& cells = given.cells;
  const std::vector<LatticeFoot> nothing;
  std::vector<std::uint8_t> left(cells.size(), 0);
  BranchLists branches(last ? 0 : cells.size());
  const auto count = static_cast<std::int64_t>(cells.size());
  std::atomic<bool> stopped = false;
#pragma omp parallel for schedule(dynamic, 1)
  for (std::int64_t c = 0; c < count; ++c) {
    if (stopped.load(std::memory_order_relaxed)) continue;
    if (job.stop.stop_requested()) {
      stopped = true;
      continue;
    }
    const auto m = static_cast<std::size_t>(c);
    const LatticeCell& cell = cells[m];
    const std::vector<LatticeFoot>& inherited =
        cell.parent < 0 ? nothing : given.branches[static_cast<std::size_t>(cell.parent)];
    if (fill_smooth(fill, level, cell, inherited, last)) continue;
    if (last) {
      fill_from_branches(fill, level, cell, inherited);
    } else {
      left[m] = 1;
      branches[m] = copied(branches_around(level, cell, inherited));
    }
  }
  if (stopped) throw Stopped();
  Left rest;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (left[c] == 0) continue;
    rest.cells.push_back(cells[c]);
    rest.branches.push_back(std::move(branches[c]));
  }
  return rest;
}

}  // namespace

template <class Real>
FootArrival<Real> foot_arrival(const FootSetting& setting, FoldPath path, const BlockWanted& wanted,
                               const Job& job, bool sketch) {
  const Clock clock;
  const Grid3& grid = setting.grid;
  LatticeLevel level = coarsest_level(setting, job);
  double longest = 0.0;
  for (const LatticeFoot& foot : level.feet)
    if (std::isfinite(foot.time)) longest = std::max(longest, std::abs(foot.time));
  const double tolerance = (std::is_same_v<Real, float> ? 5e-8 : 1e-10) * norm(grid.extent());
  const SurfaceTable<Real> table =
      make_surface_table<Real>(setting.horizon, feet_domain(setting, level), tolerance);
  const std::vector<double> depth = column_depths(setting);
  FootArrival<Real> arrival{Field<Real>(grid.n), clock.seconds(), table.misfit, tolerance};
  const FootFill<Real> fill{setting,     table,
                            depth,       foot_look<Real>(setting.horizon.is_section(), path),
                            longest,     settled_step<Real>(setting, longest),
                            arrival.time};

  Left left{wanted_cells(level, wanted), {}};
  const int last = finest_level(grid, sketch);
  for (int l = 0; !left.cells.empty(); ++l) {
    job.report({"fold: foot points", l, last + 1, static_cast<double>(grid.size()), "nodes"});
    left = fill_level(fill, level, left, l == last, job);
    if (left.cells.empty()) break;
    LatticeLevel fine = refined_level(setting, level, left.cells, job);
    left.cells = children_of(level, fine, left.cells);
    level = std::move(fine);
  }
  return arrival;
}
template FootArrival<float> foot_arrival<float>(const FootSetting&, FoldPath, const BlockWanted&, const Job&,
                                                bool);
template FootArrival<double> foot_arrival<double>(const FootSetting&, FoldPath, const BlockWanted&,
                                                  const Job&, bool);

namespace {

class FootPointSolver final : public FoldSolver {
 public:
  std::string name() const override { return "foot-point"; }

  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override {
    const Clock clock;
    check_foot_numbers(problem, ThinGrids::refused);
    check_foot_speed(problem);
    job.throw_if_stopped();
    const FootSetting setting(*problem.horizon, problem.grid, problem.F, problem.b);
    const double tree_seconds = clock.seconds();
    FoldSolution solution;
    if (options.precision == Precision::binary64) {
      FootArrival<double> found = foot_arrival<double>(setting, options.path, {}, job, options.sketch);
      warn_of_misfit(found.misfit, found.tolerance, solution);
      solution.start_seconds = tree_seconds + found.preparation_seconds;
      solution.arrival64 = std::move(found.time);
      solution.arrival = Field<float>(problem.grid.n);
#pragma omp parallel for schedule(static)
      for (Index m = 0; m < problem.grid.size(); ++m)
        solution.arrival[m] = static_cast<float>(solution.arrival64[m]);
    } else {
      FootArrival<float> found = foot_arrival<float>(setting, options.path, {}, job, options.sketch);
      warn_of_misfit(found.misfit, found.tolerance, solution);
      solution.start_seconds = tree_seconds + found.preparation_seconds;
      solution.arrival = std::move(found.time);
    }
    solution.unreached = unreached_nodes(solution.arrival);
    solution.seconds = clock.seconds();
    return solution;
  }
};

}  // namespace

std::unique_ptr<FoldSolver> make_foot_point_solver() {
  return std::make_unique<FootPointSolver>();
}

}  // namespace foldwave
