// A PMM sub-sweep cut into blocks of a device. A block takes one tile of the planes (axes u, v) through a
// slab of S planes along w: it reads the tile with a halo of S nodes and the plane before, updates plane
// after plane in its own fast memory while the halo shrinks by one a plane, and writes back what changes. The
// work of a block is a row of phases with a barrier after each; every phase shares its nodes among `threads`
// threads, so the processor can play a block too, thread by thread.
//
// A block may read a neighbour's nodes of the slab before or after that neighbour has written them: their new
// value is the least of the old one and offers that do not depend on it, so both give the same.
#pragma once

#include "gpu/fold/tile_access.hpp"
#include "gpu/fold/tile_link.hpp"

namespace foldwave {

HOST_DEVICE inline int slab_count(int nw, int S) {
  return (nw + S - 1) / S;
}

// One block's share of one slab. S: planes a slab, 4 or 8. tame: the sweep's stencils are. `factors` are
// those of the sweep's sides, in fast memory; `memory` is aligned to 16 bytes. Link: NoLink, or TileLink
// where devices share the rows.
template <class Real, int S, bool tame, class Link = NoLink>
class PmmTile {
 public:
  static constexpr int piece = 16 / static_cast<int>(sizeof(Real));
  // Held where there is no node: it is never updated, and offers nothing, for its bits come after infinity.
  static constexpr Real nowhere = std::numeric_limits<Real>::quiet_NaN();

  // Elements of Real that a tile needs in fast memory.
  static HOST_DEVICE int plane_size(int tile_u, int tile_v) {
    // Slabs along x are filled S nodes at a time: a stride of 32 / S banks keeps these apart.
    const int cells = (tile_u + 2 * S) * (tile_v + 2 * S);
    return (cells + 31) / 32 * 32 + 32 / S;
  }
  static HOST_DEVICE int memory_size(int tile_u, int tile_v) {
    const int cells = (tile_u + 2 * S) * (tile_v + 2 * S);
    return (S + 1) * plane_size(tile_u, tile_v) + cells * 2 / static_cast<int>(sizeof(Real));
  }

  HOST_DEVICE PmmTile(const TileSweep<Real>& sweep, const TileArrays<Real>& arrays, int slab, int block,
                      const QuickFactors<Real>* factors, Real* memory, const Link* link = nullptr)
      : s_(sweep),
        a_(arrays),
        link_(link),
        factors_(factors),
        memory_(memory),
        plane_size_(plane_size(sweep.tile_u, sweep.tile_v)) {
    const int nw = s_.n[2];
    const int from = S * (s_.forward ? slab : slab_count(nw, S) - 1 - slab);
    base_ = from;
    const int to = from + S < nw ? from + S : nw;  // one beyond
    first_ = s_.forward ? (from > 0 ? from : 1) : (to < nw ? to - 1 : nw - 2);
    planes_ = s_.forward ? to - first_ : first_ - from + 1;
    u0_ = block % s_.tiles_u * s_.tile_u;
    v0_ = block / s_.tiles_u * s_.tile_v;
    if constexpr (Link::shared) v0_ += link_->first;
    pitch_ = s_.tile_u + 2 * S;
    cells_ = reinterpret_cast<std::uint16_t*>(memory + (S + 1) * plane_size_);
  }

  HOST_DEVICE int planes() const { return planes_; }

  // Whether a neighbour's rows are within its halo, and its own within the neighbour's.
  HOST_DEVICE bool is_beside_cut(int below_or_above) const {
    return link_->is_near(below_or_above, v0_, s_.tile_v, S);
  }

  // Whether anything that the tile's nodes depend on has changed since this sub-sweep was last done.
  HOST_DEVICE bool is_unsettled(int thread, int threads) const {
    const tile_detail::Rectangle r = inside(planes_);
    const int last = s_.forward ? first_ + planes_ - 1 : first_ - planes_ + 1;
    const int before = s_.forward ? first_ - 1 : first_ + 1;
    const int w0 = (before < last ? before : last) / brick;
    const int w1 = (before < last ? last : before) / brick;
    const tile_detail::Rectangle b{r.u0 / brick, (r.u1 - 1) / brick + 1, r.v0 / brick,
                                   (r.v1 - 1) / brick + 1};
    bool news = false;
    for (int w = w0; w <= w1; ++w)
      tile_detail::share_nodes(b, thread, threads, 0, 0, [&](int u, int v, int) {
        const int stamp = tile_detail::read_fresh(a_.stamps + u * s_.brick_step[0] + v * s_.brick_step[1] +
                                                  w * s_.brick_step[2]);
        news = news || stamp > s_.number - s_.period;
      });
    return news;
  }

  HOST_DEVICE void load_cells(int thread, int threads) const {
    constexpr int together = 8;
    const int count = (s_.tile_u + 2 * S - 2) * (s_.tile_v + 2 * S - 2);
    for (int i = thread * together; i < count; i += threads * together)
      tile_detail::copy_ahead(cells_ + i, s_.cells + i);
  }

