// The row update of fold/pmm/pmm_rows.hpp for any vector type V. Only an instruction set's own file includes
// it. Nothing here may call an inline function of another header: it would be compiled for that instruction
// set, and the linker could give it to everyone.
//
// V has: Real, Mask, width, infinity; the four operations; load, store, all (one value in each lane), min,
// max, sqrt; sign (the sign bits), flip (xor with sign bits), infinite_where_negative; less (a < b),
// less_equal, select (mask ? a : b), any, bits, mask_of_bits, mask_of_signs.
#pragma once

#include "core/fold/pmm/pmm_rows.hpp"
#include "core/fold/pmm/sweeps.hpp"

#define FOLDWAVE_SIMD [[gnu::always_inline]] static inline

namespace foldwave {

namespace {

template <class V>
struct Simd {
  using Real = typename V::Real;
  using Mask = typename V::Mask;

  // r = (root - c b) / below in the form that adds like signs; `ok` loses lanes that have no such root.
  FOLDWAVE_SIMD V slope(V c, Real b, Real K, Real below, V s, V root, Mask& ok) {
    const V cb = c * V::all(b);
    const V zero = V::all(Real(0));
    if (b == Real(0)) return root / V::all(below);
    const Mask like_signs = V::less(zero, cb);
    if (below == Real(0)) {
      ok = ok & like_signs;
    } else if (below < Real(0)) {
      ok = ok & (like_signs | V::less_equal(c, zero));
    }
    const V numerator = V::select(like_signs, c * c - V::all(K) * s, root - cb);
    const V denominator = V::select(like_signs, cb + root, V::all(below));
    return numerator / denominator;
  }

  FOLDWAVE_SIMD void try_triangle(const RowStencil<Real>& s, const RowTriangle<Real>& n, const V* t,
                                  V& best) {
    const V centre = t[4], axis = t[n.axis], corner = t[n.corner];
    const V earliest = V::min(V::min(centre, axis), corner);
    const V latest = V::max(V::max(centre, axis), corner);
    const V inf = V::all(V::infinity);
    Mask ok = V::less(earliest + V::all(n.least), best) & V::less(latest, inf);
    if (!V::any(ok)) return;
    const V zero = V::all(Real(0));
    const V p1 = (axis - centre) * V::all(n.g1);
    const V p2 = (corner - axis) * V::all(n.g2);
    const V c = V::all(Real(1)) - V::all(n.b1) * p1 - V::all(n.b2) * p2;
    const V p = p1 * p1 + p2 * p2;
    // The front's speed along w.
    const V Vw = V::sqrt(c * c - V::all(s.below) * p);
    ok = ok & V::less(zero, Vw);
    if (!V::any(ok)) return;
    const V r = slope(c, s.bw, s.F2, s.below, p, V::all(s.F) * Vw, ok);
    const V gF = c - V::all(s.bw) * r;  // F |grad T|
    ok = ok & V::less(zero, gF);
    const V g = gF * V::all(Real(1) / s.F);
    // The entry point, times Vw.
    const V along = V::all(n.k1) * (V::all(s.F) * p1 + V::all(n.b1) * g);
    const V across = V::all(n.k2) * (V::all(s.F) * p2 + V::all(n.b2) * g);
    const V slack = V::all(Real(1e-4)) * Vw;
    ok = ok & V::less_equal(along, Vw + slack) & V::less_equal(zero, across + slack) &
         V::less_equal(across, along + slack);
    const V time = centre + V::all(s.hw) * r;
    best = V::select(ok & V::less(time, best) & V::less_equal(earliest, time), time, best);
  }

  FOLDWAVE_SIMD void try_edge(const RowEdge<Real>& e, const V* t, V& best) {
    const V from = t[e.from], to = t[e.to];
    const V earliest = V::min(from, to);
    Mask ok = V::less(earliest + V::all(e.least), best) & V::less(V::max(from, to), V::all(V::infinity));
    if (!V::any(ok)) return;
    const V zero = V::all(Real(0));
    const V p = (to - from) * V::all(e.inverse_length);
    const V c = V::all(Real(1)) - V::all(e.be) * p;
    const V root = V::sqrt(V::all(e.K) * (c * c - V::all(e.below) * (p * p)));
    ok = ok & V::less(zero, root);
    if (!V::any(ok)) return;
    const V r = slope(c, e.bp, e.K, e.below, p * p, root, ok);
    const V gK = c - V::all(e.bp) * r;  // |grad T| K / F
    ok = ok & V::less(zero, gK);
    // The entry point, times the root.
    const V entry = V::all(e.ahead) * root - V::all(e.distance) * (V::all(e.K) * p + V::all(e.be) * gK);
    ok = ok & V::less_equal(V::all(e.first) * root, entry) & V::less_equal(entry, V::all(e.last) * root);
    const V time = from + p * V::all(e.ahead) + r * V::all(e.distance);
    best = V::select(ok & V::less(time, best) & V::less_equal(earliest, time), time, best);
  }

