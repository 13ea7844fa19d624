// The local update of the 3D Parallel Marching Method (Sourouri 2012; Gillberg, Sourouri and Cai 2012), one
// node.
//
// A sub-sweep runs along axis w. The node lies hw beyond the centre of a 3 x 3 patch of nodes in the plane
// that was done before (axes u, v); the patch's 8 right-angled triangles, 16 edges and 9 nodes each offer an
// arrival time:
//
//   triangle  p, q from node differences, c = 1 - bu p - bv q, s = p^2 + q^2, D = c^2 - (F^2 - bw^2) s
//             r = (-c bw + F sqrt D) / (F^2 - bw^2) = (c^2 - F^2 s) / (c bw + F sqrt D),   T = T_centre + hw
//             r
//   edge      p along it, c = 1 - be p, K = F^2 - bo^2, Q = sqrt(c^2 bp^2 - (K - bp^2)(K p^2 - c^2))
//             r = (-c bp + Q) / (K - bp^2) = (c^2 - K p^2) / (c bp + Q)
//             (be, bp, bo: b along the edge, along the way from it to the node, and across both)
//   node      T + tau
//
// An offer counts only if the characteristic through the node comes out of that triangle or edge; the
// smallest wins. It is the least over the patch of (interpolated T) + tau, so a value is never too small.
//
// F and b are the node's own: PatchStencil has them for a whole sub-sweep, LocalStencil (pmm_local.hpp) for
// one node where they vary in space. A Stencil offers F, bu, bv, bw, hu, hv, hw; edge and time_from; and, for
// a group whose earliest node is `earliest`, whether it may have an offer before `best`: patch_may,
// triangle_may, edge_may, node_may.
#pragma once

#include <cmath>
#include <initializer_list>

#include "core/horizon/travel_time.hpp"

namespace foldwave {

// The patch's nodes are numbered (du + 1) + 3 (dv + 1), du, dv = -1, 0, 1; the centre is 4.
template <class Real>
struct PatchEdge {
  int from, to;
  Real inverse_length, length;
  Real ahead;     // the node's position along the edge, from its first end
  Real distance;  // of the node from the edge's line
  Real be, bp, K;
  Real least;  // travel time from anywhere on it
};

// What stays the same for a whole sub-sweep on one side of the horizon.
template <class Real>
struct PatchStencil {
  Real F;
  Real bu, bv, bw;
  Real hu, hv, hw;
  PatchEdge<Real> edges[16];
  Real node_time[9];
  // The least travel time from anywhere in a triangle, [su > 0][sv > 0][0: the axis node lies along u, 1:
  // along v], and in the whole patch. What a group offers is never earlier than its earliest node plus this.
  Real triangle_least[2][2][2];
  Real patch_least;

