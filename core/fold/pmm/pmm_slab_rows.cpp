#include "core/fold/pmm/pmm_slab_rows.hpp"

#include <algorithm>

namespace foldwave {

template <class Real>
SlabShape<Real>::SlabShape(const SweepAxes& axes, const BlockActivity& blocks,
                           const RowFunctions<Real>& row_functions, Field<Real>& field,
                           const Field<std::uint8_t>& fixed_field)
    : forward(axes.forward),
      blocks_u(blocks.blocks(axes.u)),
      blocks_v(blocks.blocks(axes.v)),
      blocks_w(blocks.blocks(axes.w)),
      block_du(blocks.stride(axes.u)),
      block_dv(blocks.stride(axes.v)),
      block_dw(blocks.stride(axes.w)),
      words(blocks.words(axes.u)),
      activity(blocks),
      functions(row_functions),
      T(field.data()),
      fixed(fixed_field.data()) {
  const std::array<int, 3> n = field.shape();
  const std::array<Index, 3> stride{1, n[0], Index{1} * n[0] * n[1]};
  const auto u = static_cast<std::size_t>(axes.u), v = static_cast<std::size_t>(axes.v),
             w = static_cast<std::size_t>(axes.w);
  nu = n[u], nv = n[v], nw = n[w];
  du = stride[u], dv = stride[v], dw = stride[w];
  valid.assign(static_cast<std::size_t>(words), ~std::uint64_t{0});
  if (blocks_u % 64 != 0) valid.back() = (std::uint64_t{1} << (blocks_u % 64)) - 1;
}
template struct SlabShape<float>;
template struct SlabShape<double>;

template <class Real>
SlabRows<Real>::SlabRows(const SlabShape<Real>& shape)
    : pitch_(Index{chunk_nodes} * (shape.blocks_u + 2)),
      chunks_(shape.blocks_u),
      words_(shape.words),
      // Outside the grid nothing is ever reached: the chunks before and behind each row stay infinite.
      values_({static_cast<int>(pitch_), planes, ring}, std::numeric_limits<Real>::infinity()),
      outside_({static_cast<int>(pitch_), 1, 1}, std::numeric_limits<Real>::infinity()),
      free_(static_cast<std::size_t>(chunks_ * planes * ring)),
      changed_(static_cast<std::size_t>(words_ * planes * ring)),
      fetched_(static_cast<std::size_t>(words_ * ring)),
      scratch_(static_cast<std::size_t>(words_ * 2)) {}

template <class Real>
int SlabRows<Real>::enter(const SlabShape<Real>& shape, int slab) {
  block_w_ = shape.forward ? slab : shape.blocks_w - 1 - slab;
  direction_ = shape.forward ? 1 : -1;
  low_ = block_w_ * block_nodes;
  count_ = std::min(block_nodes, shape.nw - low_);
  const int first = shape.forward ? low_ : low_ + count_ - 1;
  // The first plane of all has none before it.
  step0_ = slab == 0 ? first : first - direction_;
  steps_ = slab == 0 ? count_ - 1 : count_;
  return steps_;
}

template <class Real>
void SlabRows<Real>::start_row(int v) {
  std::fill_n(changed(v, 0), words_ * planes, std::uint64_t{0});
  std::fill_n(fetched_.data() + words_ * (v % ring), words_, std::uint64_t{0});
}

template <class Real>
void SlabRows<Real>::fetch(const SlabShape<Real>& shape, int v, const std::uint64_t* chunks) {
  std::uint64_t* const fetched = fetched_.data() + words_ * (v % ring);
  for (Index word = 0; word < words_; ++word) {
    std::uint64_t missing = chunks[word] & shape.valid[static_cast<std::size_t>(word)] & ~fetched[word];
    fetched[word] |= missing;
    for (; missing != 0; missing &= missing - 1)
      fetch_chunk(shape, v, static_cast<int>(64 * word) + __builtin_ctzll(missing));
  }
}

template <class Real>
void SlabRows<Real>::fetch_chunk(const SlabShape<Real>& shape, int v, int chunk) {
  constexpr Real inf = std::numeric_limits<Real>::infinity();
  const int u0 = chunk * chunk_nodes;
  const int lanes = std::min(chunk_nodes, shape.nu - u0);
  const Real* const from = shape.T + u0 * shape.du + v * shape.dv;
  const auto fetch_plane = [&](int s) {
    const Real* const row = from + (step0_ + direction_ * s) * shape.dw;
    Real* const to = values(v, s) + u0;
    if (shape.du == 1 && lanes == chunk_nodes) {
      std::copy_n(row, chunk_nodes, to);
      return;
    }
    for (int i = 0; i < lanes; ++i)
      to[i] = row[i * shape.du];
    for (int i = lanes; i < chunk_nodes; ++i)
      to[i] = inf;
  };
  if (shape.du == 1 || lanes < chunk_nodes || count_ < block_nodes) {
    for (int s = 0; s <= steps_; ++s)
      fetch_plane(s);
  } else {
    const int low_step = (low_ - step0_) * direction_;
    shape.functions.transpose(from + low_ * shape.dw, shape.du, values(v, low_step) + u0,
                              direction_ * pitch_);
    if (steps_ == block_nodes) fetch_plane(0);
  }
  fetch_free(shape, v, chunk);
}

template <class Real>
void SlabRows<Real>::fetch_free(const SlabShape<Real>& shape, int v, int chunk) {
  const int u0 = chunk * chunk_nodes;
  const int lanes = std::min(chunk_nodes, shape.nu - u0);
  const auto all = static_cast<std::uint16_t>((1U << lanes) - 1U);
  const bool some_fixed = shape.activity.holds_fixed(shape.block(chunk, v / block_nodes, block_w_));
  for (int s = 1; s <= steps_; ++s) {
    unsigned bits = all;
    if (some_fixed) {
      const std::uint8_t* const held =
          shape.fixed + u0 * shape.du + v * shape.dv + (step0_ + direction_ * s) * shape.dw;
      for (int i = 0; i < lanes; ++i)
        if (held[i * shape.du] != 0) bits &= ~(1U << i);
    }
    free(v, s)[chunk] = static_cast<std::uint16_t>(bits);
  }
}

template <class Real>
void SlabRows<Real>::put_back_chunk(const SlabShape<Real>& shape, int v, int chunk) {
  const int u0 = chunk * chunk_nodes;
  const int lanes = std::min(chunk_nodes, shape.nu - u0);
  Real* const to = shape.T + u0 * shape.du + v * shape.dv;
  if (shape.du == 1 || lanes < chunk_nodes || count_ < block_nodes) {
    for (int s = 1; s <= steps_; ++s) {
      const std::uint64_t bits = changed(v, s)[chunk / 64];
      if ((bits >> (chunk % 64) & 1U) == 0) continue;
      const Real* const from = values(v, s) + u0;
      Real* const row = to + (step0_ + direction_ * s) * shape.dw;
      if (shape.du == 1) {
        std::copy_n(from, lanes, row);
      } else {
        for (int i = 0; i < lanes; ++i)
          row[i * shape.du] = from[i];
      }
    }
  } else {
    const int low_step = (low_ - step0_) * direction_;
    shape.functions.transpose(values(v, low_step) + u0, direction_ * pitch_, to + low_ * shape.dw, shape.du);
  }
}

template class SlabRows<float>;
template class SlabRows<double>;

}  // namespace foldwave