  // The slab's own nodes, as they are before it.
  HOST_DEVICE void load_slab(int thread, int threads) const {
    if (s_.x_along_w)
      load_columns(thread, threads);
    else
      load_rows(1, planes_, thread, threads);
  }

  HOST_DEVICE void load_plane_before(int thread, int threads) const {
    if (!s_.x_along_w) {
      load_rows(0, 0, thread, threads);
      return;
    }
    const Real* const from = a_.T + w_of(0) * s_.step[2];
    share_cells(planes_, thread, threads, [&](int u, int v, int c) {
      memory_[c] = in_grid(u, v) ? tile_detail::read_fresh(from + u * s_.step[0] + v * s_.step[1]) : nowhere;
    });
  }

  // Plane p = 1 .. planes(). Gives back whether a node of the tile changed beyond rounding.
  HOST_DEVICE bool update_plane(int p, int thread, int threads) {
    const Real* const before = memory_ + (p - 1) * plane_size_;
    Real* const plane = memory_ + p * plane_size_;
    const int w = w_of(p);
    bool news = false;
    const int halo = planes_ - p;
    const int count = (s_.tile_u + 2 * halo) * (s_.tile_v + 2 * halo);
    const int own = s_.tile_u * s_.tile_v;
    for (int i = thread; i < count; i += threads) {
      const int c = cells_[i];
      const Real old = plane[c];
      const Real fresh = update(before + c, old, c, w);
      if (!(fresh < std::fabs(old)) || is_fixed(c, w)) continue;
      const Real value = std::signbit(old) ? -fresh : fresh;
      plane[c] = value;
      if (i >= own) continue;
      const int u = u_of(c);
      const int v = v_of(c);
      if constexpr (Link::shared)
        if (v >= link_->end) continue;
      const Index node = u * s_.step[0] + v * s_.step[1] + w * s_.step[2];
      a_.T[node] = value;
      if constexpr (Link::shared) link_->pass_on(v, S, node, value);
      news = news || fresh < std::fabs(old) * (Real(1) - rounding_share<Real>);
      if (!s_.skip_settled && !Link::shared) continue;
      const Index at =
          u / brick * s_.brick_step[0] + v / brick * s_.brick_step[1] + w / brick * s_.brick_step[2];
      a_.stamps[at] = s_.number;
      if constexpr (Link::shared) link_->pass_on_stamp(v, S, at, s_.number);
    }
    return news;
  }

 private:
  HOST_DEVICE int w_of(int p) const { return s_.forward ? first_ + p - 1 : first_ - p + 1; }
  HOST_DEVICE int plane_of(int w) const { return s_.forward ? w - first_ + 1 : first_ - w + 1; }
  HOST_DEVICE int v_of(int c) const { return tile_detail::quotient(c, pitch_) + v0_ - S; }
  HOST_DEVICE int u_of(int c) const { return c - tile_detail::quotient(c, pitch_) * pitch_ + u0_ - S; }

  HOST_DEVICE bool in_grid(int u, int v) const { return u >= 0 && u < s_.n[0] && v >= 0 && v < s_.n[1]; }

  // The grid's nodes in the tile and `halo` about it.
  HOST_DEVICE tile_detail::Rectangle inside(int halo) const {
    const int u0 = u0_ - halo, u1 = u0_ + s_.tile_u + halo, v0 = v0_ - halo, v1 = v0_ + s_.tile_v + halo;
    return {u0 > 0 ? u0 : 0, u1 < s_.n[0] ? u1 : s_.n[0], v0 > 0 ? v0 : 0, v1 < s_.n[1] ? v1 : s_.n[1]};
  }

  // f(u, v, c) for the tile and `halo` about it, within the grid or not.
  template <class F>
  HOST_DEVICE void share_cells(int halo, int thread, int threads, const F& f) const {
    const tile_detail::Rectangle r{u0_ - halo, u0_ + s_.tile_u + halo, v0_ - halo, v0_ + s_.tile_v + halo};
    tile_detail::share_nodes(r, thread, threads, pitch_, (S - halo) * (pitch_ + 1), f);
  }