  HOST_DEVICE bool patch_may(Real earliest, Real best) const { return earliest + patch_least < best; }
  HOST_DEVICE bool triangle_may(int u, int v, int which, Real earliest, Real best) const {
    return earliest + triangle_least[u][v][which] < best;
  }
  HOST_DEVICE bool edge_may(int k, Real earliest, Real best) const {
    return earliest + edges[k].least < best;
  }
  HOST_DEVICE bool node_may(int m, Real earliest, Real best) const { return earliest + node_time[m] < best; }
  HOST_DEVICE const PatchEdge<Real>& edge(int k) const { return edges[k]; }
  HOST_DEVICE Real time_from(int m) const { return node_time[m]; }
};

// 4 spokes to the sides, 4 to the corners, 8 along the rim.
inline constexpr int patch_edges = 16;
HOST_DEVICE constexpr int patch_edge_end(int k, int end) {
  constexpr int ends[patch_edges][2] = {{4, 3}, {4, 5}, {4, 1}, {4, 7}, {4, 0}, {4, 2}, {4, 6}, {4, 8},
                                        {0, 1}, {1, 2}, {6, 7}, {7, 8}, {0, 3}, {3, 6}, {2, 5}, {5, 8}};
  return ends[k][end];
}

namespace pmm_detail {

template <class Real>
HOST_DEVICE constexpr Real infinity() {
  return std::numeric_limits<Real>::infinity();
}

// The root r with the front moving on; infinity when there is none. K is the speed's square left for the
// plane of the update (F^2 in a triangle), b the advection along r, s the squared slope already known.
template <class Real>
HOST_DEVICE Real outward_slope(Real c, Real b, Real K, Real s, Real& root) {
  const Real D = K * (c * c - (K - b * b) * s);
  if (!(D >= Real(0))) return infinity<Real>();
  root = std::sqrt(D);
  const Real cb = c * b;
  // At F = |b| one form is 0/0, and near it the sums cancel: take the one that adds like signs.
  if (cb > Real(0)) return (c * c - K * s) / (cb + root);
  const Real below = K - b * b;
  if (below == Real(0) || (b != Real(0) && below < Real(0) && c > Real(0))) return infinity<Real>();
  return (root - cb) / below;
}

}  // namespace pmm_detail

// Triangle centre, axis node a (one step along u or v), corner node d. `along_u`: a lies along u.
template <class Stencil, class Real>
HOST_DEVICE Real triangle_time(const Stencil& s, Real centre, Real a, Real d, int su, int sv, bool along_u) {
  const Real p = Real(su) * (along_u ? a - centre : d - a) / s.hu;
  const Real q = Real(sv) * (along_u ? d - a : a - centre) / s.hv;
  const Real c = Real(1) - s.bu * p - s.bv * q;
  Real root;
  const Real r = pmm_detail::outward_slope(c, s.bw, s.F * s.F, p * p + q * q, root);
  if (!(r < pmm_detail::infinity<Real>())) return r;
  const Real g = (c - s.bw * r) / s.F;  // |grad T|
  const Real Vw = s.F * r + s.bw * g;
  if (!(g > Real(0)) || !(Vw > Real(0))) return pmm_detail::infinity<Real>();

  // The characteristic, followed back, must leave through the triangle (in units of its sides).
  const Real eu = -Real(su) * s.hw * (s.F * p + s.bu * g) / (s.hu * Vw);
  const Real ev = -Real(sv) * s.hw * (s.F * q + s.bv * g) / (s.hv * Vw);
  const Real along = along_u ? eu : ev;
  const Real across = along_u ? ev : eu;
  constexpr Real slack = Real(1e-4);
  if (along > Real(1) + slack || across < -slack || across > along + slack)
    return pmm_detail::infinity<Real>();
  return centre + s.hw * r;
}

template <class Real>
HOST_DEVICE Real edge_time(const PatchEdge<Real>& e, Real F, Real from, Real to) {
  const Real p = (to - from) * e.inverse_length;
  const Real c = Real(1) - e.be * p;
  Real root;
  const Real r = pmm_detail::outward_slope(c, e.bp, e.K, p * p, root);
  if (!(r < pmm_detail::infinity<Real>())) return r;
  const Real g = F * (c - e.bp * r) / e.K;
  const Real forward = F * r + e.bp * g;
  if (!(g > Real(0)) || !(forward > Real(0))) return pmm_detail::infinity<Real>();
  const Real entry = e.ahead - e.distance * (F * p + e.be * g) / forward;
  constexpr Real slack = Real(1e-4);
  if (entry < -slack * e.length || entry > (Real(1) + slack) * e.length) return pmm_detail::infinity<Real>();
  return from + p * e.ahead + r * e.distance;
}

// The node's new arrival time from the nine unsigned times of its patch; `old` when nothing is smaller. A
// patch node that is outside the grid or not reached is infinite. A group is tried only if what it can offer
// at best is earlier than what there is. Where the front comes to a halt, at F = |b|, slopes grow until
// rounding rules: an offer earlier than all of its group is refused.
template <class Stencil, class Real>
HOST_DEVICE Real patch_update(const Stencil& s, const Real (&t)[9], Real old) {
  constexpr Real inf = std::numeric_limits<Real>::infinity();
  Real least = t[0];
  for (int m = 1; m < 9; ++m)
    least = t[m] < least ? t[m] : least;
  if (!s.patch_may(least, old)) return old;

  Real best = old;
  const Real centre = t[4];
  if (centre < inf) {
    for (int sv = -1; sv <= 1; sv += 2)
      for (int su = -1; su <= 1; su += 2) {
        const Real corner = t[(su + 1) + 3 * (sv + 1)];
        if (!(corner < inf)) continue;
        for (int which = 0; which < 2; ++which) {
          const bool along_u = which == 0;
          const Real axis = along_u ? t[(su + 1) + 3] : t[1 + 3 * (sv + 1)];
          if (!(axis < inf)) continue;
          const Real earliest = std::fmin(std::fmin(centre, axis), corner);
          if (!s.triangle_may(su > 0, sv > 0, which, earliest, best)) continue;
          const Real time = triangle_time(s, centre, axis, corner, su, sv, along_u);
          best = time < best && time >= earliest ? time : best;
        }
      }
  }
  for (int k = 0; k < patch_edges; ++k) {
    const Real from = t[patch_edge_end(k, 0)];
    const Real to = t[patch_edge_end(k, 1)];
    if (!(from < inf) || !(to < inf)) continue;
    const Real earliest = std::fmin(from, to);
    if (!s.edge_may(k, earliest, best)) continue;
    const auto& e = s.edge(k);
    if (!(e.K > Real(0))) continue;
    const Real time = edge_time(e, s.F, from, to);
    best = time < best && time >= earliest ? time : best;
  }
  for (int m = 0; m < 9; ++m) {
    if (!s.node_may(m, t[m], best)) continue;
    const Real time = t[m] + s.time_from(m);
    best = time < best ? time : best;
  }
  return best;
}

namespace pmm_detail {

// A lower bound of tau(node - y) for y in the hull of the patch nodes `m`: the slowness of the hull's best
// sample bounds tau from below everywhere, so its least value at the corners does. Infinite where the front
// never comes.
inline double least_time(double F, Vec3 b, std::initializer_list<int> nodes, const Vec3 (&from_node)[9]) {
  constexpr int steps = 24;
  const Vec3 a = from_node[*nodes.begin()];
  const Vec3 c = from_node[*(nodes.begin() + 1)];
  const Vec3 d = from_node[*(nodes.end() - 1)];
  double best = infinity<double>();
  Vec3 way{};
  for (int i = 0; i <= steps; ++i)
    for (int j = 0; j <= i; ++j) {
      const Vec3 y =
          a + (static_cast<double>(i) / steps) * (c - a) + (static_cast<double>(j) / steps) * (d - c);
      const double t = travel_time<double>(-y, F, b);
      if (t < best) {
        best = t;
        way = -y;
      }
    }
  // A hull that only a faster current's cone may touch between samples is not ruled out.
  if (best == infinity<double>()) return 0.0;
  const Vec3 V = (1.0 / best) * way;
  const Vec3 n = (1.0 / F) * (V - b);
  const Vec3 p = (1.0 / dot(V, n)) * n;
  double least = best;
  for (const int m : nodes)
    least = std::fmin(least, dot(p, -from_node[m]));
  return std::fmax(0.0, least * (1.0 - 1e-6));
}

}  // namespace pmm_detail

// The stencil for a sub-sweep that runs along +w (forward) or -w, from the speeds and spacings of the grid's
// axes.
template <class Real>
PatchStencil<Real> make_patch_stencil(double F, double bu, double bv, double bw, double hu, double hv,
                                      double hw, bool forward) {
  PatchStencil<Real> s{};
  const double b_w = forward ? bw : -bw;
  const Vec3 b{bu, bv, b_w};
  s.F = static_cast<Real>(F);
  s.bu = static_cast<Real>(bu);
  s.bv = static_cast<Real>(bv);
  s.bw = static_cast<Real>(b_w);
  s.hu = static_cast<Real>(hu);
  s.hv = static_cast<Real>(hv);
  s.hw = static_cast<Real>(hw);
  Vec3 position[9];  // of the patch's nodes, from the node
  for (int m = 0; m < 9; ++m) {
    const int column = m % 3 - 1;
    const int row = m / 3 - 1;
    position[m] = {column * hu, row * hv, -hw};
    s.node_time[m] = static_cast<Real>(travel_time<double>(-position[m], F, b));
  }
  double patch_least = pmm_detail::infinity<double>();
  for (int v = 0; v < 2; ++v)
    for (int u = 0; u < 2; ++u)
      for (int which = 0; which < 2; ++which) {
        const int corner = 2 * u + 6 * v;
        const int axis = which == 0 ? 2 * u + 3 : 1 + 6 * v;
        const double least = pmm_detail::least_time(F, b, {4, axis, corner}, position);
        s.triangle_least[u][v][which] = static_cast<Real>(least);
        patch_least = std::fmin(patch_least, least);
      }
  s.patch_least = static_cast<Real>(patch_least);
  for (int k = 0; k < patch_edges; ++k) {
    const int first = patch_edge_end(k, 0);
    const int last = patch_edge_end(k, 1);
    const Vec3 from = position[first];
    const Vec3 along = position[last] - from;
    const double length = norm(along);
    const Vec3 e = (1.0 / length) * along;
    const Vec3 to_node = -from;
    const double ahead = dot(to_node, e);
    const Vec3 rest = to_node - ahead * e;
    const double distance = norm(rest);
    const double be = dot(b, e);
    const double bp = dot(b, rest) / distance;
    const double across = dot(b, b) - be * be - bp * bp;
    s.edges[k] = {first,
                  last,
                  static_cast<Real>(1.0 / length),
                  static_cast<Real>(length),
                  static_cast<Real>(ahead),
                  static_cast<Real>(distance),
                  static_cast<Real>(be),
                  static_cast<Real>(bp),
                  static_cast<Real>(F * F - (across > 0.0 ? across : 0.0)),
                  static_cast<Real>(pmm_detail::least_time(F, b, {first, last}, position))};
  }
  return s;
}

}  // namespace foldwave
