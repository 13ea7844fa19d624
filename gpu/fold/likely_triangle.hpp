// A patch that one triangle settles: most do where the field is smooth, and the other 7 triangles, 16 edges
// and 9 nodes need not be looked at (gpu/fold/quick_patch.hpp does, for the rest).
//
// Let p be the slope of a triangle's plane, with the part along w that makes it a front's, V the tangent
// value there and y* the characteristic's entry. tau is convex, and p its slope at y*: tau(node - y) rises
// above the plane that p spans by at least bend |y - y*|^2 / 2, lengths in cells. So if no node of the patch
// lies more than d below the triangle's plane,
//
//   every offer >= V - d                              none is earlier than the old time T: T stays if V - d
//   >= T y* at e outside the patch:  >= V - d + bend e^2 / 2         likewise y* at e inside the triangle: at
//   x beyond it the others gain at most sqrt(2) d x and lose
//                                bend (e + x)^2 / 2 >= 2 bend e x:  V is the least if d <= sqrt(2) bend e
#pragma once

#include "gpu/fold/quick_patch.hpp"

namespace foldwave {

namespace quick_detail {

// On the device to the last bit but one: it is multiplied by a cell's travel time, and loses nothing there.
HOST_DEVICE inline float root_of(float a) {
#ifdef __CUDA_ARCH__
  float root;
  asm("sqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(a));
  return root;
#else
  return std::sqrt(a);
#endif
}
HOST_DEVICE inline double root_of(double a) {
  return std::sqrt(a);
}

// The least of the patch's nodes, each less what the plane of slope (pu, pv) rises to it from the centre.
template <class Real>
HOST_DEVICE Real lowest_over_plane(const Real (&t)[9], Real pu, Real pv) {
  const Real sum = pu + pv;
  const Real difference = pu - pv;
  const Real sides = smaller(smaller(t[5] - pu, t[3] + pu), smaller(t[7] - pv, t[1] + pv));
  const Real corners =
      smaller(smaller(t[8] - sum, t[0] + sum), smaller(t[2] - difference, t[6] + difference));
  return smaller(smaller(sides, corners), t[4]);
}

}  // namespace quick_detail

// Whether the patch is settled by the triangle that the characteristic seems to come through; `best` is then
// its result. Only for tame stencils.
template <class Real>
HOST_DEVICE bool settle(const QuickFactors<Real>& f, const Real (&t)[9], Real old, Real& best) {
  const Real centre = t[4];
  // The entry, outwards, in no unit in particular; at first a guess.
  Real out_u = f.entry_u * (t[3] - t[5]) - f.straight_u;
  Real out_v = f.entry_v * (t[1] - t[7]) - f.straight_v;
  best = old;
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
  for (int attempt = 0; attempt < 2; ++attempt) {
    const bool up_u = out_u > Real(0);
    const bool up_v = out_v > Real(0);
    const bool along_u = std::fabs(out_u) >= std::fabs(out_v);
    const Real side_u = up_u ? t[5] : t[3];
    const Real side_v = up_v ? t[7] : t[1];
    const Real corner = up_v ? (up_u ? t[8] : t[6]) : (up_u ? t[2] : t[0]);
    const Real axis = along_u ? side_u : side_v;
    const Real du = along_u ? axis - centre : corner - axis;
    const Real dv = along_u ? corner - axis : axis - centre;
    const Real pu = up_u ? du : -du;
    const Real pv = up_v ? dv : -dv;
    const Real c = Real(1) - f.bu_hu * pu - f.bv_hv * pv;
    const Real D = c * c - (f.below_u * pu) * pu - (f.below_v * pv) * pv;
    // Nodes that are not reached end here too: their D is no number.
    if (!(D > Real(0)) || !(c > Real(0))) return false;
    const Real Vw = quick_detail::root_of(D);
    const Real step = f.time_root * Vw - f.time_c * c;
    const Real lowest = quick_detail::lowest_over_plane(t, pu, pv);
    const Real bound = lowest + step;
    if (bound >= old) return true;

    const Real g = c * f.inverse_F - f.bw_F * (f.slope_root * Vw - f.slope_c * c);
    out_u = -(f.entry_u * pu + f.entry_bu * g);  // times Vw, as those below
    out_v = -(f.entry_v * pv + f.entry_bv * g);
    const Real size_u = std::fabs(out_u);
    const Real size_v = std::fabs(out_v);
    const Real farther = size_u > size_v ? size_u : size_v;
    if (farther > Vw) {
      const Real e = quick_detail::smaller(farther - Vw, Real(bend_margin) * Vw);
      return (bound - old) * D + f.bend_outside * (e * e) >= Real(0);
    }
    const bool is_this_one =
        (out_u > Real(0)) == up_u && (out_v > Real(0)) == up_v && (size_u >= size_v) == along_u;
    if (!is_this_one) continue;
    const Real nearer = quick_detail::smaller(size_u, size_v);
    const Real e =
        quick_detail::smaller(quick_detail::smaller(nearer, Vw - farther), Real(0.7071) * (farther - nearer));
    if (!((centre - lowest) * Vw <= f.bend_inside * e)) return false;
    const Real time = centre + step;
    // Next to |b| = F rounding can give a time before all three.
    if (!(time >= quick_detail::earliest(centre, axis, corner))) return false;
    best = quick_detail::smaller(time, old);
    return true;
  }
  return false;
}

}  // namespace foldwave
