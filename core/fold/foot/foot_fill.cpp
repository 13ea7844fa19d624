#include "core/fold/foot/foot_fill.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace foldwave {

namespace {

constexpr int most_lanes = 320;  // a plane of a coarsest cell

// A foot whose surroundings are nearer to a caustic than this is not interpolated.
constexpr double corner_quality = 0.05;
constexpr double node_quality = 0.02;
constexpr double branch_quality = 1e-3;
// Feet of two corners belong together when they foretell each other to this share of the way between them.
constexpr double smooth_share = 0.3;

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

// The corner of the cell that is this node, or null.
const LatticeFoot* corner_at(const LatticeLevel& level, const LatticeCell& cell, int i, int j, int k) {
  const std::array<int, 3> node{i, j, k};
  std::array<int, 3> corner{cell.i, cell.j, cell.k};
  for (std::size_t a = 0; a < 3; ++a) {
    const std::vector<int>& at = level.at[a];
    const auto c = static_cast<std::size_t>(corner[a]);
    if (at[c] == node[a]) continue;
    if (c + 1 >= at.size() || at[c + 1] != node[a]) return nullptr;
    ++corner[a];
  }
  return level.foot(corner[0], corner[1], corner[2]);
}

template <class Real>
struct Lanes {
  int n = 0;
  alignas(64) Real x[most_lanes], y[most_lanes], z[most_lanes], u[most_lanes], v[most_lanes];
  alignas(64) Real time[most_lanes], change[most_lanes], quality[most_lanes];
  Index node[most_lanes];

