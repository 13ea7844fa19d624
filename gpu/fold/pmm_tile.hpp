// A PMM sub-sweep cut into blocks of a device. A block takes one tile of the planes (axes u, v) through a
// slab of S planes along w: it reads the tile with a halo of S nodes and the plane before, updates plane
// after plane in its own fast memory while the halo shrinks by one a plane, and writes the tile back. The
// work of a block is a row of phases with a barrier after each; every phase shares its nodes among `threads`
// threads, so the processor can play a block too, thread by thread.
//
// A block may read a neighbour's nodes of the slab before or after that neighbour has written them: their new
// value is the least of the old one and offers that do not depend on it, so both give the same.
#pragma once

#include "gpu/fold/tile_access.hpp"

namespace foldwave {

HOST_DEVICE inline int slab_count(int nw, int S) {
  return (nw + S - 1) / S;
}

// One block's share of one slab. S: planes a slab, 4 or 8. tame: the sweep's stencils are. `factors` are
// those of the sweep's sides, in fast memory; `memory` is aligned to 16 bytes.
template <class Real, int S, bool tame>
class PmmTile {
 public:
  static constexpr int piece = 16 / static_cast<int>(sizeof(Real));

  // Elements of Real that a tile needs in fast memory.
  static HOST_DEVICE int plane_size(int tile_u, int tile_v) {
    // Slabs along x are filled S nodes at a time: a stride of 32 / S banks keeps these apart.
    const int cells = (tile_u + 2 * S) * (tile_v + 2 * S);
    return (cells + 31) / 32 * 32 + 32 / S;
  }
  static HOST_DEVICE int memory_size(int tile_u, int tile_v) {
    const int list = (tile_u + 2 * S) * (tile_v + 2 * S);
    return (S + 1) * plane_size(tile_u, tile_v) + list * 2 / static_cast<int>(sizeof(Real)) + 1;
  }

  HOST_DEVICE PmmTile(const TileSweep<Real>& sweep, const TileArrays<Real>& arrays, int slab, int block,
                      const QuickFactors<Real>* factors, Real* memory)
      : s_(sweep),
        a_(arrays),
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
    pitch_ = s_.tile_u + 2 * S;
    const tile_detail::Rectangle r = clipped(S, 1);
    at_border_ = r.u0 < 0 || r.u1 > s_.n[0] || r.v0 < 0 || r.v1 > s_.n[1];
    list_ = reinterpret_cast<std::uint16_t*>(memory + (S + 1) * plane_size_);
  }

  HOST_DEVICE int planes() const { return planes_; }

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

  // The nodes that are updated: the tile's, then ring by ring those of the halo, so that a plane takes the
  // first of them and no thread is left idle between them.
  HOST_DEVICE void list_nodes(int thread, int threads) {
    const tile_detail::Rectangle tile = inside(0);
    const int width = tile.u1 - tile.u0;
    tile_detail::share_nodes(inside(planes_ - 1), thread, threads, 0, 0, [&](int u, int v, int) {
      const int du = u < tile.u0 ? tile.u0 - u : u - tile.u1 + 1;
      const int dv = v < tile.v0 ? tile.v0 - v : v - tile.v1 + 1;
      const int out = du > dv ? du : dv;
      int place = (v - tile.v0) * width + u - tile.u0;
      if (out > 0) {
        const tile_detail::Rectangle ring = inside(out);
        const tile_detail::Rectangle within = inside(out - 1);
        const int row = ring.u1 - ring.u0;
        const int top = ring.v0 < within.v0 ? row : 0;
        const int bottom = ring.v1 > within.v1 ? row : 0;
        const int left = ring.u0 < within.u0 ? within.v1 - within.v0 : 0;
        place = nodes_in(within);
        if (v < within.v0)
          place += u - ring.u0;
        else if (v >= within.v1)
          place += top + u - ring.u0;
        else
          place += top + bottom + (u < within.u0 ? 0 : left) + v - within.v0;
      }
      list_[place] = static_cast<std::uint16_t>(cell(u, v));
    });
  }

  // The slab's own nodes, as they are before it.
  HOST_DEVICE void load_slab(int thread, int threads) {
    if (s_.x_along_w) {
      load_columns(thread, threads);
    } else {
      for (int p = 1; p <= planes_; ++p)
        load_rows(p, thread, threads);
    }
    for (int p = 0; at_border_ && p < planes_; ++p)
      fill_ring(p, thread, threads);
  }

  HOST_DEVICE void load_plane_before(int thread, int threads) {
    if (!s_.x_along_w) {
      load_rows(0, thread, threads);
      return;
    }
    const Real* const from = a_.T + w_of(0) * s_.step[2];
    share(inside(planes_), thread, threads, [&](int u, int v, int c) {
      memory_[c] = tile_detail::read_fresh(from + u * s_.step[0] + v * s_.step[1]);
    });
  }

  // Plane p = 1 .. planes(). Gives back whether a node of the tile changed, and counts changes beyond
  // rounding.
  HOST_DEVICE bool update_plane(int p, int thread, int threads, bool& news) {
    const Real* const before = memory_ + (p - 1) * plane_size_;
    Real* const plane = memory_ + p * plane_size_;
    const int w = w_of(p);
    bool changed = false;
    const int count = nodes_in(inside(planes_ - p));
    const int own = nodes_in(inside(0));
    for (int i = thread; i < count; i += threads) {
      const int c = list_[i];
      const Real old = plane[c];
      const Real fresh = update(before + c, old, c, w);
      if (!(fresh < std::fabs(old)) || is_fixed(c, w)) continue;
      plane[c] = std::signbit(old) ? -fresh : fresh;
      if (i >= own) continue;
      changed = true;
      news = news || fresh < std::fabs(old) * (Real(1) - rounding_share<Real>);
      if (s_.skip_settled)
        a_.stamps[u_of(c) / brick * s_.brick_step[0] + v_of(c) / brick * s_.brick_step[1] +
                  w / brick * s_.brick_step[2]] = s_.number;
    }
    return changed;
  }

