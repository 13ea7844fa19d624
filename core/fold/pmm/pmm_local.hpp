// The stencil of one node where F and b = psi a vary in space: the geometry of the patch, which a sub-sweep
// shares, and the speeds on the way from the patch to the node, taken as constant.
//
// What a group can offer at best: for any unit vector d with F + b.d > 0, tau(w) >= w.d / (F + b.d), so a
// quadrant of the patch offers nothing before the least of T + (node - corner).d / (F + b.d) over its four
// corners. d points from the quadrant's middle to the node.
#pragma once

#include "core/fold/pmm/pmm_kernel.hpp"
#include "core/fold/pmm/sweeps.hpp"

namespace foldwave {

// What a sub-sweep along +w or -w shares, from its spacings; w points the way the sub-sweep runs.
template <class Real>
struct PatchGeometry {
  struct Edge {
    Real inverse_length, length, ahead, distance;
    Real eu, ev;      // unit vector along the edge, which lies in the plane
    Real wu, wv, ww;  // unit vector from the edge's line to the node
    Real ou, ov, ow;  // across both
  };
  // Nodes from (su, sv) = (-1, -1), (1, -1), (-1, 1), (1, 1): the centre, along u, along v, the corner.
  struct Quadrant {
    Vec3T<Real> d;
    Real ahead[4];  // (node - corner).d
  };
  Real hu, hv, hw;
  Edge edges[patch_edges];
  Vec3T<Real> to_node[9];
  Quadrant quadrants[4];
};

// The patch's node numbers of quadrant q, as Quadrant has them; and the quadrants that hold an edge or a
// node, as bits.
HOST_DEVICE constexpr int quadrant_node(int q, int corner) {
  const int su = (q & 1) != 0 ? 1 : -1;
  const int sv = (q & 2) != 0 ? 1 : -1;
  return 4 + ((corner & 1) != 0 ? su : 0) + ((corner & 2) != 0 ? 3 * sv : 0);
}
HOST_DEVICE constexpr unsigned quadrants_of_node(int m) {
  constexpr unsigned all[9] = {1, 3, 2, 5, 15, 10, 4, 12, 8};
  return all[m];
}
HOST_DEVICE constexpr unsigned quadrants_of_edge(int k) {
  return quadrants_of_node(patch_edge_end(k, 0)) & quadrants_of_node(patch_edge_end(k, 1));
}

template <class Real>
PatchGeometry<Real> make_patch_geometry(double hu, double hv, double hw) {
  PatchGeometry<Real> g{};
  const auto real = [](double x) { return static_cast<Real>(x); };
  g.hu = real(hu), g.hv = real(hv), g.hw = real(hw);
  Vec3 to_node[9];
  for (int m = 0; m < 9; ++m) {
    to_node[m] = {-(m % 3 - 1) * hu, -(m / 3 - 1) * hv, hw};
    g.to_node[m] = {real(to_node[m].x), real(to_node[m].y), real(to_node[m].z)};
  }
  for (int q = 0; q < 4; ++q) {
    Vec3 middle{};
    for (int corner = 0; corner < 4; ++corner)
      middle = middle + 0.25 * to_node[quadrant_node(q, corner)];
    const Vec3 d = (1.0 / norm(middle)) * middle;
    g.quadrants[q].d = {real(d.x), real(d.y), real(d.z)};
    for (int corner = 0; corner < 4; ++corner)
      g.quadrants[q].ahead[corner] = real(dot(to_node[quadrant_node(q, corner)], d));
  }
  for (int k = 0; k < patch_edges; ++k) {
    const Vec3 from_first = to_node[patch_edge_end(k, 0)];
    const Vec3 along = from_first - to_node[patch_edge_end(k, 1)];
    const double length = norm(along);
    const Vec3 e = (1.0 / length) * along;
    const double ahead = dot(from_first, e);
    const Vec3 rest = from_first - ahead * e;
    const double distance = norm(rest);
    const Vec3 w = (1.0 / distance) * rest;
    const Vec3 o{e.y * w.z - e.z * w.y, e.z * w.x - e.x * w.z, e.x * w.y - e.y * w.x};
    g.edges[k] = {real(1.0 / length), real(length), real(ahead), real(distance), real(e.x), real(e.y),
                  real(w.x),          real(w.y),    real(w.z),   real(o.x),      real(o.y), real(o.z)};
  }
  return g;
}

template <class Real>
struct LocalStencil {
  const PatchGeometry<Real>& g;
  Real F, bu, bv, bw;
  Real hu, hv, hw;
  Real earliest_of[4];  // what a quadrant can offer at best

