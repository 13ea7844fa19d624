#include "core/fold/foot_fill.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace foldwave {

namespace {

constexpr int most_lanes = 320;  // a plane of a coarsest cell
constexpr int most_branches = 16;

// A foot whose surroundings are nearer to a caustic than this is not interpolated.
constexpr double corner_quality = 0.05;
constexpr double node_quality = 0.02;
// Feet of two corners belong together when they foretell each other to this share of the way between them.
constexpr double smooth_share = 0.3;
constexpr double branch_share = 0.2;

// A step that changes T by less than this share of the largest leaves an error of its own power 3/2.
template <class Real>
constexpr double enough = std::is_same_v<Real, float> ? 2e-5 : 1e-9;

// The nodes that a cell owns: its low faces' but not its high ones', except at the end of the grid.
struct Nodes {
  int i0, i1, j0, j1, k0, k1;  // half open
};

Nodes nodes_of(const LatticeLevel& level, const Grid3& grid, const LatticeCell& cell) {
  const auto range = [&](std::size_t axis, int c, int& first, int& end) {
    const std::vector<int>& at = level.at[axis];
    first = at[static_cast<std::size_t>(c)];
    end = at.size() > 1 ? at[static_cast<std::size_t>(c) + 1] : first + 1;
    if (at.size() > 1 && end == grid.n[axis] - 1) ++end;
  };
  Nodes n{};
  range(0, cell.i, n.i0, n.i1);
  range(1, cell.j, n.j0, n.j1);
  range(2, cell.k, n.k0, n.k1);
  return n;
}

template <class Real>
struct Lanes {
  int n = 0;
  alignas(64) Real x[most_lanes], y[most_lanes], z[most_lanes], u[most_lanes], v[most_lanes];
  alignas(64) Real time[most_lanes], gain[most_lanes], quality[most_lanes];
  Index node[most_lanes];

