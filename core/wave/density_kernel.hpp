// One node of the variable-density operator along one axis, for drivers that take a node at a time (the
// device); wave/cpu/cpu_density.hpp says what is computed, and takes whole rows.
//
//   rho_i D-( b D+ p )_i,   D- and D+ of half-length R, so 4 R - 1 values of p are seen
#pragma once

#include "core/base/grid.hpp"
#include "core/base/host_device.hpp"

namespace foldwave {

// Where the values along a line stand, -2 R .. n - 1 + 2 R: `from` and `sign` by coordinate, both pointing at
// that of coordinate 0. Beyond free ends the odd image; beyond others sign 0, and `from` the outermost node
// for rho.
template <class Real>
struct LineRules {
  const int* from = nullptr;
  const Real* sign = nullptr;
};

// `p` and `rho` point at coordinate 0 of the line through the node `i`; e: the staggered weights over h.
template <int Radius, class Real>
HOST_DEVICE FOLDWAVE_INLINE Real density_term(const Real* p, const Real* rho, Index stride, int i,
                                              const LineRules<Real>& rules, const Real* e) {
  // A half node `t` lies between t and t + 1.
  const auto flux = [&](int t) {
    Real slope{};
    for (int k = 1; k <= Radius; ++k) {
      const int ahead = t + k, behind = t - (k - 1);
      slope += e[k - 1] * (rules.sign[ahead] * p[rules.from[ahead] * stride] -
                           rules.sign[behind] * p[rules.from[behind] * stride]);
    }
    return Real(2) * slope / (rho[rules.from[t] * stride] + rho[rules.from[t + 1] * stride]);
  };
  Real divergence{};
  for (int k = 1; k <= Radius; ++k)
    divergence += e[k - 1] * (flux(i + k - 1) - flux(i - k));
  return rho[i * stride] * divergence;
}

}  // namespace foldwave