  // Kept out of the row's loop, which nearly always does without it.
  [[gnu::noinline]] static void improve(const RowStencil<Real>& s, const V* t, V& result) {
    V best = result;
    for (int k = 0; k < 8; ++k)
      try_triangle(s, s.triangles[k], t, best);
    for (int k = 0; k < s.edge_count; ++k)
      try_edge(s.edges[k], t, best);
    for (int m = 0; m < 9; ++m)
      best = V::min(best, t[m] + V::all(s.node_time[m]));
    result = best;
  }

  // One vector of nodes at `u`: whether any became earlier.
  FOLDWAVE_SIMD bool update_vector(const RowWork<Real>& work, Index u, unsigned free, std::int64_t& news) {
    const V old = V::load(work.row + u);
    const V sign = V::sign(old);
    const V now = V::flip(old, sign);
    V t[9];
    V least = V::all(V::infinity);
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column) {
        // A node of the other side counts as not reached.
        const V time = V::infinite_where_negative(V::flip(V::load(work.before[row] + u + column - 1), sign));
        t[3 * row + column] = time;
        least = V::min(least, time);
      }
    V best = now;
    const Mask lower = V::mask_of_signs(old);
    for (int k = 0; k < 2; ++k) {
      const RowStencil<Real>& s = *work.side[k];
      const Mask mine = V::mask_of_bits(free & (k == 0 ? ~V::bits(lower) : V::bits(lower)));
      if (!V::any(mine & V::less(least + V::all(s.patch_least), now))) continue;
      // The others cannot become earlier than 0.
      V mended = V::select(mine, now, V::all(Real(0)));
      improve(s, t, mended);
      best = V::select(mine, mended, best);
    }
    const Mask earlier = V::less(best, now);
    if (!V::any(earlier)) return false;
    V::store(work.row + u, V::flip(best, sign));
    const V beyond_rounding = now * V::all(Real(1) - rounding_share<Real>);
    news += __builtin_popcount(V::bits(V::less(best, beyond_rounding)));
    return true;
  }

  static std::int64_t update_row(const RowWork<Real>& work) {
    constexpr unsigned lanes = V::width == 32 ? ~0U : (1U << V::width) - 1U;
    std::int64_t news = 0;
    for (int word = 0; word < work.words; ++word) {
      std::uint64_t changed = 0;
      for (std::uint64_t left = work.visit[word]; left != 0; left &= left - 1) {
        const int bit = __builtin_ctzll(left);
        const Index chunk = Index{64} * word + bit;
        const unsigned free = work.free[chunk];
        bool any = false;
        for (int part = 0; part < chunk_nodes; part += V::width)
          any |= update_vector(work, chunk * chunk_nodes + part, (free >> part) & lanes, news);
        if (any) changed |= std::uint64_t{1} << bit;
      }
      work.changed[word] = changed;
    }
    return news;
  }

  static void transpose(const Real* from, Index from_step, Real* to, Index to_step) {
    constexpr int side = 16 / static_cast<int>(sizeof(Real));
    for (int j = 0; j < chunk_nodes; j += side)
      for (int i = 0; i < chunk_nodes; i += side)
        transpose_part(from + j * from_step + i, from_step, to + i * to_step + j, to_step);
  }

  FOLDWAVE_SIMD void transpose_part(const float* from, Index from_step, float* to, Index to_step) {
    typedef float Four __attribute__((vector_size(16), aligned(4)));
    const auto row = [](const float* p) { return *reinterpret_cast<const Four*>(p); };
    const Four a = row(from), b = row(from + from_step);
    const Four c = row(from + 2 * from_step), d = row(from + 3 * from_step);
    const Four ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Four ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Four cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    const auto put = [&](int i, Four v) { *reinterpret_cast<Four*>(to + i * to_step) = v; };
    put(0, __builtin_shufflevector(ab, cd, 0, 1, 4, 5));
    put(1, __builtin_shufflevector(ab, cd, 2, 3, 6, 7));
    put(2, __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5));
    put(3, __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7));
  }
  FOLDWAVE_SIMD void transpose_part(const double* from, Index from_step, double* to, Index to_step) {
    const double a = from[0], b = from[1], c = from[from_step], d = from[from_step + 1];
    to[0] = a;
    to[1] = c;
    to[to_step] = b;
    to[to_step + 1] = d;
  }
};

}  // namespace

}  // namespace foldwave
