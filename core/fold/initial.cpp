#include "core/fold/initial.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <type_traits>

#include "core/fold/normal_speed.hpp"

namespace foldwave {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

// For each column the first node at or below the horizon (0 .. nz), and that index's least and greatest among
// the columns within `reach` steps.
struct Columns {
  std::vector<int> first, least, greatest;
};

Columns split_columns(const Horizon& horizon, const Grid3& grid, int reach) {
  const int nx = grid.n[0];
  const int ny = grid.n[1];
  const auto size = static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
  Columns c{std::vector<int>(size), std::vector<int>(size), std::vector<int>(size)};
  const auto at = [nx](int i, int j) {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i);
  };
#pragma omp parallel for schedule(static)
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const double f = horizon.depth(i * grid.h[0], j * grid.h[1]);
      const double k = std::ceil(std::clamp(f / grid.h[2], -1.0, static_cast<double>(grid.n[2])));
      c.first[at(i, j)] = std::max(0, static_cast<int>(k));
    }
#pragma omp parallel for schedule(static)
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      int least = grid.n[2];
      int greatest = 0;
      for (int b = std::max(0, j - reach); b <= std::min(ny - 1, j + reach); ++b)
        for (int a = std::max(0, i - reach); a <= std::min(nx - 1, i + reach); ++a) {
          least = std::min(least, c.first[at(a, b)]);
          greatest = std::max(greatest, c.first[at(a, b)]);
        }
      c.least[at(i, j)] = least;
      c.greatest[at(i, j)] = greatest;
    }
  return c;
}

// One of the two sides being initialised: its nodes, its search, and the faces through which its front may
// enter.
struct SideWork {
  Side side;
  FootSearch search;
  std::array<bool, 6> entered;
};

std::array<SideWork, 2> prepare_sides(const Horizon& horizon, const Grid3& grid, double F, Vec3 b) {
  const FootSearch upper(horizon, grid, F, b, Side::upper);
  return {SideWork{Side::upper, upper, entered_faces(horizon, grid, F, b, Side::upper)},
          SideWork{Side::lower, upper.other_side(), entered_faces(horizon, grid, F, b, Side::lower)}};
}

double signed_time(double time, Side side) {
  return side == Side::upper ? time : -time;
}

bool on_entered_face(const SideWork& work, const Grid3& grid, int i, int j, int k) {
  const auto& e = work.entered;
  return (e[x_min] && i == 0) || (e[x_max] && i == grid.n[0] - 1) ||
         (!grid.is_section() && ((e[y_min] && j == 0) || (e[y_max] && j == grid.n[1] - 1))) ||
         (e[z_min] && k == 0) || (e[z_max] && k == grid.n[2] - 1);
}

}  // namespace

