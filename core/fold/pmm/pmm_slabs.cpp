#include "core/fold/pmm/pmm_slabs.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <climits>

#include "core/fold/pmm/pmm_slab_rows.hpp"

namespace foldwave {

namespace {

struct alignas(64) RowsDone {
  std::atomic<int> count = 0;
};

// What the threads of a sub-sweep share.
template <class Real>
struct Pass {
  const SlabShape<Real>& shape;
  const RowFunctions<Real>& functions;
  const RowStencil<Real>* side[2];
  const std::vector<std::uint64_t>& active;
  BlockActivity& activity;
  int number;                           // of the sub-sweep
  std::vector<RowsDone>& rows_done;     // a slab: rows put back
  std::vector<std::uint64_t>& changed;  // a slab's last plane: [slab][v][words]
  const std::stop_token& stop;
};

// Visits what must be visited of row v, step s.
template <class Real>
Index visit_row(const Pass<Real>& pass, SlabRows<Real>& rows, int block_w, int s, int v) {
  const SlabShape<Real>& shape = pass.shape;
  const int words = shape.words;
  const std::uint64_t* const active =
      pass.active.data() + Index{words} * (v / block_nodes + Index{1} * shape.blocks_v * block_w);
  const int first = std::max(0, v - 1);
  const int last = std::min(shape.nv - 1, v + 1);
  std::uint64_t* const news = rows.scratch(0);
  std::uint64_t* const visit = rows.scratch(1);
  for (int k = 0; k < words; ++k) {
    news[k] = 0;
    for (int r = first; r <= last; ++r)
      news[k] |= rows.changed(r, s - 1)[k];
  }
  spread_bits(news, visit, words);
  std::uint64_t any = 0;
  for (int k = 0; k < words; ++k)
    any |= visit[k] = (visit[k] | active[k]) & shape.valid[static_cast<std::size_t>(k)];
  if (any == 0) return 0;

  std::uint64_t* const needed = rows.scratch(0);
  spread_bits(visit, needed, words);
  for (int r = first; r <= last; ++r)
    rows.fetch(shape, r, needed);
  const RowWork<Real> work{{pass.side[0], pass.side[1]},
                           rows.values(v, s),
                           {v > 0 ? rows.values(v - 1, s - 1) : rows.outside(), rows.values(v, s - 1),
                            v + 1 < shape.nv ? rows.values(v + 1, s - 1) : rows.outside()},
                           rows.free(v, s),
                           visit,
                           rows.changed(v, s),
                           words};
  return pass.functions.update(work);
}

// The number of nodes with news; stops early, with every row counted as done, when asked to.
template <class Real>
Index run_slab(const Pass<Real>& pass, int slab, SlabRows<Real>& rows) {
  const SlabShape<Real>& shape = pass.shape;
  std::atomic<int>& done = pass.rows_done[static_cast<std::size_t>(slab)].count;
  const auto publish = [&done](int count) {
    done.store(count, std::memory_order_release);
    done.notify_all();
  };
  const int steps = rows.enter(shape, slab);
  const int block_w = shape.forward ? slab : shape.blocks_w - 1 - slab;
  const auto last_plane = [&](int of_slab, int v) {
    return pass.changed.data() + Index{shape.words} * (v + Index{1} * shape.nv * of_slab);
  };
  Index news = 0;
  for (int front = 0; front < shape.nv + steps; ++front) {
    if (pass.stop.stop_requested()) {
      publish(INT_MAX);
      break;
    }
    if (front < shape.nv) {
      if (slab > 0) {
        const std::atomic<int>& upstream = pass.rows_done[static_cast<std::size_t>(slab - 1)].count;
        for (int seen = upstream.load(std::memory_order_acquire); seen <= front;
             seen = upstream.load(std::memory_order_acquire))
          upstream.wait(seen, std::memory_order_acquire);
      }
      rows.start_row(front);
      if (slab > 0) std::copy_n(last_plane(slab - 1, front), shape.words, rows.changed(front, 0));
    }
    for (int s = std::max(1, front - shape.nv + 1); s <= std::min(steps, front); ++s)
      news += visit_row(pass, rows, block_w, s, front - s);
    const int v = front - steps;
    if (v < 0) continue;
    std::copy_n(rows.changed(v, steps), shape.words, last_plane(slab, v));
    rows.put_back(shape, v, [&](int chunk) {
      pass.activity.set_changed(shape.block(chunk, v / block_nodes, block_w), pass.number);
    });
    publish(v + 1);
  }
  return news;
}

}  // namespace

template <class Real>
SlabSweeper<Real>::SlabSweeper(const std::vector<SubSweep<Real>>& sweeps, const RowFunctions<Real>& functions,
                               bool skip_settled, Field<Real>& T, const Field<std::uint8_t>& fixed)
    : functions_(functions), skip_settled_(skip_settled), T_(T), fixed_(fixed), activity_(T, fixed) {
  for (const SubSweep<Real>& s : sweeps)
    directions_.push_back(
        {{s.u, s.v, s.w, s.forward}, {make_row_stencil(s.stencil[0]), make_row_stencil(s.stencil[1])}});
}

template <class Real>
Index SlabSweeper<Real>::run_next(const std::stop_token& stop) {
  const auto count = static_cast<int>(directions_.size());
  const Direction& d = directions_[static_cast<std::size_t>(done_ % count)];
  const bool first_sweep = done_ < count;
  const int number = ++done_;
  const SlabShape<Real> shape(d.axes, activity_, functions_, T_, fixed_);
  const bool any = activity_.mark(d.axes, first_sweep ? -1 : number - count, active_);
  if (!skip_settled_) {
    std::fill(active_.begin(), active_.end(), ~std::uint64_t{0});
  } else if (!any) {
    return 0;
  }
  std::vector<RowsDone> rows_done(static_cast<std::size_t>(shape.blocks_w));
  std::vector<std::uint64_t> changed(active_.size() * block_nodes);
  const Pass<Real> pass{shape,     functions_, {&d.stencil[0], &d.stencil[1]},
                        active_,   activity_,  number,
                        rows_done, changed,    stop};
  const int threads = std::min(omp_get_max_threads(), shape.blocks_w);
  std::vector<SlabRows<Real>> rows;
  for (int k = 0; k < threads; ++k)
    rows.emplace_back(shape);
  std::atomic<int> next = 0;
  Index news = 0;
#pragma omp parallel num_threads(threads) reduction(+ : news)
  {
    SlabRows<Real>& mine = rows[static_cast<std::size_t>(omp_get_thread_num())];
    // Slabs are taken in order, so the one before is done or in work.
    for (int slab = next++; slab < shape.blocks_w; slab = next++)
      news += run_slab(pass, slab, mine);
  }
  return stop.stop_requested() ? -1 : news;
}

template class SlabSweeper<float>;
template class SlabSweeper<double>;

}  // namespace foldwave
