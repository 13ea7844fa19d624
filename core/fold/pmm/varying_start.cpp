#include "core/fold/pmm/varying_start.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/fold/foot/foot_kernel.hpp"
#include "core/fold/normal_speed.hpp"

namespace foldwave {

namespace {

constexpr int start_cells = 8;     // around a node, where feet of other branches are looked for
constexpr int band = 2;            // nodes with a node of the other side within so many steps are held
constexpr double most_larger = 8;  // times the box's nodes

// Places that no wavelength keeps step with: the additive sequence of Roberts (2018) in three dimensions.
Vec3 sample(int i, Vec3 first, Vec3 extent) {
  const auto part = [i](double step) { return std::fmod(0.5 + i * step, 1.0); };
  return first + Vec3{extent.x * part(0.8191725133961645), extent.y * part(0.6710436067037893),
                      extent.z * part(0.5497004779019703)};
}
constexpr int samples = 8192;

// How far sideways a node's foot may lie, in metres: towards -x, +x, -y, +y.
using Shifts = std::array<double, 4>;

// The depths of the horizon below a part of the map.
struct DepthRange {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();
};
DepthRange depths(const Horizon& horizon, Vec3 first, Vec3 extent) {
  DepthRange range;
  for (int i = 0; i < samples; ++i) {
    const Vec3 p = sample(i, first, extent);
    const double f = horizon.depth(p.x, p.y);
    range.least = std::min(range.least, f);
    range.greatest = std::max(range.greatest, f);
  }
  return range;
}

// A characteristic that leaves the horizon where its normal is n is, a vertical gap g above it, at g V (-n_z)
// / (F + b.n) from its foot (exact over a plane). Speeds that change sideways turn it by about their gradient
// over the speed, so by g^2/2 of that in all.
Shifts foot_shifts(const Horizon& horizon, const Grid3& grid, const SpeedModel& speeds, Vec3 first,
                   Vec3 extent, double above, double below) {
  Shifts shifts{};
  const double dx = 2.0 * grid.h[0], dy = grid.is_section() ? 0.0 : 2.0 * grid.h[1];
  for (int i = 0; i < samples; ++i) {
    const Vec3 p = sample(i, first, extent);
    const Vec3 n = Horizon::upward_normal(horizon.at(p.x, p.y));
    FoldSpeeds s = speeds.at(p);
    if (grid.is_section()) s.b.y = 0.0;
    const double V = std::max(s.F + dot(s.b, n), normal_speed_floor(s.F, s.b));
    const Vec3 lean = (-n.z / V) * (s.F * n + s.b);
    const auto slope = [&](Vec3 step) {
      if (norm(step) == 0.0) return 0.0;
      const FoldSpeeds next = speeds.at(p + step);
      return (std::abs(next.F - s.F) + norm(next.b - s.b)) / norm(step);
    };
    const double turn = 0.5 * (slope({dx, 0.0, 0.0}) + slope({0.0, dy, 0.0})) / V;
    // Above the horizon the foot of a front that leans to +x lies towards -x; below it the other way.
    const auto add = [&](std::size_t less, double along) {
      const auto foot = [&](double sense) {
        return std::max({0.0, sense * along * above + turn * above * above,
                         -sense * along * below + turn * below * below});
      };
      shifts[less] = std::max(shifts[less], foot(1.0));
      shifts[less + 1] = std::max(shifts[less + 1], foot(-1.0));
    };
    add(0, lean.x);
    add(2, lean.y);
  }
  return shifts;
}

// Cells to add around a grid, and whether more were wanted.
struct Added {
  std::array<int, 3> before{}, after{};
  bool cut_short = false;

