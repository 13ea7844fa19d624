// One node of the leapfrog step, called by the OpenMP and the CUDA driver alike.
//
//   p(n+1) = g [ 2 p(n) - g p(n-1) + v^2 dt^2 L p(n) ]
//   L p = sum over axes of (1 / h_a^2) [ c_0 p + sum_k c_k (p(+k) + p(-k)) ]
//
// g is the sponge's factor (1 inside the user's grid). Both time levels are to be damped by the same factor
// once a step (damping one alone is unstable): p(n+1) is damped as it is made, and p(n-1), damped once when
// it was made, gets its second factor here; so one pass over memory does it all. The new level takes the
// place of the oldest.
#pragma once

#include "core/base/grid.hpp"
#include "core/base/host_device.hpp"

namespace foldwave {

// Taylor coefficients over h^2, for each axis; a section leaves y at zero.
template <int Radius, class Real>
struct AxisStencils {
  Real centre{};
  Real side[3][Radius]{};
};

// `p` points at the node in the field of the present; `previous` is the node's value one step before; `row`
// and `plane` are the strides of y and z.
template <int Radius, bool Section, class Real>
HOST_DEVICE FOLDWAVE_INLINE Real leapfrog_node(const Real* p, Real previous, Real v2dt2, Real g, Index row,
                                               Index plane, const AxisStencils<Radius, Real>& c) {
  Real laplacian = c.centre * p[0];
#if defined(__CUDA_ARCH__)
#pragma unroll
#elif defined(__GNUC__) && !defined(__CUDACC__)
#pragma GCC unroll 8
#endif
  for (int k = 1; k <= Radius; ++k) {
    laplacian += c.side[0][k - 1] * (p[k] + p[-k]);
    if constexpr (!Section) laplacian += c.side[1][k - 1] * (p[k * row] + p[-k * row]);
    laplacian += c.side[2][k - 1] * (p[k * plane] + p[-k * plane]);
  }
  return g * (Real(2) * p[0] - g * previous + v2dt2 * laplacian);
}

// What a step works on: pointers into arrays laid out by PaddedGrid, all at padded node (0, 0, 0) and each
// its own memory, and the stencils for every radius up to 8.
template <class Real>
struct LeapfrogFields {
  const Real* present = nullptr;
  Real* oldest = nullptr;  // becomes the next time level
  const Real* v2dt2 = nullptr;
  const Real* gx = nullptr;  // sponge factors by padded coordinate
  const Real* gy = nullptr;
  const Real* gz = nullptr;
  Index row = 0;
  Index plane = 0;
  Real centre{};
  Real side[3][8]{};  // c_k / h^2, k = 1 .. radius
};

template <int Radius, class Real>
HOST_DEVICE FOLDWAVE_INLINE AxisStencils<Radius, Real> axis_stencils(const LeapfrogFields<Real>& f) {
  AxisStencils<Radius, Real> c;
  c.centre = f.centre;
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < Radius; ++k)
      c.side[axis][k] = f.side[axis][k];
  return c;
}

}  // namespace foldwave
