// The foot of a node on the horizon, by Newton's method: the inner loop of the foot-point method, shared by
// the CPU and devices.
//
// A node x has its foot y = (u, v, f(u, v)) where the characteristic through y meets it:
//
//   x - y = T (F n + b),     n the unit normal of the horizon towards the younger side,     b = psi a
//
// so with N = (f_x, f_y, -1) and e = x - y - T b
//
//   T = (x - y).N / (F |N| + b.N),      r_i = e . y_i = 0,  i = u, v
//
// T carries its sign: above 0 on the upper side, below 0 underneath, with the same b on both. The same
// formulas hold for every F: F > 0 (T is the least |T| of all feet), F = 0 (one foot, along a) and F < 0 (the
// greatest |T|). Newton's step solves M (du, dv) = r, M_ij = y_i.y_j - e_z f_ij + T_j (b.y_i); at a foot M is
// the metric less T F times the second fundamental form, positive definite before the first caustic. T is
// stationary at a foot, so T + (T_u du + T_v dv)/2 from the values before the step is right to third order in
// the step: one look at the surface gives T far better than the foot it started from.
#pragma once

#include <cmath>

#include "core/horizon/surface_table.hpp"

namespace foldwave {

template <class Real>
struct FootSpeeds {
  Real F, bx, by, bz;  // b = psi a as the upper side sees it; by = 0 in a section
};

template <class Real>
struct FootStep {
  Real du, dv;   // Newton's step to the foot
  Real time;     // signed T, third order in the step
  Real gain;     // how much of `time` came from the step: (T_u du + T_v dv)/2
  Real quality;  // det M over det of the metric: 1 on the horizon, 0 at a caustic; below 0 without a minimum
  Real speed;    // F |N| + b.N: T means nothing unless it is above 0
};

// Newton's step for the node (x, y, z) from a look at the surface at (u, v). z and s.f are counted from the
// same depth. Branch-free.
template <class Real>
HOST_DEVICE FOLDWAVE_INLINE FootStep<Real> foot_step_from(const HeightJetT<Real>& s,
                                                          const FootSpeeds<Real>& c, Real x, Real y, Real z,
                                                          Real u, Real v) {
  const Real dx = x - u;
  const Real dy = y - v;
  const Real dz = z - s.f;
  const Real slope2 = s.fx * s.fx + s.fy * s.fy;
  const Real length = std::sqrt(Real(1) + slope2);
  const Real W = c.F * length + (c.bx * s.fx + c.by * s.fy - c.bz);
  const Real inverse_W = Real(1) / W;
  const Real T = (dx * s.fx + dy * s.fy - dz) * inverse_W;
  const Real ex = dx - T * c.bx;
  const Real ey = dy - T * c.by;
  const Real ez = dz - T * c.bz;
  const Real ru = ex + ez * s.fx;
  const Real rv = ey + ez * s.fy;
  const Real FT = c.F * T / length;
  const Real qx = ex - FT * s.fx;
  const Real qy = ey - FT * s.fy;
  const Real Tu = (qx * s.fxx + qy * s.fxy) * inverse_W;
  const Real Tv = (qx * s.fxy + qy * s.fyy) * inverse_W;
  const Real bu = c.bx + c.bz * s.fx;
  const Real bv = c.by + c.bz * s.fy;
  const Real muu = Real(1) + s.fx * s.fx - ez * s.fxx + Tu * bu;
  const Real muv = s.fx * s.fy - ez * s.fxy + Tv * bu;
  const Real mvu = s.fx * s.fy - ez * s.fxy + Tu * bv;
  const Real mvv = Real(1) + s.fy * s.fy - ez * s.fyy + Tv * bv;
  const Real det = muu * mvv - muv * mvu;
  const Real inverse = Real(1) / det;
  FootStep<Real> step;
  step.du = (mvv * ru - muv * rv) * inverse;
  step.dv = (muu * rv - mvu * ru) * inverse;
  step.gain = Real(0.5) * (Tu * step.du + Tv * step.dv);
  step.time = T + step.gain;
  // Two negative eigenvalues make a positive det, but not a minimum.
  step.quality = muu + mvv > Real(0) ? det / (Real(1) + slope2) : Real(-1);
  step.speed = W;
  return step;
}

// z less the view's mean.
template <bool Section, class Real>
HOST_DEVICE FOLDWAVE_INLINE FootStep<Real> foot_step(const SurfaceView<Real>& surface,
                                                     const FootSpeeds<Real>& c, Real x, Real y, Real z,
                                                     Real u, Real v) {
  return foot_step_from(surface_jet<Section>(surface, u, v), c, x, y, z, u, v);
}

// How the foot moves with the node: u_x, u_y, u_z and v_x, v_y, v_z, at a foot.
template <class Real>
struct FootSlope {
  Real u[3], v[3];
};

// At a foot with time T, where the surface is s. M du = (y_i - (b.y_i) N / W) dx.
template <class Real>
HOST_DEVICE FOLDWAVE_INLINE FootSlope<Real> foot_slope_from(const HeightJetT<Real>& s,
                                                            const FootSpeeds<Real>& c, Real T) {
  const Real length = std::sqrt(Real(1) + s.fx * s.fx + s.fy * s.fy);
  const Real W = c.F * length + (c.bx * s.fx + c.by * s.fy - c.bz);
  const Real FT = c.F * T / length;
  const Real muu = Real(1) + s.fx * s.fx + FT * s.fxx;
  const Real muv = s.fx * s.fy + FT * s.fxy;
  const Real mvv = Real(1) + s.fy * s.fy + FT * s.fyy;
  const Real inverse = Real(1) / (muu * mvv - muv * muv);
  const Real bu = (c.bx + c.bz * s.fx) / W;
  const Real bv = (c.by + c.bz * s.fy) / W;
  const Real ru[3] = {Real(1) - bu * s.fx, -bu * s.fy, s.fx + bu};
  const Real rv[3] = {-bv * s.fx, Real(1) - bv * s.fy, s.fy + bv};
  FootSlope<Real> slope;
  for (int a = 0; a < 3; ++a) {
    slope.u[a] = (mvv * ru[a] - muv * rv[a]) * inverse;
    slope.v[a] = (muu * rv[a] - muv * ru[a]) * inverse;
  }
  return slope;
}

// Newton from (u, v), at most `steps` looks, each step kept below `longest` metres; stops when a step changes
// T by less than `enough`. `u`, `v` become the foot. The last step's figures: the caller judges quality,
// speed and gain.
template <bool Section, class Real>
HOST_DEVICE FOLDWAVE_INLINE FootStep<Real> refine_foot(const SurfaceView<Real>& surface,
                                                       const FootSpeeds<Real>& c, Real x, Real y, Real z,
                                                       Real& u, Real& v, int steps, Real longest,
                                                       Real enough) {
  FootStep<Real> step{};
  for (int q = 0; q < steps; ++q) {
    step = foot_step<Section>(surface, c, x, y, z, u, v);
    const Real far = std::sqrt(step.du * step.du + step.dv * step.dv);
    const Real share = far > longest ? longest / far : Real(1);
    u += share * step.du;
    v += share * step.dv;
    if (std::fabs(step.gain) < enough && !(far > longest)) break;
  }
  return step;
}

}  // namespace foldwave
