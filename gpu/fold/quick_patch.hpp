// The local update of 3D PMM (core/fold/pmm_kernel.hpp) with fewer operations: the same offers, less of them
// worked out. tests/gpu/test_quick_patch.cpp holds it to the plain one.
//
// In each triangle the arrival (interpolated T) + tau is convex. Where its slope is that of a front, the
// tangent value V = T_centre + hw r bounds every offer of the triangle, edges and nodes too, from below; and
// when the characteristic's entry lies outside, the triangle's least lies on a side that faces the entry. So
// an edge is worked out only if every triangle beside it can still beat the best and has it between itself
// and its entry.
#pragma once

#include "core/fold/pmm_kernel.hpp"

namespace foldwave {

// One side's stencil with the factors that the update needs. Real: float, double.
template <class Real>
struct QuickStencil {
  PatchStencil<Real> base;
  Real K, below;                  // F^2, F^2 - bw^2
  Real inverse_F, bw_F;           // 1 / F, bw / F
  Real bu_hu, bv_hv;              // b / h, of the slopes
  Real inverse_hu2, inverse_hv2;  // 1 / h^2
  Real entry_u, entry_v;          // hw F / h^2: entry from a difference,
  Real entry_bu, entry_bv;        // hw b / h: and from |grad T|
};

template <class Real>
QuickStencil<Real> make_quick_stencil(const PatchStencil<Real>& s) {
  QuickStencil<Real> q;
  q.base = s;
  q.K = s.F * s.F;
  q.below = q.K - s.bw * s.bw;
  q.inverse_F = Real(1) / s.F;
  q.bw_F = s.bw / s.F;
  q.bu_hu = s.bu / s.hu;
  q.bv_hv = s.bv / s.hv;
  q.inverse_hu2 = Real(1) / (s.hu * s.hu);
  q.inverse_hv2 = Real(1) / (s.hv * s.hv);
  q.entry_u = s.hw * s.F / (s.hu * s.hu);
  q.entry_v = s.hw * s.F / (s.hv * s.hv);
  q.entry_bu = s.hw * s.bu / s.hu;
  q.entry_bv = s.hw * s.bv / s.hv;
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
template <class Real>
HOST_DEVICE Real smaller(Real a, Real b) {
  return a < b ? a : b;
}

// Bits of the edges along, across from and diagonal in a triangle: numbers as in make_patch_stencil.
template <int su, int sv, bool along_u>
struct TriangleEdges {
  static constexpr unsigned axis = 1U << (along_u ? (su > 0 ? 1 : 0) : (sv > 0 ? 3 : 2));
  static constexpr unsigned diagonal = 1U << (4 + (su > 0 ? 1 : 0) + (sv > 0 ? 2 : 0));
  static constexpr unsigned rim =
      1U << (along_u ? 12 + (su > 0 ? 2 : 0) + (sv > 0 ? 1 : 0) : 8 + (sv > 0 ? 2 : 0) + (su > 0 ? 1 : 0));
};

template <int su, int sv, bool along_u, class Real>
HOST_DEVICE void try_triangle(const QuickStencil<Real>& s, Real centre, Real axis, Real corner, Real& best,
                              unsigned& edges) {
  using E = TriangleEdges<su, sv, along_u>;
  const Real earliest = smaller(smaller(centre, axis), corner);
  if (!(earliest + s.base.triangle_least[su > 0][sv > 0][along_u ? 0 : 1] < best)) {
    edges &= ~(E::axis | E::diagonal | E::rim);
    return;
  }
  const Real du = along_u ? axis - centre : corner - axis;
  const Real dv = along_u ? corner - axis : axis - centre;
  const Real c = Real(1) - Real(su) * s.bu_hu * du - Real(sv) * s.bv_hv * dv;
  const Real slope = s.inverse_hu2 * du * du + s.inverse_hv2 * dv * dv;
  const Real D = s.K * (c * c - s.below * slope);
  // Nodes that are not reached end here too: their D is no number, or infinite.
  if (!(D >= Real(0)) || !(D < pmm_detail::infinity<Real>())) return;
  const Real root = std::sqrt(D);
  const Real cb = c * s.base.bw;
  const bool adds = cb > Real(0);
  if (!adds && !(s.below > Real(0)) && !(s.below < Real(0) && !(c > Real(0)))) return;
  const Real r = divide(adds ? c * c - s.K * slope : root - cb, adds ? cb + root : s.below);
  const Real g = c * s.inverse_F - s.bw_F * r;
  const Real Vw = s.base.F * r + s.base.bw * g;
  if (!(g > Real(0)) || !(Vw > Real(0))) return;
  const Real time = centre + s.base.hw * r;
  if (!(time < best)) {
    edges &= ~(E::axis | E::diagonal | E::rim);
    return;
  }
  // The entry times Vw, outwards.
  const Real eu = -(s.entry_u * du + Real(su) * s.entry_bu * g);
  const Real ev = -(s.entry_v * dv + Real(sv) * s.entry_bv * g);
  const Real along = along_u ? eu : ev;
  const Real across = along_u ? ev : eu;
  const Real slack = Real(1e-4) * Vw;
  if (along <= Vw + slack && across >= -slack && across <= along + slack) best = time;
  unsigned hidden = across < Real(0) ? 0U : E::axis;
  hidden |= along > Vw ? 0U : E::rim;
  hidden |= across > along ? 0U : E::diagonal;
  edges &= ~hidden;
}

// Both triangles of a quadrant.
template <int su, int sv, class Real>
HOST_DEVICE void try_quadrant(const QuickStencil<Real>& s, const Real (&t)[9], Real& best, unsigned& edges) {
  constexpr int along_u = su + 1 + 3;
  constexpr int along_v = 1 + 3 * (sv + 1);
  constexpr int corner = su + 1 + 3 * (sv + 1);
  try_triangle<su, sv, true>(s, t[4], t[along_u], t[corner], best, edges);
  try_triangle<su, sv, false>(s, t[4], t[along_v], t[corner], best, edges);
}

}  // namespace quick_detail

// As patch_update: the node's new unsigned time, or `old`. `at(m)` reads t[m] again, so that an index that is
// not known beforehand needs no array in memory.
template <class Real, class Read>
HOST_DEVICE Real quick_patch_update(const QuickStencil<Real>& s, const Real (&t)[9], Real old,
                                    const Read& at) {
  Real best = old;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int m = 0; m < 9; ++m)
    best = quick_detail::smaller(t[m] + s.base.node_time[m], best);
  unsigned edges = 0xffffU;
  quick_detail::try_quadrant<-1, -1>(s, t, best, edges);
  quick_detail::try_quadrant<1, -1>(s, t, best, edges);
  quick_detail::try_quadrant<-1, 1>(s, t, best, edges);
  quick_detail::try_quadrant<1, 1>(s, t, best, edges);
  if (edges == 0U) return best;
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
  for (int k = 0; k < 16; ++k) {
    if ((edges >> k & 1U) == 0U) continue;
    const PatchEdge<Real>& e = s.base.edges[k];
    const Real from = at(e.from);
    const Real to = at(e.to);
    if (!(from < pmm_detail::infinity<Real>()) || !(to < pmm_detail::infinity<Real>()) || !(e.K > Real(0)))
      continue;
    if (!(quick_detail::smaller(from, to) + e.least < best)) continue;
    best = quick_detail::smaller(edge_time(e, s.base.F, from, to), best);
  }
  return best;
}

}  // namespace foldwave