  FootLanes<Real> view() { return {n, x, y, z, u, v, time, change, quality}; }
};

template <class Real>
FootSpeeds<Real> speeds_of(const FootSetting& s) {
  return {static_cast<Real>(s.F), static_cast<Real>(s.b.x), static_cast<Real>(s.b.y),
          static_cast<Real>(s.b.z)};
}

template <class Real>
FootLimits<Real> limits_of(const FootFill<Real>& fill, double longest) {
  const MapDomain& d = fill.table.domain;
  return {static_cast<Real>(longest), static_cast<Real>(fill.settled), static_cast<Real>(d.x0),
          static_cast<Real>(d.y0),    static_cast<Real>(d.x1),         static_cast<Real>(d.y1)};
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
      least = lanes.quality[i] < least ? lanes.quality[i] : least;
      most = lanes.change[i] > most ? lanes.change[i] : most;
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

// A smooth cell's map, and lanes that start from it.
template <class Real>
struct SmoothMap {
  const CellCorners& corners;
  Vec3 low, size;
  double mean;

  SmoothMap(const FootFill<Real>& fill, const CellCorners& corners_)
      : corners(corners_),
        low(corners_[0]->x),
        size(corners_[7]->x - low),
        mean(static_cast<double>(fill.table.view.mean)) {}

  Row row(double y, double z) const {
    return row_of(corners, y, z, size.y > 0.0 ? (y - low.y) / size.y : 0.0, (z - low.z) / size.z);
  }
  void add(Lanes<Real>& lanes, const Row& row, Vec3 x, Index node) const {
    const double t = (x.x - low.x) / size.x;
    const int m = lanes.n++;
    lanes.x[m] = static_cast<Real>(x.x);
    lanes.y[m] = static_cast<Real>(x.y);
    lanes.z[m] = static_cast<Real>(x.z - mean);
    lanes.u[m] = static_cast<Real>(row.u[0] + t * (row.u[1] + t * row.u[2]));
    lanes.v[m] = static_cast<Real>(row.v[0] + t * (row.v[1] + t * row.v[2]));
    lanes.node[m] = node;
  }
};

// Every lane from the foot that `branch` foretells. Lanes that come to a foot have quality above 0 then.
template <class Real>
void follow(const FootFill<Real>& fill, const LatticeFoot& branch, double longest, Lanes<Real>& lanes) {
  const FootSpeeds<Real> speeds = speeds_of<Real>(fill.setting);
  const FootLimits<Real> limits = limits_of(fill, longest);
  const auto small = static_cast<Real>(enough<Real> * fill.time_scale);
  const double mean = static_cast<double>(fill.table.view.mean);
  for (int i = 0; i < lanes.n; ++i) {
    const MapPoint y = foretold(branch, {static_cast<double>(lanes.x[i]), static_cast<double>(lanes.y[i]),
                                         static_cast<double>(lanes.z[i]) + mean});
    lanes.u[i] = static_cast<Real>(y.u);
    lanes.v[i] = static_cast<Real>(y.v);
  }
  const auto sound = [&](int i) {
    return lanes.quality[i] > static_cast<Real>(branch_quality) && lanes.change[i] <= small;
  };
  for (int step = 0; step < 8; ++step) {
    fill.look(fill.table.view, speeds, limits, lanes.view());
    bool all = true;
    for (int i = 0; i < lanes.n; ++i)
      all = all && sound(i);
    if (all) return;
  }
  for (int i = 0; i < lanes.n; ++i)
    if (!sound(i)) lanes.quality[i] = Real(-1);
}

// Whether a branch that is none of the corners' may win inside the cell: looked at on a few places.
template <class Real>
bool others_may_win(const FootFill<Real>& fill, const SmoothMap<Real>& map, const Branches& others,
                    const FootLimits<Real>& limits) {
  const FootSetting& s = fill.setting;
  const double h = std::max({s.grid.h[0], s.grid.is_section() ? 0.0 : s.grid.h[1], s.grid.h[2]});
  const auto parts = [](double size, double spacing) {
    return size > 10.0 * spacing ? 4 : size > 0.0 ? 2 : 0;
  };
  const int px = parts(map.size.x, s.grid.h[0]);
  const int py = parts(map.size.y, s.grid.h[1]);
  const int pz = parts(map.size.z, s.grid.h[2]);
  Lanes<Real> lanes;
  for (int k = 0; k <= pz; ++k)
    for (int j = 0; j <= py; ++j) {
      const double y = map.low.y + (py > 0 ? map.size.y * j / py : 0.0);
      const double z = map.low.z + map.size.z * k / pz;
      const Row row = map.row(y, z);
      for (int i = 0; i <= px; ++i)
        map.add(lanes, row, {map.low.x + map.size.x * i / px, y, z}, 0);
    }
  if (!settle(fill, limits, lanes)) return true;
  Lanes<Real> theirs = lanes;
  for (int q = 0; q < others.count; ++q) {
    const LatticeFoot& other = *others.feet[static_cast<std::size_t>(q)];
    follow(fill, other, static_cast<double>(limits.longest) + 4.0 * norm(map.size), theirs);
    // A shock that lies between two places is a part of a spacing away at most.
    const auto margin = static_cast<Real>(0.5 * h * norm(other.slowness - map.corners[0]->slowness));
    for (int i = 0; i < lanes.n; ++i) {
      if (!(theirs.quality[i] > Real(0)) || (theirs.time[i] > Real(0)) != (lanes.time[i] > Real(0))) continue;
      const Real off = std::hypot(theirs.u[i] - lanes.u[i], theirs.v[i] - lanes.v[i]);
      if (off < Real(0.05) * limits.longest) continue;
      const Real later = std::fabs(theirs.time[i]) - std::fabs(lanes.time[i]);
      if ((s.F < 0.0 ? -later : later) < margin) return true;
    }
  }
  return false;
}

}  // namespace

template <class Real>
bool fill_smooth(const FootFill<Real>& fill, const LatticeLevel& level, const LatticeCell& cell,
                 const std::vector<LatticeFoot>& inherited, bool last) {
  const CellCorners corners = corners_of(level, cell);
  const double width = smooth_width(corners);
  if (width < 0.0) return false;
  const SmoothMap<Real> map(fill, corners);
  const FootLimits<Real> limits = limits_of(fill, width);
  const Branches others = strangers(branches_around(level, cell, inherited), corners);
  if (others.count > 0 && (last || others_may_win(fill, map, others, limits))) return false;

  const Grid3& grid = fill.setting.grid;
  const Nodes n = nodes_of(level, grid, cell);
  Lanes<Real> lanes;
  const int count = n.i1 - n.i0;
  for (int k = n.k0; k < n.k1; ++k)
    for (int j = n.j0; j < n.j1; ++j) {
      const Vec3 x = grid.local(n.i0, j, k);
      const Row row = map.row(x.y, x.z);
      const Index first = grid.index(n.i0, j, k);
      for (int i = 0; i < count; ++i)
        map.add(lanes, row, {(n.i0 + i) * grid.h[0], x.y, x.z}, first + i);
      const bool end = j + 1 == n.j1 && k + 1 == n.k1;
      if (!end && lanes.n + count <= most_lanes) continue;
      if (!settle(fill, limits, lanes) || !write_settled(fill, lanes)) return false;
      lanes.n = 0;
    }
  return true;
}

template <class Real>
void fill_from_branches(const FootFill<Real>& fill, const LatticeLevel& level, const LatticeCell& cell,
                        const std::vector<LatticeFoot>& inherited) {
  const Branches branches = branches_around(level, cell, inherited);
  const FootSetting& s = fill.setting;
  const Grid3& grid = s.grid;
  const Nodes n = nodes_of(level, grid, cell);
  const double mean = static_cast<double>(fill.table.view.mean);
  const double longest = 4.0 * norm(grid.local(n.i1 - n.i0, n.j1 - n.j0, n.k1 - n.k0));

  Lanes<Real> lanes;
  alignas(64) Real best[most_lanes];
  alignas(64) Real promised[most_lanes];  // from places where a branch came to no foot
  const auto better = [&](Real t, Real than) {
    return std::isinf(than) || (s.F < 0.0) == (std::fabs(t) > std::fabs(than));
  };
  const auto compete = [&](int i, const LatticeFoot& branch) {
    const bool above = is_above(s, fill.depth, lanes.node[i]);
    if (lanes.quality[i] > Real(0)) {
      const Real t = final_time(fill, lanes, i);
      if ((above ? t >= Real(0) : t <= Real(0)) && better(t, best[i])) best[i] = t;
      return;
    }
    const Vec3 x{static_cast<double>(lanes.x[i]), static_cast<double>(lanes.y[i]),
                 static_cast<double>(lanes.z[i]) + mean};
    // No way from a place of the horizon is better than the best: only evidence counts.
    const auto hoped = static_cast<Real>(branch.time + dot(branch.slowness, x - branch.x));
    if ((above ? hoped < Real(0) : hoped > Real(0)) || !better(hoped, best[i])) return;
    const double sign = above ? 1.0 : -1.0;
    const MapPoint last{static_cast<double>(lanes.u[i]), static_cast<double>(lanes.v[i])};
    for (const MapPoint& y : {foretold(branch, x), last}) {
      const Vec3 way = x - Vec3{y.u, y.v, s.horizon.depth(y.u, y.v)};
      const double t = sign * travel_time<double>(way, s.F, sign * s.b);
      if (std::isfinite(t) && better(static_cast<Real>(t), promised[i])) promised[i] = static_cast<Real>(t);
    }
  };
  const auto flush = [&] {
    std::fill(best, best + lanes.n, std::numeric_limits<Real>::infinity());
    std::fill(promised, promised + lanes.n, std::numeric_limits<Real>::infinity());
    for (int q = 0; q < branches.count; ++q) {
      const LatticeFoot& branch = *branches.feet[static_cast<std::size_t>(q)];
      follow(fill, branch, longest, lanes);
      for (int i = 0; i < lanes.n; ++i)
        compete(i, branch);
    }
    for (int i = 0; i < lanes.n; ++i) {
      const Index node = lanes.node[i];
      // There is a better way than those found: the global search looks for the best.
      if (std::isinf(best[i]) || (!std::isinf(promised[i]) && better(promised[i], best[i]))) {
        const auto nx = static_cast<Index>(grid.n[0]);
        const auto ny = static_cast<Index>(grid.n[1]);
        const Vec3 x = grid.local(static_cast<int>(node % nx), static_cast<int>(node / nx % ny),
                                  static_cast<int>(node / (nx * ny)));
        best[i] = static_cast<Real>(exact_foot(s, x, branches.feet.data(), branches.count).time);
      }
      fill.time[node] = on_its_side(best[i], is_above(s, fill.depth, node));
    }
    lanes.n = 0;
  };
  for (int k = n.k0; k < n.k1; ++k)
    for (int j = n.j0; j < n.j1; ++j)
      for (int i = n.i0; i < n.i1; ++i) {
        if (const LatticeFoot* const corner = corner_at(level, cell, i, j, k)) {
          const Index node = grid.index(i, j, k);
          fill.time[node] = on_its_side(static_cast<Real>(corner->time), is_above(s, fill.depth, node));
          continue;
        }
        const Vec3 x = grid.local(i, j, k);
        lanes.x[lanes.n] = static_cast<Real>(x.x);
        lanes.y[lanes.n] = static_cast<Real>(x.y);
        lanes.z[lanes.n] = static_cast<Real>(x.z - mean);
        lanes.node[lanes.n] = grid.index(i, j, k);
        if (++lanes.n == most_lanes) flush();
      }
  if (lanes.n > 0) flush();
}

template bool fill_smooth<float>(const FootFill<float>&, const LatticeLevel&, const LatticeCell&,
                                 const std::vector<LatticeFoot>&, bool);
template void fill_from_branches<float>(const FootFill<float>&, const LatticeLevel&, const LatticeCell&,
                                        const std::vector<LatticeFoot>&);
template bool fill_smooth<double>(const FootFill<double>&, const LatticeLevel&, const LatticeCell&,
                                  const std::vector<LatticeFoot>&, bool);
template void fill_from_branches<double>(const FootFill<double>&, const LatticeLevel&, const LatticeCell&,
                                         const std::vector<LatticeFoot>&);

}  // namespace foldwave
