#include "core/fold/pmm/varying_sweeper.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>

namespace foldwave {

template <class Real>
VaryingSweeper<Real>::VaryingSweeper(const SpeedVolume& speeds, bool skip_settled, Field<Real>& T,
                                     const Field<std::uint8_t>& fixed)
    : speeds_(speeds), skip_settled_(skip_settled), T_(T), fixed_(fixed), activity_(T, fixed) {
  const auto h = [&](int a) { return speeds.grid.h[static_cast<std::size_t>(a)]; };
  for (const SweepAxes& axes : sweep_axes(speeds.grid))
    directions_.push_back({axes, make_patch_geometry<Real>(h(axes.u), h(axes.v), h(axes.w))});
}

template <class Real>
typename VaryingSweeper<Real>::ChunkNews VaryingSweeper<Real>::update_chunk(const Direction& d,
                                                                            const Plane& plane, Index first,
                                                                            int u0, int v) {
  const int u1 = std::min(u0 + block_nodes, plane.nu);
  // Halfway to the plane before: the speeds there make the way out of it second order along w.
  const auto halfway = [&](const Field<float>& f, Index m) {
    return Real(0.5) * (static_cast<Real>(f[m]) + static_cast<Real>(f[m + plane.back]));
  };
  const auto b = [&](int axis, Index m) { return halfway(speeds_.b[static_cast<std::size_t>(axis)], m); };
  Real* const T = T_.data();
  ChunkNews news;
  for (int u = u0; u < u1; ++u) {
    const Index m = first + u * plane.du;
    if (fixed_[m] != 0) continue;
    const Real old = T[m];
    const Real* const before = T + m + plane.back;
    const Real fresh = updated_local_arrival(
        d.geometry, halfway(speeds_.F, m), b(d.axes.u, m), b(d.axes.v, m), plane.towards_w * b(d.axes.w, m),
        old, [&](int du, int dv) {
          const bool inside = u + du >= 0 && u + du < plane.nu && v + dv >= 0 && v + dv < plane.nv;
          return inside ? before[du * plane.du + dv * plane.dv] : std::numeric_limits<Real>::infinity();
        });
    if (!(std::fabs(fresh) < std::fabs(old))) continue;
    T[m] = fresh;
    news.any = true;
    if (std::fabs(fresh) < std::fabs(old) * (Real(1) - rounding_share<Real>)) ++news.beyond_rounding;
  }
  return news;
}

template <class Real>
Index VaryingSweeper<Real>::run_next(const std::stop_token& stop) {
  const int count = this->count();
  const Direction& d = directions_[static_cast<std::size_t>(done_ % count)];
  const bool first_sweep = done_ < count;
  const int number = ++done_;
  const bool marked = activity_.mark(d.axes, first_sweep ? -1 : number - count, active_);
  if (!skip_settled_) {
    std::fill(active_.begin(), active_.end(), ~std::uint64_t{0});
  } else if (!marked) {
    return 0;
  }
  const std::array<int, 3> n = T_.shape();
  const std::array<Index, 3> stride{1, n[0], Index{1} * n[0] * n[1]};
  const auto u_axis = static_cast<std::size_t>(d.axes.u), v_axis = static_cast<std::size_t>(d.axes.v),
             w_axis = static_cast<std::size_t>(d.axes.w);
  const Index dw = stride[w_axis];
  const int nw = n[w_axis];
  const Plane plane{n[u_axis],
                    n[v_axis],
                    stride[u_axis],
                    stride[v_axis],
                    d.axes.forward ? -dw : dw,
                    d.axes.forward ? Real(1) : Real(-1)};
  const int words = activity_.words(d.axes.u);
  const int blocks_v = activity_.blocks(d.axes.v);
  const auto all_words = static_cast<std::size_t>(words);
  const std::size_t rows = all_words * static_cast<std::size_t>(plane.nv);
  const auto row = [all_words](int v) { return all_words * static_cast<std::size_t>(v); };
  std::vector<std::uint64_t> valid(all_words, ~std::uint64_t{0});
  if (const int last = activity_.blocks(d.axes.u) % 64; last != 0)
    valid.back() = (std::uint64_t{1} << last) - 1;

  // Chunks that became earlier: of this plane and the one before, and of a block's rows in any plane.
  std::array<std::vector<std::uint64_t>, 2> changed{std::vector<std::uint64_t>(rows),
                                                    std::vector<std::uint64_t>(rows)};
  std::vector<std::uint64_t> touched(rows * static_cast<std::size_t>(activity_.blocks(d.axes.w)));
  Index total = 0;
  // Planes of a few rows are not worth a team.
  const int threads = plane.nv >= 8 ? omp_get_max_threads() : 1;
  std::vector<std::uint64_t> scratch(all_words * 2 * static_cast<std::size_t>(threads));
#pragma omp parallel num_threads(threads) reduction(+ : total)
  {
    std::uint64_t* const near =
        scratch.data() + all_words * 2 * static_cast<std::size_t>(omp_get_thread_num());
    std::uint64_t* const visit = near + all_words;
    for (int step = 1; step < nw; ++step) {
      const int w = d.axes.forward ? step : nw - 1 - step;
      const auto& last = changed[static_cast<std::size_t>(step % 2)];
      auto& now = changed[static_cast<std::size_t>(1 - step % 2)];
#pragma omp for schedule(dynamic, 4)
      for (int v = 0; v < plane.nv; ++v) {
        if (stop.stop_requested()) continue;
        std::fill_n(near, all_words, std::uint64_t{0});
        for (int side = std::max(0, v - 1); side <= std::min(plane.nv - 1, v + 1); ++side)
          for (std::size_t k = 0; k < all_words; ++k)
            near[k] |= last[row(side) + k];
        spread_bits(near, visit, words);
        const std::size_t block_row = row(v / block_nodes + blocks_v * (w / block_nodes));
        const Index first = v * plane.dv + w * dw;
        for (std::size_t k = 0; k < all_words; ++k) {
          std::uint64_t news = 0;
          for (std::uint64_t left = (visit[k] | active_[block_row + k]) & valid[k]; left != 0;
               left &= left - 1) {
            const int bit = __builtin_ctzll(left);
            const ChunkNews chunk =
                update_chunk(d, plane, first, (static_cast<int>(64 * k) + bit) * block_nodes, v);
            total += chunk.beyond_rounding;
            if (chunk.any) news |= std::uint64_t{1} << bit;
          }
          now[row(v) + k] = news;
          touched[rows * static_cast<std::size_t>(w / block_nodes) + row(v) + k] |= news;
        }
      }
    }
  }
  if (stop.stop_requested()) return -1;
  for (int w = 0; w < activity_.blocks(d.axes.w); ++w)
    for (int v = 0; v < plane.nv; ++v)
      for (int u = 0; u < activity_.blocks(d.axes.u); ++u)
        if ((touched[rows * static_cast<std::size_t>(w) + row(v) + static_cast<std::size_t>(u) / 64] >>
                 (u % 64) &
             1U) != 0)
          activity_.set_changed(u * activity_.stride(d.axes.u) +
                                    v / block_nodes * activity_.stride(d.axes.v) +
                                    w * activity_.stride(d.axes.w),
                                number);
  return total;
}

template class VaryingSweeper<float>;
template class VaryingSweeper<double>;

}  // namespace foldwave
