// Every horizon sampled once into a uniform cubic B-spline, so that one small formula serves the inner loops
// of the CPU and of a device whatever the horizon was made from.
//
//   f(x, y) = mean + sum over i, j of c_ij B((x - x0)/dx - i) B((y - y0)/dy - j)
//
// A fitted horizon is such a spline already and a plane needs four coefficients: both are exact, also outside
// the nodes, where the surface goes on along the rim's slope. Fold trains are sampled, with coefficients
// that keep each harmonic's amplitude, until the misfit is below what was asked for; such a table holds
// inside its domain only. Metres; coefficient (0, 0) belongs to the node one step before the first, x
// fastest.
#pragma once

#include <vector>

#include "core/base/host_device.hpp"
#include "core/horizon/height_jet.hpp"

namespace foldwave {

class Horizon;

template <class Real>
struct HeightJetT {
  Real f, fx, fy, fxx, fxy, fyy;
};

// What the inner loops see: a pointer and sizes.
template <class Real>
struct SurfaceView {
  const Real* c = nullptr;
  int nx = 2, ny = 2;  // nodes; ny = 1: a section, one row of nx + 2 coefficients
  Real x0{}, y0{};
  Real inverse_dx{}, inverse_dy{};
  Real mean{};  // taken out of the coefficients
};

namespace surface_detail {

// One axis: the cell, the place in it, and how far outside the nodes (in cells).
template <class Real>
struct Cell {
  int i;
  Real t, outside;
};

template <class Real>
HOST_DEVICE FOLDWAVE_INLINE Cell<Real> cell_of(Real x, Real x0, Real inverse_step, int n) {
  const Real a = (x - x0) * inverse_step;
  const Real most = static_cast<Real>(n - 1);
  Real in = a > Real(0) ? a : Real(0);  // NaN ends here too
  in = in < most ? in : most;
  int i = static_cast<int>(in);
  i = i < n - 2 ? i : n - 2;
  return {i, in - static_cast<Real>(i), a - in};
}

// Cubic B-spline weights at t in [0, 1], with first and second derivatives (per cell).
template <class Real>
struct Weights {
  Real w0, w1, w2, w3, d0, d1, d2, d3, e0, e1, e2, e3;
};

template <class Real>
HOST_DEVICE FOLDWAVE_INLINE Weights<Real> weights_at(Real t) {
  constexpr Real sixth = Real(1) / Real(6);
  constexpr Real half = Real(0.5);
  const Real s = Real(1) - t;
  const Real tt = t * t;
  const Real ss = s * s;
  Weights<Real> a;
  a.w0 = ss * s * sixth;
  a.w1 = Real(2) / Real(3) - tt + half * tt * t;
  a.w2 = Real(2) / Real(3) - ss + half * ss * s;
  a.w3 = tt * t * sixth;
  a.d0 = -half * ss;
  a.d1 = Real(1.5) * tt - Real(2) * t;
  a.d2 = Real(2) * s - Real(1.5) * ss;
  a.d3 = half * tt;
  a.e0 = s;
  a.e1 = Real(3) * t - Real(2);
  a.e2 = Real(3) * s - Real(2);
  a.e3 = t;
  return a;
}

}  // namespace surface_detail

// Value (less the mean) and derivatives at (x, y), metres. Section: the view has one row.
template <bool Section, class Real>
HOST_DEVICE FOLDWAVE_INLINE HeightJetT<Real> surface_jet(const SurfaceView<Real>& s, Real x, Real y) {
  using namespace surface_detail;
  const Cell<Real> cx = cell_of(x, s.x0, s.inverse_dx, s.nx);
  const Weights<Real> a = weights_at(cx.t);
  const bool out_x = cx.outside != Real(0);
  if constexpr (Section) {
    const Real* const c = s.c;
    const int k = cx.i;
    const Real f = a.w0 * c[k] + a.w1 * c[k + 1] + a.w2 * c[k + 2] + a.w3 * c[k + 3];
    const Real fx = a.d0 * c[k] + a.d1 * c[k + 1] + a.d2 * c[k + 2] + a.d3 * c[k + 3];
    const Real fxx = a.e0 * c[k] + a.e1 * c[k + 1] + a.e2 * c[k + 2] + a.e3 * c[k + 3];
    return {f + cx.outside * fx,
            fx * s.inverse_dx,
            Real(0),
            out_x ? Real(0) : fxx * s.inverse_dx * s.inverse_dx,
            Real(0),
            Real(0)};
  } else {
    const Cell<Real> cy = cell_of(y, s.y0, s.inverse_dy, s.ny);
    const Weights<Real> b = weights_at(cy.t);
    const bool out_y = cy.outside != Real(0);
    const int row = s.nx + 2;
    // Indices rather than pointers: compilers gather from them.
    const Real* const c = s.c;
    const int k0 = cy.i * row + cx.i;
    const int k1 = k0 + row;
    const int k2 = k1 + row;
    const int k3 = k2 + row;
    // Across y first: three sums for each of the four columns.
    const Real f0 = b.w0 * c[k0] + b.w1 * c[k1] + b.w2 * c[k2] + b.w3 * c[k3];
    const Real f1 = b.w0 * c[k0 + 1] + b.w1 * c[k1 + 1] + b.w2 * c[k2 + 1] + b.w3 * c[k3 + 1];
    const Real f2 = b.w0 * c[k0 + 2] + b.w1 * c[k1 + 2] + b.w2 * c[k2 + 2] + b.w3 * c[k3 + 2];
    const Real f3 = b.w0 * c[k0 + 3] + b.w1 * c[k1 + 3] + b.w2 * c[k2 + 3] + b.w3 * c[k3 + 3];
    const Real g0 = b.d0 * c[k0] + b.d1 * c[k1] + b.d2 * c[k2] + b.d3 * c[k3];
    const Real g1 = b.d0 * c[k0 + 1] + b.d1 * c[k1 + 1] + b.d2 * c[k2 + 1] + b.d3 * c[k3 + 1];
    const Real g2 = b.d0 * c[k0 + 2] + b.d1 * c[k1 + 2] + b.d2 * c[k2 + 2] + b.d3 * c[k3 + 2];
    const Real g3 = b.d0 * c[k0 + 3] + b.d1 * c[k1 + 3] + b.d2 * c[k2 + 3] + b.d3 * c[k3 + 3];
    const Real h0 = b.e0 * c[k0] + b.e1 * c[k1] + b.e2 * c[k2] + b.e3 * c[k3];
    const Real h1 = b.e0 * c[k0 + 1] + b.e1 * c[k1 + 1] + b.e2 * c[k2 + 1] + b.e3 * c[k3 + 1];
    const Real h2 = b.e0 * c[k0 + 2] + b.e1 * c[k1 + 2] + b.e2 * c[k2 + 2] + b.e3 * c[k3 + 2];
    const Real h3 = b.e0 * c[k0 + 3] + b.e1 * c[k1 + 3] + b.e2 * c[k2 + 3] + b.e3 * c[k3 + 3];
    const Real f = a.w0 * f0 + a.w1 * f1 + a.w2 * f2 + a.w3 * f3;
    const Real fx = a.d0 * f0 + a.d1 * f1 + a.d2 * f2 + a.d3 * f3;
    const Real fxx = a.e0 * f0 + a.e1 * f1 + a.e2 * f2 + a.e3 * f3;
    const Real fy = a.w0 * g0 + a.w1 * g1 + a.w2 * g2 + a.w3 * g3;
    const Real fxy = a.d0 * g0 + a.d1 * g1 + a.d2 * g2 + a.d3 * g3;
    const Real fxxy = a.e0 * g0 + a.e1 * g1 + a.e2 * g2 + a.e3 * g3;
    const Real fyy = a.w0 * h0 + a.w1 * h1 + a.w2 * h2 + a.w3 * h3;
    const Real fxyy = a.d0 * h0 + a.d1 * h1 + a.d2 * h2 + a.d3 * h3;
    // Outside: straight on along the rim's slope, f + fx ox + fy oy + fxy ox oy.
    const Real ox = cx.outside;
    const Real oy = cy.outside;
    return {f + ox * fx + oy * (fy + ox * fxy),
            (fx + oy * fxy) * s.inverse_dx,
            (fy + ox * fxy) * s.inverse_dy,
            (out_x ? Real(0) : fxx + oy * fxxy) * s.inverse_dx * s.inverse_dx,
            fxy * s.inverse_dx * s.inverse_dy,
            (out_y ? Real(0) : fyy + ox * fxyy) * s.inverse_dy * s.inverse_dy};
  }
}

// A rectangle of the horizon's map, metres, local to the grid.
struct MapDomain {
  double x0 = 0.0, y0 = 0.0, x1 = 0.0, y1 = 0.0;

  bool holds(double x, double y) const { return x >= x0 && x <= x1 && y >= y0 && y <= y1; }
};

template <class Real>
struct SurfaceTable {
  std::vector<Real> coefficients;
  SurfaceView<Real> view;  // points into coefficients: move the table, do not copy it
  MapDomain domain;        // where the table stands for the horizon; infinite when it does everywhere
  double misfit = 0.0;     // metres, the largest seen in the domain

  SurfaceTable() = default;
  SurfaceTable(SurfaceTable&&) = default;
  SurfaceTable& operator=(SurfaceTable&&) = default;
};

// `wanted`: where it will be asked for; `tolerance`: the misfit to stay below, metres. A table never has more
// than 2048 x 2048 coefficients: the misfit then says what it could do.
template <class Real>
SurfaceTable<Real> make_surface_table(const Horizon& horizon, const MapDomain& wanted, double tolerance);

}  // namespace foldwave