  HOST_DEVICE LocalStencil(const PatchGeometry<Real>& geometry, Real speed, Real u, Real v, Real w,
                           const Real (&t)[9])
      : g(geometry), F(speed), bu(u), bv(v), bw(w), hu(geometry.hu), hv(geometry.hv), hw(geometry.hw) {
    for (int q = 0; q < 4; ++q) {
      const auto& quadrant = g.quadrants[q];
      const Real along = F + bu * quadrant.d.x + bv * quadrant.d.y + bw * quadrant.d.z;
      // A little slower than it may be by rounding: no bound is above what it bounds.
      const Real slack =
          4 * std::numeric_limits<Real>::epsilon() * (speed + std::fabs(u) + std::fabs(v) + std::fabs(w));
      const Real slowness = along > Real(0) ? Real(1) / (along + slack) : Real(0);
      Real least = t[4] + quadrant.ahead[0] * slowness;
      for (int corner = 1; corner < 4; ++corner)
        least = std::fmin(least, t[quadrant_node(q, corner)] + quadrant.ahead[corner] * slowness);
      earliest_of[q] = least;
    }
  }

  // Whether one of these quadrants alone rules an offer out.
  HOST_DEVICE bool may(unsigned quadrants, Real best) const {
    for (int q = 0; q < 4; ++q)
      if ((quadrants >> q & 1U) != 0 && !(earliest_of[q] < best)) return false;
    return true;
  }
  HOST_DEVICE bool patch_may(Real, Real best) const {
    return earliest_of[0] < best || earliest_of[1] < best || earliest_of[2] < best || earliest_of[3] < best;
  }
  HOST_DEVICE bool triangle_may(int u, int v, int, Real, Real best) const {
    return earliest_of[u + 2 * v] < best;
  }
  HOST_DEVICE bool edge_may(int k, Real, Real best) const { return may(quadrants_of_edge(k), best); }
  HOST_DEVICE bool node_may(int m, Real, Real best) const { return may(quadrants_of_node(m), best); }
  HOST_DEVICE PatchEdge<Real> edge(int k) const {
    const auto& s = g.edges[k];
    const Real be = bu * s.eu + bv * s.ev;
    const Real bp = bu * s.wu + bv * s.wv + bw * s.ww;
    const Real bo = bu * s.ou + bv * s.ov + bw * s.ow;
    const Real K = F * F - bo * bo;
    return {patch_edge_end(k, 0),
            patch_edge_end(k, 1),
            s.inverse_length,
            s.length,
            s.ahead,
            s.distance,
            be,
            bp,
            K,
            Real(0)};
  }
  HOST_DEVICE Real time_from(int m) const { return travel_time<Real>(g.to_node[m], F, {bu, bv, bw}); }
};

// The node's own part of a sub-sweep, as updated_arrival: F and b (u, v, and w the way the sub-sweep runs)
// are those on the way to the node, for the upper side.
template <class Real, class Read>
HOST_DEVICE Real updated_local_arrival(const PatchGeometry<Real>& geometry, Real F, Real bu, Real bv, Real bw,
                                       Real old, const Read& at) {
  const bool lower = std::signbit(old);
  Real t[9];
  gather_patch(lower, at, t);
  const Real sign = lower ? Real(-1) : Real(1);
  const LocalStencil<Real> stencil(geometry, F, sign * bu, sign * bv, sign * bw, t);
  const Real time = patch_update(stencil, t, std::fabs(old));
  return lower ? -time : time;
}

}  // namespace foldwave
