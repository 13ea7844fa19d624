#include "core/fold/pmm/pmm_activity.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

template <class Real>
BlockActivity::BlockActivity(const Field<Real>& T, const Field<std::uint8_t>& fixed) {
  const std::array<int, 3> n = T.shape();
  for (std::size_t a = 0; a < 3; ++a)
    n_[a] = (n[a] + block_nodes - 1) / block_nodes;
  stride_ = {1, n_[0], Index{1} * n_[0] * n_[1]};
  const auto count = static_cast<std::size_t>(stride_[2] * n_[2]);
  changed_in_.assign(count, -1);
  holds_fixed_.assign(count, 0);
#pragma omp parallel for schedule(static)
  for (int K = 0; K < n_[2]; ++K)
    for (int k = K * block_nodes; k < std::min(n[2], (K + 1) * block_nodes); ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int I = 0; I < n_[0]; ++I) {
          const int i1 = std::min(n[0], (I + 1) * block_nodes);
          const Index row = n[0] * (j + Index{1} * n[1] * k);
          bool reached = false, held = false;
          for (Index m = row + I * block_nodes; m < row + i1; ++m) {
            reached |= std::fabs(T[m]) < std::numeric_limits<Real>::infinity();
            held |= fixed[m] != 0;
          }
          const auto block = static_cast<std::size_t>(I + j / block_nodes * stride_[1] + K * stride_[2]);
          if (reached) changed_in_[block] = 0;
          if (held) holds_fixed_[block] = 1;
        }
}
template BlockActivity::BlockActivity(const Field<float>&, const Field<std::uint8_t>&);
template BlockActivity::BlockActivity(const Field<double>&, const Field<std::uint8_t>&);

bool BlockActivity::mark(const SweepAxes& axes, int since, std::vector<std::uint64_t>& bits) const {
  const int nu = blocks(axes.u), nv = blocks(axes.v), nw = blocks(axes.w);
  const int words = this->words(axes.u);
  const auto row = [&](int w, int v) {
    return static_cast<std::size_t>(words) * static_cast<std::size_t>(v + nv * w);
  };
  std::vector<std::uint64_t> recent(row(nw, 0), 0);
  std::uint64_t any = 0;
#pragma omp parallel for schedule(static) reduction(| : any)
  for (int w = 0; w < nw; ++w)
    for (int v = 0; v < nv; ++v)
      for (int u = 0; u < nu; ++u) {
        const Index block = u * stride(axes.u) + v * stride(axes.v) + w * stride(axes.w);
        if (changed_in_[static_cast<std::size_t>(block)] <= since) continue;
        any |= recent[row(w, v) + static_cast<std::size_t>(u) / 64] |= std::uint64_t{1} << (u % 64);
      }
  bits.assign(recent.size(), 0);
  if (any == 0) return false;
  std::vector<std::uint64_t> near(recent.size(), 0);
  const int before = axes.forward ? -1 : 1;
#pragma omp parallel for schedule(static)
  for (int w = 0; w < nw; ++w)
    for (int v = 0; v < nv; ++v) {
      for (const int from : {w, w + before}) {
        if (from < 0 || from >= nw) continue;
        for (int side = std::max(0, v - 1); side <= std::min(nv - 1, v + 1); ++side)
          for (std::size_t k = 0; k < static_cast<std::size_t>(words); ++k)
            near[row(w, v) + k] |= recent[row(from, side) + k];
      }
      spread_bits(near.data() + row(w, v), bits.data() + row(w, v), words);
    }
  return true;
}

void spread_bits(const std::uint64_t* from, std::uint64_t* to, int words) {
  for (int k = 0; k < words; ++k) {
    const std::uint64_t below = k > 0 ? from[k - 1] >> 63 : 0;
    const std::uint64_t above = k + 1 < words ? from[k + 1] << 63 : 0;
    to[k] = from[k] | from[k] << 1 | from[k] >> 1 | below | above;
  }
}

}  // namespace foldwave