  HOST_DEVICE void store(int thread, int threads) const {
    for (int p = 1; p <= planes_; ++p) {
      if (s_.x_along_w) {
        const int w = base_ + thread % S;
        if (plane_of(w) == p) store_plane(p, thread / S, threads / S);
      } else {
        store_plane(p, thread, threads);
      }
    }
  }

 private:
  HOST_DEVICE int w_of(int p) const { return s_.forward ? first_ + p - 1 : first_ - p + 1; }
  HOST_DEVICE int plane_of(int w) const { return s_.forward ? w - first_ + 1 : first_ - w + 1; }
  HOST_DEVICE int cell(int u, int v) const { return (v - v0_ + S) * pitch_ + u - u0_ + S; }
  HOST_DEVICE int v_of(int c) const { return tile_detail::quotient(c, pitch_) + v0_ - S; }
  HOST_DEVICE int u_of(int c) const { return c - tile_detail::quotient(c, pitch_) * pitch_ + u0_ - S; }

  // The grid's nodes in the tile and `halo` about it, or with a ring of one outside the grid.
  HOST_DEVICE tile_detail::Rectangle clipped(int halo, int ring) const {
    const int u0 = u0_ - halo, u1 = u0_ + s_.tile_u + halo, v0 = v0_ - halo, v1 = v0_ + s_.tile_v + halo;
    return {u0 > -ring ? u0 : -ring, u1 < s_.n[0] + ring ? u1 : s_.n[0] + ring, v0 > -ring ? v0 : -ring,
            v1 < s_.n[1] + ring ? v1 : s_.n[1] + ring};
  }
  HOST_DEVICE tile_detail::Rectangle inside(int halo) const { return clipped(halo, 0); }

  static HOST_DEVICE int nodes_in(const tile_detail::Rectangle& r) { return (r.u1 - r.u0) * (r.v1 - r.v0); }

  template <class F>
  HOST_DEVICE void share(const tile_detail::Rectangle& r, int thread, int threads, const F& f) const {
    tile_detail::share_nodes(r, thread, threads, pitch_, cell(r.u0, r.v0), f);
  }

  // Plane p's nodes, x along u, in pieces of 16 bytes: beyond the grid's last x lies padding.
  HOST_DEVICE void load_rows(int p, int thread, int threads) const {
    const tile_detail::Rectangle r = inside(planes_ - p);
    const int u0 = r.u0 / piece * piece;
    Real* const to = memory_ + p * plane_size_ + cell(u0, 0);
    const Real* const from = a_.T + w_of(p) * s_.step[2] + u0;
    const tile_detail::Rectangle pieces{0, (r.u1 - u0 + piece - 1) / piece, r.v0, r.v1};
    tile_detail::share_nodes(pieces, thread, threads, 0, 0, [&](int k, int v, int) {
      tile_detail::copy_ahead(to + v * pitch_ + k * piece, from + v * s_.step[1] + k * piece);
    });
  }

  // All planes' nodes, x along w: each thread takes S nodes of x.
  HOST_DEVICE void load_columns(int thread, int threads) const {
    struct alignas(16) Piece {
      Real t[piece];
    };
    share(inside(planes_ - 1), thread, threads, [&](int u, int v, int c) {
      const Real* const from = a_.T + base_ + u * s_.step[0] + v * s_.step[1];
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
      for (int k = 0; k < S; k += piece) {
        const auto some = std::bit_cast<Piece>(
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

  // What lies outside the grid is never reached. Where rows of x do not end with a piece, load_rows brings
  // padding that says so; no other thread writes there.
  HOST_DEVICE void fill_ring(int p, int thread, int threads) const {
    const tile_detail::Rectangle r = clipped(planes_ - p, 1);
    const tile_detail::Rectangle grid = inside(planes_ - p);
    const bool padded = !s_.x_along_w && s_.n[0] % piece != 0;
    Real* const plane = memory_ + p * plane_size_;
    const auto fill = [&](int u0, int u1, int v0, int v1) {
      share({u0, u1, v0, v1}, thread, threads,
            [&](int, int, int c) { plane[c] = pmm_detail::infinity<Real>(); });
    };
    if (r.u0 < 0) fill(-1, 0, grid.v0, grid.v1);
    if (r.u1 > s_.n[0] && !padded) fill(s_.n[0], s_.n[0] + 1, grid.v0, grid.v1);
    if (r.v0 < 0) fill(r.u0, r.u1, -1, 0);
    if (r.v1 > s_.n[1]) fill(r.u0, r.u1, s_.n[1], s_.n[1] + 1);
  }

  HOST_DEVICE void store_plane(int p, int thread, int threads) const {
    const Real* const plane = memory_ + p * plane_size_;
    Real* const to = a_.T + w_of(p) * s_.step[2];
    share(inside(0), thread, threads,
          [&](int u, int v, int c) { to[u * s_.step[0] + v * s_.step[1]] = plane[c]; });
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
  const QuickFactors<Real>* factors_;
  Real* memory_;
  int plane_size_;
  int base_, first_, planes_;
  int u0_, v0_, pitch_;
  bool at_border_;
  std::uint16_t* list_;
};

}  // namespace foldwave
