#include "core/fold/pmm/pmm_plain.hpp"

#include <cmath>

namespace foldwave {

template <class Real>
Index run_plain_sub_sweep(const SubSweep<Real>& sweep, Field<Real>& T, const Field<std::uint8_t>& fixed,
                          const std::stop_token& stop) {
  const std::array<int, 3> n = T.shape();
  const std::array<Index, 3> stride{1, n[0], Index{1} * n[0] * n[1]};
  const auto u_axis = static_cast<std::size_t>(sweep.u);
  const auto v_axis = static_cast<std::size_t>(sweep.v);
  const auto w_axis = static_cast<std::size_t>(sweep.w);
  const int nu = n[u_axis], nv = n[v_axis], nw = n[w_axis];
  const Index du = stride[u_axis], dv = stride[v_axis], dw = stride[w_axis];
  const Index back = sweep.forward ? -dw : dw;
  Real* const values = T.data();
  const std::uint8_t* const held = fixed.data();
  Index changed = 0;
  bool stopped = false;

#pragma omp parallel reduction(+ : changed)
  for (int step = 1; step < nw; ++step) {
    const int w = sweep.forward ? step : nw - 1 - step;
#pragma omp for schedule(static)
    for (int v = 0; v < nv; ++v) {
      if (stop.stop_requested()) continue;
      for (int u = 0; u < nu; ++u) {
        const Index m = u * du + v * dv + w * dw;
        if (held[m] != 0) continue;
        const Real old = values[m];
        const Real* const below = values + m + back;
        const Real fresh = updated_arrival(sweep.stencil, old, [&](int a, int b) {
          const bool inside = u + a >= 0 && u + a < nu && v + b >= 0 && v + b < nv;
          return inside ? below[a * du + b * dv] : std::numeric_limits<Real>::infinity();
        });
        if (std::fabs(fresh) < std::fabs(old)) {
          values[m] = fresh;
          if (std::fabs(fresh) < std::fabs(old) * (Real(1) - rounding_share<Real>)) ++changed;
        }
      }
    }
#pragma omp single
    stopped = stop.stop_requested();
    if (stopped) break;
  }
  return stopped ? -1 : changed;
}
template Index run_plain_sub_sweep<float>(const SubSweep<float>&, Field<float>&, const Field<std::uint8_t>&,
                                          const std::stop_token&);
template Index run_plain_sub_sweep<double>(const SubSweep<double>&, Field<double>&,
                                           const Field<std::uint8_t>&, const std::stop_token&);

}  // namespace foldwave