  FootLanes<Real> view() { return {n, x, y, z, u, v, time, gain, quality}; }
};

template <class Real>
FootSpeeds<Real> speeds_of(const FootSetting& s) {
  return {static_cast<Real>(s.F), static_cast<Real>(s.b.x), static_cast<Real>(s.b.y),
          static_cast<Real>(s.b.z)};
}

template <class Real>
FootLimits<Real> limits_of(const FootFill<Real>& fill, double longest) {
  const MapDomain& d = fill.table.domain;
  return {static_cast<Real>(longest), static_cast<Real>(d.x0), static_cast<Real>(d.y0),
          static_cast<Real>(d.x1), static_cast<Real>(d.y1)};
}

// A node's T keeps the sign of its side, whatever rounding does next to the horizon.
template <class Real>
Real on_its_side(Real time, bool above) {
  if (above) return std::max(time, std::numeric_limits<Real>::min());
  return std::min(time, Real(0));
}

bool is_above(const FootSetting& s, const std::vector<double>& depth, Index node) {
  const Index plane = Index{1} * s.grid.n[0] * s.grid.n[1];
  return static_cast<double>(node / plane) * s.grid.h[2] < depth[static_cast<std::size_t>(node % plane)];
}

// The time at a converged foot. Twofold precision takes the last look at the horizon itself.
template <class Real>
Real final_time(const FootFill<Real>& fill, const Lanes<Real>& lanes, int i) {
  if constexpr (std::is_same_v<Real, float>) {
    return lanes.time[i];
  } else {
    const HeightJet s = fill.setting.horizon.at(lanes.u[i], lanes.v[i]);
    return foot_step_from<double>({s.f, s.fx, s.fy, s.fxx, s.fxy, s.fyy}, speeds_of<double>(fill.setting),
                                  lanes.x[i], lanes.y[i], lanes.z[i] + fill.table.view.mean, lanes.u[i],
                                  lanes.v[i])
        .time;
  }
}

double way(double u, double v) {
  return std::sqrt(u * u + v * v);
}

// How far two corners are from foretelling each other, and how far their feet lie apart.
struct Agreement {
  double off, apart;
};

Agreement agreement(const LatticeFoot& a, const LatticeFoot& b) {
  const Vec3 d = b.x - a.x;
  const auto along = [&](const double(&s)[3]) { return s[0] * d.x + s[1] * d.y + s[2] * d.z; };
  const double au = along(a.slope.u), av = along(a.slope.v);
  const double bu = along(b.slope.u), bv = along(b.slope.v);
  return {way(b.u - a.u - 0.5 * (au + bu), b.v - a.v - 0.5 * (av + bv)),
          std::max({way(b.u - a.u, b.v - a.v), way(au, av), way(bu, bv)}) + 0.05 * norm(d)};
}

// Where corners fit one smooth map: the farthest that their feet lie apart; else below 0.
double smooth_width(const CellCorners& corners) {
  double width = 0.0;
  for (const LatticeFoot* c : corners)
    if (!(c->quality > corner_quality)) return -1.0;
  for (unsigned c = 0; c < 8; ++c)
    for (unsigned bit = 1; bit <= 4; bit *= 2) {
      if ((c & bit) != 0 || corners[c] == corners[c | bit]) continue;
      const Agreement a = agreement(*corners[c], *corners[c | bit]);
      if (!(a.off <= smooth_share * a.apart)) return -1.0;
      width = std::max(width, a.apart);
    }
  return width;
}

// Along one row of nodes the foretold foot is a quadratic in t = 0 .. 1 across the cell.
struct Row {
  double u[3], v[3];
};

Row row_of(const CellCorners& corners, double y, double z, double ty, double tz) {
  double value[2][2] = {};  // at either end, of u and v
  double slope[2][2] = {};
  for (unsigned c = 0; c < 8; ++c) {
    const LatticeFoot& f = *corners[c];
    const double w = ((c & 2) != 0 ? ty : 1.0 - ty) * ((c & 4) != 0 ? tz : 1.0 - tz);
    const double dy = 0.5 * (y - f.x.y);
    const double dz = 0.5 * (z - f.x.z);
    const unsigned end = c & 1;
    value[end][0] += w * (f.u + f.slope.u[1] * dy + f.slope.u[2] * dz);
    value[end][1] += w * (f.v + f.slope.v[1] * dy + f.slope.v[2] * dz);
    slope[end][0] += 0.5 * w * f.slope.u[0];
    slope[end][1] += 0.5 * w * f.slope.v[0];
  }
  const double s = corners[1]->x.x - corners[0]->x.x;
  const auto quadratic = [&](int m, double(&q)[3]) {
    const double bow = s * (slope[0][m] - slope[1][m]);
    q[0] = value[0][m];
    q[1] = value[1][m] - value[0][m] + bow;
    q[2] = -bow;
  };
  Row row{};
  quadratic(0, row.u);
  quadratic(1, row.v);
  return row;
}

// Newton's looks at all lanes of a smooth cell; false when one of them does not fit.
template <class Real>
bool settle(const FootFill<Real>& fill, const FootLimits<Real>& limits, Lanes<Real>& lanes) {
  const auto small = static_cast<Real>(enough<Real> * fill.time_scale);
  const FootSpeeds<Real> speeds = speeds_of<Real>(fill.setting);
  for (int step = 0; step < 4; ++step) {
    fill.look(fill.table.view, speeds, limits, lanes.view());
    Real least = lanes.quality[0];
    Real most = Real(0);
    for (int i = 0; i < lanes.n; ++i) {
      const Real gain = std::fabs(lanes.gain[i]);
      least = lanes.quality[i] < least ? lanes.quality[i] : least;
      most = gain > most ? gain : most;
    }
    if (!(least > static_cast<Real>(node_quality))) return false;
    if (most <= small) return true;
  }
  return false;
}

template <class Real>
bool write_settled(const FootFill<Real>& fill, const Lanes<Real>& lanes) {
  const auto rounding = static_cast<Real>(1e-4 * fill.time_scale);
  for (int i = 0; i < lanes.n; ++i) {
    const bool above = is_above(fill.setting, fill.depth, lanes.node[i]);
    const Real t = final_time(fill, lanes, i);
    const Real kept = on_its_side(t, above);
    // A foot across the horizon is not this node's.
    if (!(std::fabs(kept - t) <= rounding)) return false;
    fill.time[lanes.node[i]] = kept;
  }
  return true;
}

}  // namespace

