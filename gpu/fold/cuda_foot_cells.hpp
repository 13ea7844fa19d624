// How device threads share the foot-point method's work: a coarse lattice of nodes finds its feet by the
// global search; a cell of the lattice whose corners' feet vary smoothly (no shock and no caustic in it or
// beside it) hands each of its nodes a trilinear guess, from which a look or two at the surface give T; every
// node of the other cells searches for itself. Each function is one thread's work, and runs on the CPU too.
#pragma once

#include "core/base/grid.hpp"
#include "gpu/fold/cuda_foot_search.hpp"

namespace foldwave {

constexpr int foot_stride = 8;  // nodes from one lattice point to the next

template <class Real>
struct FootGrid {
  int n[3];
  int cells[3];  // the lattice has cells + 1 points an axis, the last on the last node
  Real h[3];
  Real mean;  // of the surface view, taken off z

  HOST_DEVICE int node_of(int axis, int point) const {
    const int node = foot_stride * point;
    return node < n[axis] ? node : n[axis] - 1;
  }
  HOST_DEVICE Real at(int axis, int node) const {
    const Real x = static_cast<Real>(node) * h[axis];
    return axis == 2 ? x - mean : x;
  }
  HOST_DEVICE Index point(int a, int b, int c) const {
    return a + (cells[0] + 1) * (b + Index{1} * (cells[1] + 1) * c);
  }
  HOST_DEVICE Index cell(int a, int b, int c) const { return a + cells[0] * (b + Index{1} * cells[1] * c); }
  HOST_DEVICE Index points() const { return Index{1} * (cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1); }
  HOST_DEVICE Index cell_count() const { return Index{1} * cells[0] * cells[1] * cells[2]; }
};

// A lattice point's foot and signed T; T is infinite where the front never comes.
template <class Real>
struct alignas(4 * sizeof(Real)) PointFoot {
  Real u, v, T, spare;
};

template <bool Section, class Real>
HOST_DEVICE inline Real side_of(const FootSetup<Real>& s, Real x, Real y, Real z) {
  const Real below = z - surface_jet<Section>(s.surface, x, y).f;
  return below < Real(0) ? Real(1) : below > Real(0) ? Real(-1) : Real(0);
}

template <bool Section, class Real>
HOST_DEVICE inline PointFoot<Real> signed_foot(const FootSetup<Real>& s, Real x, Real y, Real z, Real side,
                                               const DeviceFoot<Real>& known) {
  if (side == Real(0)) return {x, y, Real(0), Real(0)};
  const DeviceFoot<Real> foot = search_foot<Section>(s, x, y, z, side, known);
  const bool reached = foot.cost < no_cost<Real>();
  return {foot.u, foot.v, side * (reached ? s.sense * foot.cost : no_cost<Real>()), Real(0)};
}

template <bool Section, class Real>
HOST_DEVICE inline PointFoot<Real> find_lattice_foot(const FootSetup<Real>& s, const FootGrid<Real>& g,
                                                     Index point) {
  const int across = g.cells[0] + 1;
  const int along = g.cells[1] + 1;
  const Index rows = point / across;
  const Real x = g.at(0, g.node_of(0, static_cast<int>(point % across)));
  const Real y = g.at(1, g.node_of(1, static_cast<int>(rows % along)));
  const Real z = g.at(2, g.node_of(2, static_cast<int>(rows / along)));
  return signed_foot<Section>(s, x, y, z, side_of<Section>(s, x, y, z), {x, y, no_cost<Real>(), false});
}

namespace foot_cells_detail {

// Two neighbours on the lattice see one smooth sheet of the horizon: the foot moves as both foretell.
template <bool Section, class Real>
HOST_DEVICE inline bool smooth_edge(const FootSetup<Real>& s, const PointFoot<Real>& a,
                                    const PointFoot<Real>& b, int axis, Real length) {
  constexpr Real most_off = Real(0.1);   // of the edge's length
  constexpr Real most_bent = Real(0.5);  // change of the foot's move a metre
  const FootSlope<Real> p = foot_slope_from(surface_jet<Section>(s.surface, a.u, a.v), s.speeds, a.T);
  const FootSlope<Real> q = foot_slope_from(surface_jet<Section>(s.surface, b.u, b.v), s.speeds, b.T);
  const Real off_u = b.u - a.u - Real(0.5) * length * (p.u[axis] + q.u[axis]);
  const Real off_v = b.v - a.v - Real(0.5) * length * (p.v[axis] + q.v[axis]);
  bool smooth = std::fabs(off_u) <= most_off * length && std::fabs(off_v) <= most_off * length;
  for (int m = 0; m < 3; ++m)
    smooth = smooth && std::fabs(q.u[m] - p.u[m]) <= most_bent && std::fabs(q.v[m] - p.v[m]) <= most_bent;
  return smooth;
}

}  // namespace foot_cells_detail

// No shock or caustic is seen along any of the cell's edges.
template <bool Section, class Real>
HOST_DEVICE inline bool is_smooth_cell(const FootSetup<Real>& s, const FootGrid<Real>& g,
                                       const PointFoot<Real>* lattice, int a, int b, int c) {
  for (int axis = 0; axis < 3; ++axis) {
    if (Section && axis == 1) continue;
    const int at[3] = {a, b, c};
    const Real length = g.at(axis, g.node_of(axis, at[axis] + 1)) - g.at(axis, g.node_of(axis, at[axis]));
    const int step[3] = {axis == 0, axis == 1, axis == 2};
    for (int q = 0; q < 4; ++q) {
      const int one = q & 1;
      const int two = q >> 1;
      const int da = axis == 0 ? 0 : one;
      const int db = axis == 1 ? 0 : axis == 0 ? one : two;
      const int dc = axis == 2 ? 0 : two;
      if (Section && db == 1) continue;
      const PointFoot<Real> p = lattice[g.point(a + da, b + db, c + dc)];
      const PointFoot<Real> r = lattice[g.point(a + da + step[0], b + db + step[1], c + dc + step[2])];
      if (!(std::fabs(p.T) < no_cost<Real>() && std::fabs(r.T) < no_cost<Real>())) return false;
      if (length > Real(0) && !foot_cells_detail::smooth_edge<Section>(s, p, r, axis, length)) return false;
    }
  }
  return true;
}

// A shock may bend into a cell between its corners, but not past the next one.
HOST_DEVICE inline bool is_easy_cell(const unsigned char* smooth, const int cells[3], int a, int b, int c) {
  for (int dc = -1; dc <= 1; ++dc)
    for (int db = -1; db <= 1; ++db)
      for (int da = -1; da <= 1; ++da) {
        const int i = a + da;
        const int j = b + db;
        const int k = c + dc;
        if (i < 0 || i >= cells[0] || j < 0 || j >= cells[1] || k < 0 || k >= cells[2]) continue;
        if (smooth[i + cells[0] * (j + Index{1} * cells[1] * k)] == 0) return false;
      }
  return true;
}

// The nodes (i, j, k) of an easy cell for all its k, handed to put(k, T). False when Newton's method found no
// foot of one of them: the cell is none of the easy ones.
template <bool Section, class Real, class Put>
HOST_DEVICE inline bool solve_easy_column(const FootSetup<Real>& s, const FootGrid<Real>& g,
                                          const PointFoot<Real>* lattice, int i, int j, int c,
                                          const Put& put) {
  constexpr int looks = 6;
  const int a = i / foot_stride;
  const int b = j / foot_stride;
  const int low[3] = {foot_stride * a, foot_stride * b, foot_stride * c};
  const int wide[3] = {g.node_of(0, a + 1) - low[0], g.node_of(1, b + 1) - low[1],
                       g.node_of(2, c + 1) - low[2]};
  const Real p = wide[0] > 0 ? static_cast<Real>(i - low[0]) / static_cast<Real>(wide[0]) : Real(0);
  const Real q = wide[1] > 0 ? static_cast<Real>(j - low[1]) / static_cast<Real>(wide[1]) : Real(0);
  const auto between = [&](int layer, Real& u, Real& v) {
    const PointFoot<Real>* const row = lattice + g.point(a, b, layer);
    const PointFoot<Real>* const next = lattice + g.point(a, b + 1, layer);
    const Real u0 = row[0].u + p * (row[1].u - row[0].u);
    const Real v0 = row[0].v + p * (row[1].v - row[0].v);
    const Real u1 = next[0].u + p * (next[1].u - next[0].u);
    const Real v1 = next[0].v + p * (next[1].v - next[0].v);
    u = u0 + q * (u1 - u0);
    v = v0 + q * (v1 - v0);
  };
  Real u0, v0, u1, v1;
  between(c, u0, v0);
  between(c + 1, u1, v1);
  const Real share = wide[2] > 0 ? Real(1) / static_cast<Real>(wide[2]) : Real(0);
  u1 = (u1 - u0) * share;
  v1 = (v1 - v0) * share;
  const Real x = g.at(0, i);
  const Real y = g.at(1, j);
  const int count = low[2] + foot_stride <= g.n[2] ? foot_stride : g.n[2] - low[2];
  // What Newton's method added to the node above's guess is added to this one's.
  Real more_u = Real(0);
  Real more_v = Real(0);
  bool good = true;
  for (int m = 0; m < count; ++m) {
    const Real z = g.at(2, low[2] + m);
    const Real guess_u = u0 + static_cast<Real>(m) * u1;
    const Real guess_v = v0 + static_cast<Real>(m) * v1;
    Real u = guess_u + more_u;
    Real v = guess_v + more_v;
    FootStep<Real> step{};
    bool done = false;
    for (int look = 0; look < looks && !done; ++look) {
      step = foot_step<Section>(s.surface, s.speeds, x, y, z, u, v);
      u += step.du;
      v += step.dv;
      done = std::fabs(step.gain) <= s.enough && std::fabs(step.du) <= s.near && std::fabs(step.dv) <= s.near;
    }
    good = good && done && step.quality > Real(0) && step.speed > Real(0);
    put(low[2] + m, step.time);
    more_u = u - guess_u;
    more_v = v - guess_v;
  }
  return good;
}

// Signed T of one node of a cell that is not easy.
template <bool Section, class Real>
HOST_DEVICE inline Real solve_hard_node(const FootSetup<Real>& s, const FootGrid<Real>& g,
                                        const PointFoot<Real>* lattice, int i, int j, int k) {
  const Real x = g.at(0, i);
  const Real y = g.at(1, j);
  const Real z = g.at(2, k);
  const Real side = side_of<Section>(s, x, y, z);
  const int a = i / foot_stride;
  const int b = j / foot_stride;
  const int c = k / foot_stride;
  const Real roam = Real(foot_stride) * (g.h[0] > g.h[2] ? g.h[0] : g.h[2]);
  DeviceFoot<Real> best{x, y, no_cost<Real>(), false};
  Real tried_u[3];
  Real tried_v[3];
  int tried = 0;
  for (int q = 0; q < 8 && tried < 3; ++q) {
    if (Section && (q & 2) != 0) continue;
    const PointFoot<Real> corner = lattice[g.point(a + (q & 1), b + ((q >> 1) & 1), c + (q >> 2))];
    if (!(side * corner.T >= Real(0) && std::fabs(corner.T) < no_cost<Real>())) continue;
    bool close = false;
    for (int m = 0; m < 3; ++m)
      close = close || (m < tried && std::fabs(tried_u[m] - corner.u) <= roam &&
                        std::fabs(tried_v[m] - corner.v) <= roam);
    if (close) continue;
    Real u = corner.u;
    Real v = corner.v;
    Real T;
    if (!settle<Section>(s, x, y, z, side, Real(2) * roam, 8, u, v, T)) continue;
    tried_u[tried] = corner.u;
    tried_v[tried] = corner.v;
    ++tried;
    const Real cost = s.sense * side * T;
    if (cost < best.cost) best = {u, v, cost, true};
  }
  return signed_foot<Section>(s, x, y, z, side, best).T;
}

}  // namespace foldwave
