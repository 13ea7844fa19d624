// The local update of 3D PMM (core/fold/pmm/pmm_kernel.hpp) with fewer operations: the same offers, less of
// them worked out. tests/gpu/test_quick_patch.cpp holds it to the plain one.
//
// In each triangle the arrival (interpolated T) + tau is convex. Where its slope is that of a front, the
// tangent value V = T_centre + hw r bounds every offer of the triangle, edges and nodes too, from below; and
// when the characteristic's entry lies outside, the triangle's least lies on a side that faces the entry. So
// an edge is worked out only if every triangle beside it can still beat the best and has it between itself
// and its entry.
#pragma once

#include <bit>

#include "core/fold/pmm/pmm_kernel.hpp"

namespace foldwave {

// The factors of one side that every node needs, together for quick loading. Real: float, double.
template <class Real>
struct alignas(16) QuickFactors {
  Real bu_hu, bv_hv;               // b / h
  Real below_u, below_v;           // (F^2 - bw^2) / h^2
  Real time_root, time_c;          // hw F / (F^2 - bw^2), hw bw / (F^2 - bw^2)
  Real slope_root, slope_c;        // the same without hw
  Real inverse_F, bw_F;            // 1 / F, bw / F
  Real entry_u, entry_v;           // hw F / h^2: entry from a difference,
  Real entry_bu, entry_bv;         // hw b / h: and from |grad T|
  Real straight_u, straight_v;     // twice entry_b |grad T| where the characteristic comes from the centre
  Real bend_inside, bend_outside;  // how fast tau rises above its tangent planes: see likely_triangle.hpp
  Real unused[2];
  Real least[8];  // travel time from anywhere in a triangle: [along v][sv > 0][su > 0]
};

template <class Real>
struct QuickStencil {
  PatchStencil<Real> base;
  QuickFactors<Real> factors;
  Real K, below;                  // F^2, F^2 - bw^2
  Real inverse_hu2, inverse_hv2;  // 1 / h^2
  bool tame;                      // bw well below F: the first form of the slope loses nothing
};

inline constexpr double bend_margin = 0.5;  // cells about the patch where bend_outside holds

// Less than the second derivative of tau(node - y) along any line, y in cells from the centre and at most
// `reach` of them away in u and v.
template <class Real>
double least_bend(const PatchStencil<Real>& s, double reach) {
  const double F = static_cast<double>(s.F);
  const Vec3 b{static_cast<double>(s.bu), static_cast<double>(s.bv), static_cast<double>(s.bw)};
  const double hu = static_cast<double>(s.hu), hv = static_cast<double>(s.hv), hw = static_cast<double>(s.hw);
  constexpr int steps = 8;
  double least = pmm_detail::infinity<double>();
  for (int i = -steps; i <= steps; ++i)
    for (int j = -steps; j <= steps; ++j) {
      const Vec3 way{-reach * i / steps * hu, -reach * j / steps * hv, hw};
      const double time = travel_time<double>(way, F, b);
      if (!(time < pmm_detail::infinity<double>())) continue;
      const Vec3 V = (1.0 / time) * way;
      const Vec3 n = (1.0 / F) * (V - b);
      const double Vn = dot(V, n);
      const Vec3 along_u = Vec3{hu, 0.0, 0.0} - (hu * n.x / Vn) * V;
      const Vec3 along_v = Vec3{0.0, hv, 0.0} - (hv * n.y / Vn) * V;
      const double uu = dot(along_u, along_u), uv = dot(along_u, along_v), vv = dot(along_v, along_v);
      const double lesser = 0.5 * (uu + vv) - std::sqrt(0.25 * (uu - vv) * (uu - vv) + uv * uv);
      least = std::fmin(least, lesser / (F * time * Vn));
    }
  return least < pmm_detail::infinity<double>() ? std::fmax(0.0, 0.9 * least) : 0.0;
}

template <class Real>
QuickStencil<Real> make_quick_stencil(const PatchStencil<Real>& s) {
  QuickStencil<Real> q{};
  q.base = s;
  q.K = s.F * s.F;
  q.below = q.K - s.bw * s.bw;
  q.inverse_hu2 = Real(1) / (s.hu * s.hu);
  q.inverse_hv2 = Real(1) / (s.hv * s.hv);
  q.tame = std::fabs(s.bw) <= Real(0.8) * s.F;
  QuickFactors<Real>& f = q.factors;
  for (int u = 0; u < 2; ++u)
    for (int v = 0; v < 2; ++v)
      for (int which = 0; which < 2; ++which)
        f.least[u + 2 * v + 4 * which] = s.triangle_least[u][v][which];
  f.bu_hu = s.bu / s.hu;
  f.bv_hv = s.bv / s.hv;
  f.below_u = q.below * q.inverse_hu2;
  f.below_v = q.below * q.inverse_hv2;
  f.slope_root = s.F / q.below;
  f.slope_c = s.bw / q.below;
  f.time_root = s.hw * f.slope_root;
  f.time_c = s.hw * f.slope_c;
  f.inverse_F = Real(1) / s.F;
  f.bw_F = s.bw / s.F;
  f.entry_u = s.hw * s.F * q.inverse_hu2;
  f.entry_v = s.hw * s.F * q.inverse_hv2;
  f.entry_bu = s.hw * s.bu / s.hu;
  f.entry_bv = s.hw * s.bv / s.hv;
  // Along w the front moves at bw + across, and 1 / |grad T| is V.n.
  const Real across2 = q.K - s.bu * s.bu - s.bv * s.bv;
  const Real across = across2 > Real(0) ? std::sqrt(across2) : s.F;
  const Real straight = s.F / (across * (across + s.bw));
  f.straight_u = Real(2) * f.entry_bu * straight;
  f.straight_v = Real(2) * f.entry_bv * straight;
  f.bend_inside = static_cast<Real>(std::sqrt(2.0) * least_bend(s, 1.0));
  f.bend_outside = static_cast<Real>(0.5 * least_bend(s, 1.0 + bend_margin));
  return q;
}

namespace quick_detail {

HOST_DEVICE inline float divide(float a, float b) {
#ifdef __CUDA_ARCH__
  return __fdividef(a, b);
#else
  return a / b;
#endif
}
HOST_DEVICE inline double divide(double a, double b) {
  return a / b;
}

// `b` when a is no number.
HOST_DEVICE inline float smaller(float a, float b) {
#ifdef __CUDA_ARCH__
  return fminf(a, b);
#else
  return a < b ? a : b;
#endif
}
HOST_DEVICE inline double smaller(double a, double b) {
#ifdef __CUDA_ARCH__
  return fmin(a, b);
#else
  return a < b ? a : b;
#endif
}

// The least of three unsigned times. Their bits order as they do.
HOST_DEVICE inline float earliest(float a, float b, float c) {
#ifdef __CUDA_ARCH__
  return __uint_as_float(umin(umin(__float_as_uint(a), __float_as_uint(b)), __float_as_uint(c)));
#else
  return smaller(smaller(a, b), c);
#endif
}
HOST_DEVICE inline double earliest(double a, double b, double c) {
  return smaller(smaller(a, b), c);
}

// Bits of the edges along, across from and diagonal in a triangle: numbers as in make_patch_stencil.
template <int su, int sv, bool along_u>
struct TriangleEdges {
  static constexpr unsigned axis = 1U << (along_u ? (su > 0 ? 1 : 0) : (sv > 0 ? 3 : 2));
  static constexpr unsigned diagonal = 1U << (4 + (su > 0 ? 1 : 0) + (sv > 0 ? 2 : 0));
  static constexpr unsigned rim =
      1U << (along_u ? 12 + (su > 0 ? 2 : 0) + (sv > 0 ? 1 : 0) : 8 + (sv > 0 ? 2 : 0) + (su > 0 ? 1 : 0));
};

// The slope of a triangle: whether there is one of a front that moves on, the tangent value there, and what
// the entry is made of.
template <class Real>
struct Tangent {
  bool found;
  Real time, g, Vw;  // g = |grad T|, Vw: the characteristic's speed along w, times |grad T|
};

template <bool tame, class Real>
HOST_DEVICE Tangent<Real> tangent(const QuickFactors<Real>& f, const QuickStencil<Real>& s, Real centre,
                                  Real c, Real du, Real dv) {
  if constexpr (tame) {
    // F^2 > bw^2: the greater root r has Vw = sqrt(D), and g > 0 where c > 0.
    const Real D = c * c - (f.below_u * du) * du - (f.below_v * dv) * dv;
    if (!(D > Real(0)) || !(c > Real(0))) return {false, Real(0), Real(0), Real(0)};
    const Real root = std::sqrt(D);
    const Real r = f.slope_root * root - f.slope_c * c;
    return {true, centre + (f.time_root * root - f.time_c * c), c * f.inverse_F - f.bw_F * r, root};
  } else {
    const Real slope = s.inverse_hu2 * du * du + s.inverse_hv2 * dv * dv;
    const Real D = s.K * (c * c - s.below * slope);
    // Nodes that are not reached end here too: their D is no number, or infinite.
    if (!(D >= Real(0)) || !(D < pmm_detail::infinity<Real>())) return {false, Real(0), Real(0), Real(0)};
    const Real root = std::sqrt(D);
    const Real cb = c * s.base.bw;
    const bool adds = cb > Real(0);
    const bool usable = adds || s.below > Real(0) || (s.below < Real(0) && !(c > Real(0)));
    const Real r = divide(adds ? c * c - s.K * slope : root - cb, adds ? cb + root : s.below);
    const Real g = c * f.inverse_F - f.bw_F * r;
    const Real Vw = s.base.F * r + s.base.bw * g;
    return {usable && g > Real(0) && Vw > Real(0), centre + s.base.hw * r, g, Vw};
  }
}

template <int su, int sv, bool along_u, bool tame, class Real>
HOST_DEVICE void try_triangle(const QuickFactors<Real>& f, const QuickStencil<Real>& s, Real centre,
                              Real axis, Real corner, Real& best, unsigned& edges) {
  using E = TriangleEdges<su, sv, along_u>;
  constexpr unsigned own = E::axis | E::diagonal | E::rim;
  constexpr int number = (su > 0 ? 1 : 0) + (sv > 0 ? 2 : 0) + (along_u ? 0 : 4);
  const Real first = earliest(centre, axis, corner);
  if (!(first + f.least[number] < best)) {
    edges &= ~own;
    return;
  }
  const Real du = along_u ? axis - centre : corner - axis;
  const Real dv = along_u ? corner - axis : axis - centre;
  const Real c = Real(1) - Real(su) * f.bu_hu * du - Real(sv) * f.bv_hv * dv;
  const Tangent<Real> at = tangent<tame>(f, s, centre, c, du, dv);
  if (!at.found) return;
  if (!(at.time < best)) {
    edges &= ~own;
    return;
  }
  // The entry times Vw, outwards.
  const Real eu = -(f.entry_u * du + Real(su) * f.entry_bu * at.g);
  const Real ev = -(f.entry_v * dv + Real(sv) * f.entry_bv * at.g);
  const Real along = along_u ? eu : ev;
  const Real across = along_u ? ev : eu;
  const Real slack = Real(1e-4) * at.Vw;
  if (along <= at.Vw + slack && across >= -slack && across <= along + slack) {
    // Next to |b| = F rounding can give a time before all three: it hides no edge.
    if (!(at.time >= first)) return;
    best = at.time;
  }
  unsigned hidden = across < Real(0) ? 0U : E::axis;
  hidden |= along > at.Vw ? 0U : E::rim;
  hidden |= across > along ? 0U : E::diagonal;
  edges &= ~hidden;
}

// Both triangles of a quadrant.
template <int su, int sv, bool tame, class Real>
HOST_DEVICE void try_quadrant(const QuickFactors<Real>& f, const QuickStencil<Real>& s, const Real (&t)[9],
                              Real& best, unsigned& edges) {
  constexpr int along_u = su + 1 + 3;
  constexpr int along_v = 1 + 3 * (sv + 1);
  constexpr int corner = su + 1 + 3 * (sv + 1);
  try_triangle<su, sv, true, tame>(f, s, t[4], t[along_u], t[corner], best, edges);
  try_triangle<su, sv, false, tame>(f, s, t[4], t[along_v], t[corner], best, edges);
}

}  // namespace quick_detail

// The best of the old time and the triangles' offers, and in `edges` those edges that may offer an earlier
// one. `tame` only for a stencil that is.
template <bool tame, class Real>
HOST_DEVICE Real try_triangles(const QuickFactors<Real>& f, const QuickStencil<Real>& s, const Real (&t)[9],
                               Real old, unsigned& edges) {
  Real best = old;
  edges = 0xffffU;
  quick_detail::try_quadrant<-1, -1, tame>(f, s, t, best, edges);
  quick_detail::try_quadrant<1, -1, tame>(f, s, t, best, edges);
  quick_detail::try_quadrant<-1, 1, tame>(f, s, t, best, edges);
  quick_detail::try_quadrant<1, 1, tame>(f, s, t, best, edges);
  return best;
}

// The offers of the edges that are left, and of the nodes: a node can offer the least only where an edge can.
// `at(m)` reads t[m] again, so that an index that is not known beforehand needs no array in memory.
template <class Real, class Read>
HOST_DEVICE Real try_edges_and_nodes(const QuickStencil<Real>& s, const Real (&t)[9], Real best,
                                     unsigned edges, const Read& at) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int m = 0; m < 9; ++m)
    best = quick_detail::smaller(t[m] + s.base.node_time[m], best);
  for (int k = 0; edges != 0U; ++k, edges >>= 1) {
#ifdef __CUDA_ARCH__
    const int skipped = __ffs(static_cast<int>(edges)) - 1;
#else
    const int skipped = std::countr_zero(edges);
#endif
    k += skipped;
    edges >>= skipped;
    const PatchEdge<Real>& e = s.base.edges[k];
    const Real from = at(e.from);
    const Real to = at(e.to);
    if (!(from < pmm_detail::infinity<Real>()) || !(to < pmm_detail::infinity<Real>()) || !(e.K > Real(0)))
      continue;
    const Real first = quick_detail::smaller(from, to);
    if (!(first + e.least < best)) continue;
    const Real time = edge_time(e, s.base.F, from, to);
    best = time < best && time >= first ? time : best;
  }
  return best;
}

}  // namespace foldwave