template <class Real>
bool fill_smooth(const FootFill<Real>& fill, const LatticeLevel& level, const LatticeCell& cell) {
  const CellCorners corners = corners_of(level, cell);
  const double width = smooth_width(corners);
  if (width < 0.0) return false;
  const Grid3& grid = fill.setting.grid;
  const Nodes n = nodes_of(level, grid, cell);
  const FootLimits<Real> limits = limits_of(fill, width);
  const Vec3 low = corners[0]->x;
  const Vec3 size = corners[7]->x - low;
  const double inverse_x = 1.0 / size.x;
  const double mean = static_cast<double>(fill.table.view.mean);

  Lanes<Real> lanes;
  for (int k = n.k0; k < n.k1; ++k)
    for (int j = n.j0; j < n.j1; ++j) {
      const Vec3 x = grid.local(n.i0, j, k);
      const Row row =
          row_of(corners, x.y, x.z, size.y > 0.0 ? (x.y - low.y) / size.y : 0.0, (x.z - low.z) / size.z);
      const Index first = grid.index(n.i0, j, k);
      const int count = n.i1 - n.i0;
      const auto y = static_cast<Real>(x.y);
      const auto z = static_cast<Real>(x.z - mean);
      for (int i = 0; i < count; ++i) {
        const double px = (n.i0 + i) * grid.h[0];
        const double t = (px - low.x) * inverse_x;
        const int m = lanes.n + i;
        lanes.x[m] = static_cast<Real>(px);
        lanes.y[m] = y;
        lanes.z[m] = z;
        lanes.u[m] = static_cast<Real>(row.u[0] + t * (row.u[1] + t * row.u[2]));
        lanes.v[m] = static_cast<Real>(row.v[0] + t * (row.v[1] + t * row.v[2]));
        lanes.node[m] = first + i;
      }
      lanes.n += count;
      const bool last = j + 1 == n.j1 && k + 1 == n.k1;
      if (!last && lanes.n + count <= most_lanes) continue;
      if (!settle(fill, limits, lanes) || !write_settled(fill, lanes)) return false;
      lanes.n = 0;
    }
  return true;
}

namespace {

// The branches of feet around a cell: its own corners first, then those one cell further.
int branches_around(const LatticeLevel& level, const LatticeCell& cell,
                    std::array<const LatticeFoot*, most_branches>& branches) {
  int count = 0;
  const auto add = [&](const LatticeFoot* foot) {
    if (foot == nullptr || !(foot->quality > 0.0) || count == most_branches) return;
    for (int q = 0; q < count; ++q) {
      const LatticeFoot& known = *branches[static_cast<std::size_t>(q)];
      if (known.x == foot->x) return;
      const Agreement a = agreement(known, *foot);
      if (a.off <= branch_share * a.apart) return;
    }
    branches[static_cast<std::size_t>(count++)] = foot;
  };
  for (const LatticeFoot* corner : corners_of(level, cell))
    add(corner);
  const bool flat = level.at[1].size() == 1;
  const auto corners = [&](std::size_t axis) { return static_cast<int>(level.at[axis].size()); };
  for (int k = std::max(0, cell.k - 1); k <= std::min(corners(2) - 1, cell.k + 2); ++k)
    for (int j = flat ? 0 : std::max(0, cell.j - 1); j <= (flat ? 0 : std::min(corners(1) - 1, cell.j + 2));
         ++j)
      for (int i = std::max(0, cell.i - 1); i <= std::min(corners(0) - 1, cell.i + 2); ++i)
        add(level.foot(i, j, k));
  return count;
}

// Every lane from the foot that `branch` foretells; earlier times (later ones for F < 0) are kept in `best`.
template <class Real>
void follow(const FootFill<Real>& fill, const LatticeFoot& branch, double longest, Lanes<Real>& lanes,
            Real* best) {
  const FootSetting& s = fill.setting;
  const FootSpeeds<Real> speeds = speeds_of<Real>(s);
  const FootLimits<Real> limits = limits_of(fill, longest);
  const auto small = static_cast<Real>(enough<Real> * fill.time_scale);
  const double mean = static_cast<double>(fill.table.view.mean);
  for (int i = 0; i < lanes.n; ++i) {
    const MapPoint y = foretold(branch, {static_cast<double>(lanes.x[i]), static_cast<double>(lanes.y[i]),
                                         static_cast<double>(lanes.z[i]) + mean});
    lanes.u[i] = static_cast<Real>(y.u);
    lanes.v[i] = static_cast<Real>(y.v);
  }
  const auto sound = [&](int i) { return lanes.quality[i] > Real(0) && std::fabs(lanes.gain[i]) <= small; };
  for (int step = 0; step < 8; ++step) {
    fill.look(fill.table.view, speeds, limits, lanes.view());
    bool all = true;
    for (int i = 0; i < lanes.n; ++i)
      all = all && sound(i);
    if (all) break;
  }
  for (int i = 0; i < lanes.n; ++i) {
    if (!sound(i)) continue;
    const Real t = final_time(fill, lanes, i);
    const bool above = is_above(s, fill.depth, lanes.node[i]);
    if (above ? t < Real(0) : t > Real(0)) continue;
    const bool better = s.F < 0.0 ? !(std::fabs(t) <= std::fabs(best[i])) || std::isinf(best[i])
                                  : std::fabs(t) < std::fabs(best[i]);
    if (better) best[i] = t;
  }
}

}  // namespace

