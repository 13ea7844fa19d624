// One node of a CPML pad, called by the OpenMP and the CUDA driver alike: the convolutional perfectly matched
// layer of the second-order wave equation, unsplit (Komatitsch and Martin 2007; Pasalic and McGarry 2010).
// In the slab at each CPML face of axis a, at every step:
//
//   psi  <- b psi + c d_a p                       d_a: centred first difference, of the stencil's radius
//   zeta <- b zeta + c (d_aa p + d_a psi)         d_aa: the stencil; psi is the new one
//   p(n+1) += g v^2 dt^2 (d_a psi + zeta)         after the leapfrog; g is the sponge's factor
//
// with p the field at step n and b, c the profiles of wave/cpml_slabs.hpp, which lays out psi and zeta too.
#pragma once

#include "core/base/grid.hpp"
#include "core/base/host_device.hpp"

namespace foldwave {

// The weights of one axis: d_k / h and c_k / h^2.
template <class Real>
struct CpmlStencil {
  Real first[9]{};   // [0] is 0
  Real second[9]{};  // [0] is the centre's
};

// Centred first difference of `f` at the node it points to.
template <int Radius, class Real>
HOST_DEVICE FOLDWAVE_INLINE Real first_difference(const Real* f, Index stride, const CpmlStencil<Real>& s) {
  Real sum{};
#if defined(__CUDA_ARCH__)
#pragma unroll
#elif defined(__GNUC__) && !defined(__CUDACC__)
#pragma GCC unroll 8
#endif
  for (int k = 1; k <= Radius; ++k)
    sum += s.first[k] * (f[k * stride] - f[-k * stride]);
  return sum;
}

template <int Radius, class Real>
HOST_DEVICE FOLDWAVE_INLINE Real second_difference(const Real* f, Index stride, const CpmlStencil<Real>& s) {
  Real sum = s.second[0] * f[0];
#if defined(__CUDA_ARCH__)
#pragma unroll
#elif defined(__GNUC__) && !defined(__CUDACC__)
#pragma GCC unroll 8
#endif
  for (int k = 1; k <= Radius; ++k)
    sum += s.second[k] * (f[k * stride] + f[-k * stride]);
  return sum;
}

// The node's new psi; `p` points at the node, `stride` is that of the slab's axis.
template <int Radius, class Real>
HOST_DEVICE FOLDWAVE_INLINE Real cpml_psi(const Real* p, Index stride, Real psi, Real b, Real c,
                                          const CpmlStencil<Real>& s) {
  return b * psi + c * first_difference<Radius>(p, stride, s);
}

// What the slab adds to the Laplacian at the node; `zeta` is updated. `psi` points at the node in psi's own
// array, whose stride along the axis is `psi_stride`.
template <int Radius, class Real>
HOST_DEVICE FOLDWAVE_INLINE Real cpml_term(const Real* p, Index stride, const Real* psi, Index psi_stride,
                                           Real& zeta, Real b, Real c, const CpmlStencil<Real>& s) {
  const Real dpsi = first_difference<Radius>(psi, psi_stride, s);
  zeta = b * zeta + c * (second_difference<Radius>(p, stride, s) + dpsi);
  return dpsi + zeta;
}

}  // namespace foldwave
