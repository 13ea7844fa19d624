#include "core/fold/varying_start.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/fold/foot_kernel.hpp"
#include "core/fold/normal_speed.hpp"

namespace foldwave {

namespace {

constexpr int band = 2;           // nodes with a node of the other side within so many steps are held
constexpr double most_larger = 8;  // times the box's nodes

// How far characteristics run sideways for each metre of depth, as the upper side sees them: along -x, +x,
// -y, +y. Infinite where one runs level or turns back.
std::array<double, 4> leans(const Horizon& horizon, const Grid3& grid, const SpeedModel& speeds) {
  std::array<double, 4> lean{};
  constexpr int samples = 24;
  const Vec3 extent = grid.extent();
  for (int j = 0; j < (grid.is_section() ? 1 : samples); ++j)
    for (int i = 0; i < samples; ++i) {
      const double x = extent.x * i / (samples - 1.0);
      const double y = extent.y * j / (samples - 1.0);
      const Vec3 n = Horizon::upward_normal(horizon.at(x, y));
      for (int k = 0; k < samples; ++k) {
        FoldSpeeds s = speeds.at({x, y, extent.z * k / (samples - 1.0)});
        if (grid.is_section()) s.b.y = 0.0;
        const Vec3 V = s.F * n + s.b;
        const double up = std::max(-V.z, 1e-9 * (s.F + norm(s.b)));
        const std::array<double, 4> now{-V.x / up, V.x / up, -V.y / up, V.y / up};
        for (std::size_t q = 0; q < 4; ++q)
          lean[q] = std::max(lean[q], now[q]);
      }
    }
  return lean;
}

struct DepthRange {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();
};
DepthRange depths(const Horizon& horizon, Vec3 first, Vec3 extent) {
  DepthRange range;
  constexpr int samples = 64;
  for (int j = 0; j < samples; ++j)
    for (int i = 0; i < samples; ++i) {
      const double f = horizon.depth(first.x + extent.x * i / (samples - 1.0),
                                     first.y + extent.y * j / (samples - 1.0));
      range.least = std::min(range.least, f);
      range.greatest = std::max(range.greatest, f);
    }
  return range;
}

}  // namespace

EnlargedBox enlarged_box(const Horizon& horizon, const Grid3& grid, const SpeedModel& speeds) {
  EnlargedBox box{grid, {}, false};
  const Vec3 extent = grid.extent();
  const DepthRange inside = depths(horizon, {}, extent);
  const double above = std::max(0.0, std::min(extent.z, inside.greatest));
  const double below = std::max(0.0, extent.z - std::max(0.0, inside.least));
  const auto lean = leans(horizon, grid, speeds);
  std::array<int, 3> after{};
  for (std::size_t a = 0; a < 2; ++a) {
    if (grid.n[a] == 1) continue;
    // Up, a front that leans to +x comes in through x_min; below the horizon it leans the other way.
    const double to_less = lean[2 * a], to_more = lean[2 * a + 1];
    const auto cells = [&](double upper, double lower) {
      const double metres = std::max(upper * above, lower * below);
      if (metres <= 0.0) return 0;
      const double wanted = std::ceil(metres / grid.h[a]) + std::ceil(2.0 * std::sqrt(grid.n[a]));
      if (wanted > grid.n[a]) box.cut_short = true;
      return static_cast<int>(std::min<double>(wanted, grid.n[a]));
    };
    box.before[a] = cells(to_more, to_less);
    after[a] = cells(to_less, to_more);
  }
  Grid3& larger = box.grid;
  for (std::size_t a = 0; a < 2; ++a)
    larger.n[a] += box.before[a] + after[a];
  // The horizon may leave the box through its top or bottom.
  const DepthRange outside = depths(horizon, box.first(), larger.extent());
  const auto deep = [&](double metres) {
    if (metres <= 0.0) return 0;
    const double wanted = std::ceil(metres / grid.h[2]) + band + 1.0;
    if (wanted > grid.n[2]) box.cut_short = true;
    return static_cast<int>(std::min<double>(wanted, grid.n[2]));
  };
  box.before[2] = deep(-outside.least);
  larger.n[2] += box.before[2] + deep(outside.greatest - extent.z);
  if (static_cast<double>(larger.size()) > most_larger * static_cast<double>(grid.size())) {
    box.cut_short = true;
    const double share =
        std::cbrt(most_larger * static_cast<double>(grid.size()) / static_cast<double>(larger.size()));
    for (std::size_t a = 0; a < 3; ++a) {
      const int added = larger.n[a] - grid.n[a];
      box.before[a] = static_cast<int>(box.before[a] * share);
      larger.n[a] = grid.n[a] + static_cast<int>(added * share);
      larger.n[a] = std::max(larger.n[a], grid.n[a] + box.before[a]);
    }
  }
  larger.origin = larger.origin + box.first();
  return box;
}

std::optional<double> time_from_near_foot(const Horizon& horizon, const FoldSpeeds& speeds, Vec3 x,
                                          double reach) {
  const FootSpeeds<double> c{speeds.F, speeds.b.x, horizon.is_section() ? 0.0 : speeds.b.y, speeds.b.z};
  const auto newton = [&](double u, double v) -> std::optional<double> {
    FootStep<double> step{};
    for (int q = 0; q < 30; ++q) {
      const HeightJet s = horizon.at(u, v);
      step = foot_step_from<double>({s.f, s.fx, s.fy, s.fxx, s.fxy, s.fyy}, c, x.x, x.y, x.z, u, v);
      if (!(step.speed > 0.0) || !(step.quality > 0.0)) return std::nullopt;
      if (horizon.is_section()) step.dv = 0.0;
      const double far = std::hypot(step.du, step.dv);
      const double share = far > 0.25 * reach ? 0.25 * reach / far : 1.0;
      u += share * step.du;
      v += share * step.dv;
      if (std::hypot(u - x.x, v - x.y) > reach) return std::nullopt;
      if (share == 1.0 && std::abs(step.gain) <= 1e-9 * std::abs(step.time)) return step.time;
    }
    return std::nullopt;
  };
  // The first arrival of those that a few starts around the node find.
  std::optional<double> best;
  const auto add = [&best](std::optional<double> t) {
    if (t && (!best || std::abs(*t) < std::abs(*best))) best = t;
  };
  add(newton(x.x, x.y));
  if (best) return best;
  const int rows = horizon.is_section() ? 0 : 2;
  for (int b = -rows; b <= rows; ++b)
    for (int a = -2; a <= 2; ++a)
      add(newton(x.x + 0.4 * a * reach, x.y + 0.4 * b * reach));
  return best;
}

template <class Real>
StartValues<Real> make_varying_start(const Horizon& horizon, const EnlargedBox& box, const SpeedModel& speeds,
                                     const Job& job) {
  const Grid3& grid = box.grid;
  const Vec3 first = box.first();
  constexpr Real never = std::numeric_limits<Real>::infinity();
  StartValues<Real> start{Field<Real>(grid.n), Field<std::uint8_t>(grid.n)};
  const auto below_horizon = [&](int i, int j) {
    const double f = horizon.depth(first.x + i * grid.h[0], first.y + j * grid.h[1]) - first.z;
    return static_cast<int>(
        std::max(0.0, std::ceil(std::clamp(f / grid.h[2], -1.0, static_cast<double>(grid.n[2])))));
  };
  // The first node at or below the horizon, a column.
  Field<int> top({grid.n[0], grid.n[1], 1});
#pragma omp parallel for schedule(static)
  for (int j = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i)
      top(i, j, 0) = below_horizon(i, j);
  const double reach = 64.0 * std::max({grid.h[0], grid.is_section() ? 0.0 : grid.h[1], grid.h[2]});
#pragma omp parallel for schedule(dynamic, 1)
  for (int j = 0; j < grid.n[1]; ++j) {
    if (job.stop.stop_requested()) continue;
    for (int i = 0; i < grid.n[0]; ++i) {
      int least = grid.n[2], greatest = 0;
      for (int b = std::max(0, j - band); b <= std::min(grid.n[1] - 1, j + band); ++b)
        for (int a = std::max(0, i - band); a <= std::min(grid.n[0] - 1, i + band); ++a) {
          least = std::min(least, top(a, b, 0));
          greatest = std::max(greatest, top(a, b, 0));
        }
      for (int k = 0; k < grid.n[2]; ++k) {
        const bool upper = k < top(i, j, 0);
        const bool in_band = upper ? least <= k + band : greatest - 1 >= k - band;
        double time = static_cast<double>(never);
        if (in_band) {
          const Vec3 x = first + Vec3{i * grid.h[0], j * grid.h[1], k * grid.h[2]};
          const Vec3 under{x.x, x.y, horizon.depth(x.x, x.y)};
          const FoldSpeeds halfway = speeds.at(0.5 * (x + under));
          if (const auto found = time_from_near_foot(horizon, halfway, x, reach)) time = std::abs(*found);
        }
        // The sign bit tells the side, on the horizon itself too.
        const Real value = std::copysign(static_cast<Real>(time), upper ? Real(1) : Real(-1));
        start.time(i, j, k) = value;
        start.fixed(i, j, k) = std::isfinite(value) ? 1 : 0;
      }
    }
  }
  job.throw_if_stopped();
  return start;
}
template StartValues<float> make_varying_start<float>(const Horizon&, const EnlargedBox&, const SpeedModel&,
                                                      const Job&);
template StartValues<double> make_varying_start<double>(const Horizon&, const EnlargedBox&, const SpeedModel&,
                                                        const Job&);

}  // namespace foldwave