template <class Real>
StartValues<Real> make_start_values(const Horizon& horizon, const Grid3& grid, double F, Vec3 b,
                                    const InitialOptions& options, const Job& job) {
  StartValues<Real> start{Field<Real>(grid.n), Field<std::uint8_t>(grid.n)};
  const Columns columns = split_columns(horizon, grid, options.band);
  const std::array<SideWork, 2> sides = prepare_sides(horizon, grid, F, b);
  const int nx = grid.n[0];
  const int ny = grid.n[1];
  const int nz = grid.n[2];
  std::atomic<int> planes_done = 0;
  std::atomic<bool> stopped = false;

#pragma omp parallel for schedule(dynamic, 1)
  for (int k = 0; k < nz; ++k) {
    if (stopped.load(std::memory_order_relaxed)) continue;
    for (int j = 0; j < ny; ++j) {
      if (job.stop.stop_requested()) {
        stopped = true;
        break;
      }
      std::array<Foot, 2> near;
      for (int i = 0; i < nx; ++i) {
        const auto column =
            static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i);
        const bool upper = k < columns.first[column];
        const SideWork& work = sides[upper ? 0 : 1];
        const bool in_band = upper ? columns.least[column] <= k + options.band
                                   : columns.greatest[column] - 1 >= k - options.band;
        const Vec3 x = grid.local(i, j, k);
        const bool held = in_band || (options.held_radius > 0.0 &&
                                      std::abs(x.z - horizon.depth(x.x, x.y)) < options.held_radius);
        Foot foot;
        if (on_entered_face(work, grid, i, j, k)) {
          Foot& last = near[upper ? 0 : 1];
          // The last node's foot, moved along with the node: nearly the same displacement, so surely in
          // reach.
          const Foot guess{last.u + grid.h[0], last.v, last.time};
          foot = work.search.find(x, std::isfinite(last.time) ? &guess : nullptr);
          last = foot;
        } else if (held) {
          foot = work.search.find(x, nullptr);
        }
        start.time(i, j, k) = static_cast<Real>(signed_time(foot.time, work.side));
        start.fixed(i, j, k) = std::isfinite(foot.time) ? 1 : 0;
      }
    }
    ++planes_done;
    // Reports come from one thread only, the one that called.
    if (omp_get_thread_num() == 0)
      job.report({"fold: start values", planes_done.load(), nz, static_cast<double>(nx) * ny, "nodes"});
  }
  if (stopped) throw Stopped();
  return start;
}
template StartValues<float> make_start_values<float>(const Horizon&, const Grid3&, double, Vec3,
                                                     const InitialOptions&, const Job&);
template StartValues<double> make_start_values<double>(const Horizon&, const Grid3&, double, Vec3,
                                                       const InitialOptions&, const Job&);

namespace {

template <class Real, class Given>
StartValues<Real> converted(StartValues<Given> given) {
  if constexpr (std::is_same_v<Real, Given>) {
    return given;
  } else {
    StartValues<Real> start{Field<Real>(given.time.shape()), std::move(given.fixed)};
    for (Index m = 0; m < start.time.size(); ++m)
      start.time[m] = static_cast<Real>(given.time[m]);
    return start;
  }
}

}  // namespace

template <class Real>
StartValues<Real> take_start_values(FoldProblem& problem, const Job& job) {
  if (auto* const single = std::get_if<StartValues<float>>(&problem.start))
    return converted<Real>(std::move(*single));
  if (auto* const twofold = std::get_if<StartValues<double>>(&problem.start))
    return converted<Real>(std::move(*twofold));
  if (!problem.horizon)
    throw InputError("fold", "the problem has neither a horizon nor start values", "give one of them");
  return make_start_values<Real>(*problem.horizon, problem.grid, problem.F, problem.b, {}, job);
}
template StartValues<float> take_start_values<float>(FoldProblem&, const Job&);
template StartValues<double> take_start_values<double>(FoldProblem&, const Job&);

Field<float> exact_arrival(const Horizon& horizon, const Grid3& grid, double F, Vec3 b, const Job& job) {
  Field<float> T(grid.n);
  const FootSearch upper(horizon, grid, F, b, Side::upper);
  const FootSearch lower = upper.other_side();
#pragma omp parallel for schedule(dynamic, 1)
  for (int k = 0; k < grid.n[2]; ++k) {
    for (int j = 0; j < grid.n[1]; ++j) {
      if (job.stop.stop_requested()) break;
      std::array<Foot, 2> near;
      for (int i = 0; i < grid.n[0]; ++i) {
        const Vec3 x = grid.local(i, j, k);
        const bool above = x.z < horizon.depth(x.x, x.y);
        Foot& last = near[above ? 0 : 1];
        last = (above ? upper : lower).find(x, std::isfinite(last.time) ? &last : nullptr);
        T(i, j, k) = static_cast<float>(signed_time(last.time, above ? Side::upper : Side::lower));
      }
    }
  }
  job.throw_if_stopped();
  return T;
}

}  // namespace foldwave