template <class Real>
void fill_from_branches(const FootFill<Real>& fill, const LatticeLevel& level, const LatticeCell& cell) {
  std::array<const LatticeFoot*, most_branches> branches;
  const int count = branches_around(level, cell, branches);
  const FootSetting& s = fill.setting;
  const Grid3& grid = s.grid;
  const Nodes n = nodes_of(level, grid, cell);
  const double mean = static_cast<double>(fill.table.view.mean);
  const double longest = 4.0 * norm(grid.local(n.i1 - n.i0, n.j1 - n.j0, n.k1 - n.k0));

  Lanes<Real> lanes;
  alignas(64) Real best[most_lanes];
  const auto flush = [&] {
    std::fill(best, best + lanes.n, std::numeric_limits<Real>::infinity());
    for (int q = 0; q < count; ++q)
      follow(fill, *branches[static_cast<std::size_t>(q)], longest, lanes, best);
    for (int i = 0; i < lanes.n; ++i) {
      const Index node = lanes.node[i];
      const bool above = is_above(s, fill.depth, node);
      if (std::isinf(best[i])) {
        const auto nx = static_cast<Index>(grid.n[0]);
        const auto ny = static_cast<Index>(grid.n[1]);
        const Vec3 x = grid.local(static_cast<int>(node % nx), static_cast<int>(node / nx % ny),
                                  static_cast<int>(node / (nx * ny)));
        best[i] = static_cast<Real>(exact_foot(s, x, branches.data(), count).time);
      }
      fill.time[node] = on_its_side(best[i], above);
    }
    lanes.n = 0;
  };
  for (int k = n.k0; k < n.k1; ++k)
    for (int j = n.j0; j < n.j1; ++j)
      for (int i = n.i0; i < n.i1; ++i) {
        const Vec3 x = grid.local(i, j, k);
        lanes.x[lanes.n] = static_cast<Real>(x.x);
        lanes.y[lanes.n] = static_cast<Real>(x.y);
        lanes.z[lanes.n] = static_cast<Real>(x.z - mean);
        lanes.node[lanes.n] = grid.index(i, j, k);
        if (++lanes.n == most_lanes) flush();
      }
  if (lanes.n > 0) flush();
}

template bool fill_smooth<float>(const FootFill<float>&, const LatticeLevel&, const LatticeCell&);
template bool fill_smooth<double>(const FootFill<double>&, const LatticeLevel&, const LatticeCell&);
template void fill_from_branches<float>(const FootFill<float>&, const LatticeLevel&, const LatticeCell&);
template void fill_from_branches<double>(const FootFill<double>&, const LatticeLevel&, const LatticeCell&);

}  // namespace foldwave