  double nodes(const Grid3& grid, double share) const {
    double all = 1.0;
    for (std::size_t a = 0; a < 3; ++a)
      all *= grid.n[a] + part(before[a], share) + part(after[a], share);
    return all;
  }
  static int part(int cells, double share) { return static_cast<int>(cells * share); }
};

int cells_for(double metres, double h, int n, double more, bool& cut_short) {
  if (metres <= 1e-9 * h) return 0;
  const double wanted = std::ceil(metres / h) + more;
  if (wanted > n) cut_short = true;
  return static_cast<int>(std::min<double>(wanted, n));
}

}  // namespace

EnlargedBox enlarged_box(const Horizon& horizon, const Grid3& grid, const SpeedModel& speeds) {
  const Vec3 extent = grid.extent();
  const DepthRange inside = depths(horizon, {}, extent);
  const double above = std::max(0.0, inside.greatest);
  const double below = std::max(0.0, extent.z - inside.least);
  Added added;
  Vec3 first{}, larger = extent;
  // What lies outside counts as soon as the front comes from there.
  for (int pass = 0; pass < 2; ++pass) {
    const Shifts shifts = foot_shifts(horizon, grid, speeds, first, larger, above, below);
    for (std::size_t a = 0; a < 2; ++a) {
      if (grid.n[a] == 1) continue;
      const double rim = std::ceil(2.0 * std::sqrt(grid.n[a]));
      const auto cells = [&](double metres, int had) {
        return std::max(had, cells_for(metres, grid.h[a], grid.n[a], rim, added.cut_short));
      };
      added.before[a] = cells(shifts[2 * a], added.before[a]);
      added.after[a] = cells(shifts[2 * a + 1], added.after[a]);
      const auto axis = static_cast<int>(a);
      first[axis] = -added.before[a] * grid.h[a];
      larger[axis] = extent[axis] + (added.before[a] + added.after[a]) * grid.h[a];
    }
  }
  // The horizon may leave the box through its top or bottom.
  const DepthRange outside = depths(horizon, first, larger);
  added.before[2] = cells_for(-outside.least, grid.h[2], grid.n[2], band + 1.0, added.cut_short);
  added.after[2] = cells_for(outside.greatest - extent.z, grid.h[2], grid.n[2], band + 1.0, added.cut_short);

  double share = 1.0;
  const double most = most_larger * static_cast<double>(grid.size());
  if (added.nodes(grid, share) > most) {
    added.cut_short = true;
    double low = 0.0;
    for (int step = 0; step < 30; ++step) {
      const double middle = 0.5 * (low + share);
      (added.nodes(grid, middle) > most ? share : low) = middle;
    }
    share = low;
  }
  EnlargedBox box{grid, {}, added.cut_short};
  for (std::size_t a = 0; a < 3; ++a) {
    box.before[a] = Added::part(added.before[a], share);
    box.grid.n[a] += box.before[a] + Added::part(added.after[a], share);
  }
  box.grid.origin = grid.origin + box.first();
  return box;
}

namespace {

struct NearFoot {
  double time;
  double u, v;
  double quality;
};

// Newton's method from (u, v) to a foot on the node's own side.
std::optional<NearFoot> newton(const Horizon& horizon, const FoldSpeeds& speeds, Vec3 x, bool upper, double u,
                               double v, double reach) {
  const bool section = horizon.is_section();
  const FootSpeeds<double> c{speeds.F, speeds.b.x, section ? 0.0 : speeds.b.y, speeds.b.z};
  for (int q = 0; q < 30; ++q) {
    const HeightJet s = horizon.at(u, v);
    FootStep<double> step =
        foot_step_from<double>({s.f, s.fx, s.fy, s.fxx, s.fxy, s.fyy}, c, x.x, x.y, x.z, u, v);
    if (!(step.speed > 0.0) || !(step.quality > 0.0)) return std::nullopt;
    if (section) step.dv = 0.0;
    const double far = std::hypot(step.du, step.dv);
    const double share = far > 0.25 * reach ? 0.25 * reach / far : 1.0;
    u += share * step.du;
    v += share * step.dv;
    if (std::hypot(u - x.x, v - x.y) > reach) return std::nullopt;
    if (share == 1.0 && std::abs(step.gain) <= 1e-9 * std::abs(step.time)) {
      if (std::signbit(step.time) == upper && step.time != 0.0) return std::nullopt;
      return NearFoot{step.time, u, v, step.quality};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> time_from_near_foot(const Horizon& horizon, const SpeedModel& speeds, Vec3 x,
                                          double cell, double reach) {
  const HeightJet under = horizon.at(x.x, x.y);
  const bool upper = x.z < under.f;
  const FoldSpeeds guess = speeds.at(0.5 * (x + Vec3{x.x, x.y, under.f}));
  std::optional<NearFoot> best = newton(horizon, guess, x, upper, x.x, x.y, reach);
  // Where the horizon bends within the gap there may be several feet: the first arrival of those that starts
  // along the slope and across it find.
  const double bend = std::abs(under.fxx) + 2.0 * std::abs(under.fxy) + std::abs(under.fyy);
  if (!best || best->quality < 0.5 || bend * std::abs(under.f - x.z) > 0.5) {
    const double slope = std::hypot(under.fx, under.fy);
    const bool across = !horizon.is_section() && slope > 0.0;
    const double dx = across ? under.fx / slope : 1.0, dy = across ? under.fy / slope : 0.0;
    const auto start_at = [&](double du, double dv) {
      const auto found = newton(horizon, guess, x, upper, x.x + du * cell, x.y + dv * cell, reach);
      if (found && (!best || std::abs(found->time) < std::abs(best->time))) best = found;
    };
    for (int k = -start_cells; k <= start_cells; ++k) {
      start_at(k * dx, k * dy);
      if (!horizon.is_section()) start_at(-k * dy, k * dx);
    }
  }
  if (!best) return std::nullopt;
  const Vec3 foot{best->u, best->v, horizon.depth(best->u, best->v)};
  const auto again = newton(horizon, speeds.at(0.5 * (x + foot)), x, upper, best->u, best->v, reach);
  return again ? again->time : best->time;
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
          if (const auto found = time_from_near_foot(horizon, speeds, x, grid.h[0], reach))
            time = std::abs(*found);
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
