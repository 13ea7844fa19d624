#include "core/fold/foot/initial.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "core/fold/foot/foot_point.hpp"
#include "core/fold/normal_speed.hpp"

namespace foldwave {

namespace {

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

double signed_time(double time, Side side) {
  return side == Side::upper ? time : -time;
}

using Faces = std::array<bool, 6>;

bool on_entered_face(const Faces& e, const Grid3& grid, int i, int j, int k) {
  return (e[x_min] && i == 0) || (e[x_max] && i == grid.n[0] - 1) ||
         (!grid.is_section() && ((e[y_min] && j == 0) || (e[y_max] && j == grid.n[1] - 1))) ||
         (e[z_min] && k == 0) || (e[z_max] && k == grid.n[2] - 1);
}

// Whether a block may hold nodes that are held: it meets an entered face, or the horizon and what is beside
// it.
bool may_be_held(const std::array<Faces, 2>& entered, const Columns& columns, const Grid3& grid, int beside,
                 const std::array<int, 3>& low, const std::array<int, 3>& high) {
  for (const Faces& e : entered)
    for (std::size_t a = 0; a < 3; ++a) {
      if (a == 1 && grid.is_section()) continue;
      if ((e[2 * a] && low[a] == 0) || (e[2 * a + 1] && high[a] == grid.n[a] - 1)) return true;
    }
  for (int j = low[1]; j <= high[1]; ++j)
    for (int i = low[0]; i <= high[0]; ++i) {
      const auto column = static_cast<std::size_t>(grid.index(i, j, 0));
      if (columns.least[column] - beside <= high[2] && columns.greatest[column] + beside >= low[2])
        return true;
    }
  return false;
}

}  // namespace

namespace {

// Exact T at the nodes of every block that may hold held ones, signed; other nodes are not set.
template <class Real>
Field<Real> exact_beside_the_start(const Horizon& horizon, const Grid3& grid, double F, Vec3 b,
                                   const BlockWanted& wanted, const Job& job) {
  const FootSetting setting(horizon, grid, F, b);
  if (grid.n[0] > 1 && grid.n[2] > 1)
    return std::move(foot_arrival<Real>(setting, FoldPath::fastest, wanted, job).time);
  // One node thin there are no blocks, and few nodes.
  Field<Real> time(grid.n);
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j) {
      job.throw_if_stopped();
      for (int i = 0; i < grid.n[0]; ++i)
        time(i, j, k) = static_cast<Real>(exact_foot(setting, grid.local(i, j, k), nullptr, 0).time);
    }
  return time;
}

}  // namespace

template <class Real>
StartValues<Real> make_start_values(const Horizon& horizon, const Grid3& grid, double F, Vec3 b,
                                    const InitialOptions& options, const Job& job) {
  job.throw_if_stopped();
  const Columns columns = split_columns(horizon, grid, options.band);
  const std::array<Faces, 2> entered{entered_faces(horizon, grid, F, b, Side::upper),
                                     entered_faces(horizon, grid, F, b, Side::lower)};
  const double most = static_cast<double>(grid.n[2]);
  const int beside = options.band + 2 + static_cast<int>(std::min(most, options.held_radius / grid.h[2]));
  StartValues<Real> start{exact_beside_the_start<Real>(
                              horizon, grid, F, b,
                              [&](std::array<int, 3> low, std::array<int, 3> high) {
                                return may_be_held(entered, columns, grid, beside, low, high);
                              },
                              job),
                          Field<std::uint8_t>(grid.n)};
  constexpr Real never = std::numeric_limits<Real>::infinity();
#pragma omp parallel for schedule(static)
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const auto column = static_cast<std::size_t>(grid.index(i, j, 0));
        const bool upper = k < columns.first[column];
        const bool in_band = upper ? columns.least[column] <= k + options.band
                                   : columns.greatest[column] - 1 >= k - options.band;
        const bool near =
            options.held_radius > 0.0 &&
            std::abs(k * grid.h[2] - horizon.depth(i * grid.h[0], j * grid.h[1])) < options.held_radius;
        const bool held = in_band || near || on_entered_face(entered[upper ? 0 : 1], grid, i, j, k);
        // The sign bit tells the side, on the horizon itself too.
        Real& time = start.time(i, j, k);
        time = std::copysign(held ? time : never, upper ? Real(1) : Real(-1));
        start.fixed(i, j, k) = std::isfinite(time) ? 1 : 0;
      }
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