  // Planes `first` to `last`, x along u, in pieces of 16 bytes: beyond the grid's last x lies padding. A
  // plane needs as much of the halo as planes follow.
  HOST_DEVICE void load_rows(int first, int last, int thread, int threads) const {
    const int row_pieces = pitch_ / piece;
    const int pieces = row_pieces * (s_.tile_v + 2 * S);
    const Index next = s_.forward ? s_.step[2] : -s_.step[2];
    for (int j = thread; j < pieces; j += threads) {
      const int row = tile_detail::quotient(j, row_pieces);
      const int u = u0_ - S + (j - row * row_pieces) * piece;
      const int v = v0_ - S + row;
      const int out = tile_detail::larger(tile_detail::larger(u0_ - u - piece + 1, u - u0_ - s_.tile_u + 1),
                                          tile_detail::larger(v0_ - v, v - v0_ - s_.tile_v + 1));
      const int end = planes_ - out < last ? planes_ - out : last;
      Real* to = memory_ + first * plane_size_ + j * piece;
      const Real* from = a_.T + w_of(first) * s_.step[2] + v * s_.step[1] + u;
      const bool inside_grid = in_grid(u, v);
      for (int p = first; p <= end; ++p) {
        if (inside_grid)
          tile_detail::copy_ahead(to, from);
        else
          fill(to);
        to += plane_size_;
        from += next;
      }
    }
  }

  // All planes' nodes, x along w: each thread takes S nodes of x.
  HOST_DEVICE void load_columns(int thread, int threads) const {
    struct alignas(16) Piece {
      Real t[piece];
    };
    share_cells(planes_ - 1, thread, threads, [&](int u, int v, int c) {
      const bool inside_grid = in_grid(u, v);
      const Real* const from = a_.T + base_ + u * s_.step[0] + v * s_.step[1];
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
      for (int k = 0; k < S; k += piece) {
        Piece some;
        fill(some.t);
        if (inside_grid)
          some = std::bit_cast<Piece>(
              tile_detail::read_fresh(reinterpret_cast<const tile_detail::Bytes16*>(from + k)));
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (int j = 0; j < piece; ++j) {
          const int p = plane_of(base_ + k + j);
          if (p >= 1 && p <= planes_) memory_[p * plane_size_ + c] = some.t[j];
        }
      }
    });
  }

  static HOST_DEVICE void fill(Real* to) {
    for (int i = 0; i < piece; ++i)
      to[i] = nowhere;
  }

  HOST_DEVICE bool is_fixed(int c, int w) const {
    const int u = u_of(c);
    const int v = v_of(c);
    const std::uint8_t* const byte =
        a_.fixed + u * s_.fixed_step[0] + v * s_.fixed_step[1] + w * s_.fixed_step[2];
    const int x = s_.x_along_w ? w : u;
    return (byte[x >> 3] >> (x & 7) & 1) != 0;
  }

  // The new unsigned time of the node c of plane w, if it is not held; its patch's centre is at `centre`.
  HOST_DEVICE Real update(const Real* centre, Real old, int c, int w) const {
    using Bits = typename UnsignedBits<Real>::type;
    constexpr Bits sign = Bits{1} << (8 * sizeof(Real) - 1);
    constexpr Bits unreached =
        sizeof(Real) == 4 ? Bits{0x7f800000U} : static_cast<Bits>(0x7ff0000000000000ULL);
    // The bits of this side's times order as the times do; those of the other side come after infinity.
    const Bits mask = tile_detail::to_bits(old) & sign;
    Bits b[9];
    Bits least = unreached;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int m = 0; m < 9; ++m) {
      b[m] = tile_detail::to_bits(centre[(m / 3 - 1) * pitch_ + m % 3 - 1]) ^ mask;
      least = b[m] < least ? b[m] : least;
    }
    const Real time = std::fabs(old);
    const bool lower = mask != 0;
    const Real patch_least = lower ? s_.side[1].base.patch_least : s_.side[0].base.patch_least;
    if (!(std::bit_cast<Real>(least) + patch_least < time)) return time;
    Real t[9];
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int m = 0; m < 9; ++m)
      t[m] = std::bit_cast<Real>(b[m] < unreached ? b[m] : unreached);
    const auto again = [&](int m) {
      const Bits bits = tile_detail::to_bits(centre[(m / 3 - 1) * pitch_ + m % 3 - 1]) ^ mask;
      return std::bit_cast<Real>(bits < unreached ? bits : unreached);
    };
    unsigned edges = 0;
    Real best = time;
    if constexpr (tame) {
      const QuickFactors<Real>& factors = factors_[lower ? 1 : 0];
      if (settle(factors, t, time, best)) return best;
      best = try_triangles<true>(factors, s_.side[0], t, time, edges);
    } else if (lower) {
      best = try_triangles<false>(s_.side[1].factors, s_.side[1], t, time, edges);
    } else {
      best = try_triangles<false>(s_.side[0].factors, s_.side[0], t, time, edges);
    }
    // Held nodes stand where edges matter most: along the horizon and where the front enters the box.
    if (edges == 0U || is_fixed(c, w)) return best;
    return try_edges_and_nodes(s_.side[lower ? 1 : 0], t, best, edges, again);
  }

  const TileSweep<Real>& s_;
  const TileArrays<Real>& a_;
  const Link* link_;
  const QuickFactors<Real>* factors_;
  Real* memory_;
  int plane_size_;
  int base_, first_, planes_;
  int u0_, v0_, pitch_;
  std::uint16_t* cells_;
};

}  // namespace foldwave
