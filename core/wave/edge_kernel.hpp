// The halo as a rule instead of memory: what lies behind the ends of a line of nodes 0 .. last.
//
// Behind a free end the field goes on oddly, p(-k) = -p(k); between two free ends that makes it periodic with
// period 2 last. Behind any other end it is zero. PaddedGrid lists the halo's images by this rule, and the
// leapfrog node below asks it at every tap, so that it needs no halo.
#pragma once

#include "core/wave/wave_kernel.hpp"

namespace foldwave {

// The node that stands for one outside, and its sign; 0: nothing does.
struct EdgeImage {
  int from = 0;
  int sign = 0;
};

HOST_DEVICE FOLDWAVE_INLINE EdgeImage edge_image(int t, int last, bool free_low, bool free_high) {
  if (free_low && free_high) {
    const int period = 2 * last;
    const int u = ((t % period) + period) % period;
    return u <= last ? EdgeImage{u, 1} : EdgeImage{period - u, -1};
  }
  const int from = t < 0 ? -t : 2 * last - t;
  const bool is_free = t < 0 ? free_low : free_high;
  return is_free && from >= 0 && from <= last ? EdgeImage{from, -1} : EdgeImage{};
}

// The padded nodes of each axis and which of its ends are free.
struct EdgeRules {
  int last[3]{};
  bool free_low[3]{};
  bool free_high[3]{};
};

// `p` points at node `at` of a line with this stride; gives the value `k` nodes on.
template <class Real>
HOST_DEVICE FOLDWAVE_INLINE Real edge_tap(const Real* p, Index stride, int at, int k, int axis,
                                          const EdgeRules& rules) {
  const int t = at + k;
  if (t >= 0 && t <= rules.last[axis]) return p[k * stride];
  const EdgeImage image = edge_image(t, rules.last[axis], rules.free_low[axis], rules.free_high[axis]);
  return image.sign == 0 ? Real(0) : Real(image.sign) * p[(image.from - at) * stride];
}

// leapfrog_node without a halo, at the padded node (x, y, z).
template <int Radius, bool Section, class Real>
HOST_DEVICE FOLDWAVE_INLINE Real explicit_edges_node(const Real* p, Real previous, Real v2dt2, Real g, int x,
                                                     int y, int z, Index row, Index plane,
                                                     const AxisStencils<Radius, Real>& c,
                                                     const EdgeRules& rules) {
  Real laplacian = c.centre * p[0];
  for (int k = 1; k <= Radius; ++k) {
    laplacian += c.side[0][k - 1] * (edge_tap(p, 1, x, k, 0, rules) + edge_tap(p, 1, x, -k, 0, rules));
    if constexpr (!Section)
      laplacian += c.side[1][k - 1] * (edge_tap(p, row, y, k, 1, rules) + edge_tap(p, row, y, -k, 1, rules));
    laplacian +=
        c.side[2][k - 1] * (edge_tap(p, plane, z, k, 2, rules) + edge_tap(p, plane, z, -k, 2, rules));
  }
  return g * (Real(2) * p[0] - g * previous + v2dt2 * laplacian);
}

}  // namespace foldwave
