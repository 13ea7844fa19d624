// The filters' inner loops in vectors of FOLDWAVE_FILTER_LANES floats, compiled once for each instruction set
// by the file that includes this: FOLDWAVE_FILTER_PATH names its namespace. Lines are brought into tiles,
// one line a lane, worked on there and taken back: a volume's lines lie a power of two apart as a rule, so
// that they would throw each other out of the caches.
#pragma once

#include <algorithm>
#include <cstring>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include "core/volume/filter/lines/filter_kernels.hpp"
#include "core/volume/filter/lines/filter_tiles_simd.hpp"
#include "core/volume/filter/lines/mirror.hpp"

namespace foldwave::FOLDWAVE_FILTER_PATH {

// What decays behind an impulse would end in denormal numbers, which cost a hundred times a sum: they are 0.
class NoDenormals {
 public:
#if defined(__SSE__)
  NoDenormals() : before_(_mm_getcsr()) {
    _mm_setcsr(before_ | 0x8000U);
  }
  ~NoDenormals() {
    _mm_setcsr(before_);
  }

 private:
  unsigned before_;
#else
  NoDenormals() = default;
  ~NoDenormals() {}
#endif
 public:
  NoDenormals(const NoDenormals&) = delete;
  NoDenormals& operator=(const NoDenormals&) = delete;
};

struct Waves {
  Floats re[recursive_waves], im[recursive_waves];

  FOLDWAVE_INLINE void turn(const RecursiveGaussian& g, const Floats& x) {
#pragma GCC unroll 3
    for (int j = 0; j < recursive_waves; ++j) {
      const Floats old = re[j];
      re[j] =
          g.pole_re[static_cast<std::size_t>(j)] * old + (x - g.pole_im[static_cast<std::size_t>(j)] * im[j]);
      im[j] = g.pole_re[static_cast<std::size_t>(j)] * im[j] + g.pole_im[static_cast<std::size_t>(j)] * old;
    }
  }
  FOLDWAVE_INLINE Floats weighed(const RecursiveGaussian::Parts& wr,
                                 const RecursiveGaussian::Parts& wi) const {
    Floats sum = wr[0] * re[0] - wi[0] * im[0];
#pragma GCC unroll 3
    for (std::size_t j = 1; j < recursive_waves; ++j)
      sum += wr[j] * re[j] - wi[j] * im[j];
    return sum;
  }
};

// One tile in place; `ahead` has room for as much.
void filter_recursively(Floats* tile, Floats* ahead, int n, const RecursiveGaussian& gaussian) {
  const RecursiveGaussian g = gaussian;
  Waves u{};
  const int past = g.past_nodes();
  const float* w = g.past.data();
  for (int k = 0; k < past; ++k, w += 2 * recursive_waves)
#pragma GCC unroll 3
    for (int j = 0; j < recursive_waves; ++j) {
      u.re[j] += w[2 * j] * tile[k];
      u.im[j] += w[2 * j + 1] * tile[k];
    }
  for (int k = 0; k < n; ++k) {
    u.turn(g, tile[k]);
    ahead[k] = u.weighed(g.ahead_re, g.ahead_im);
  }
  for (int k = n - 1; k >= 0; --k) {
    const Floats x = tile[k];
    tile[k] = ahead[k] + u.weighed(g.behind_re, g.behind_im);
    u.turn(g, x);
  }
}

// One tile with `reach` nodes of room on either side, filled here.
void filter_symmetrically(Floats* tile, Floats* out, int n, HalfKernel half) {
  const int reach = static_cast<int>(half.size()) - 1;
  for (int k = 1; k <= reach; ++k) {
    tile[-k] = tile[mirrored_node(-k, n)];
    tile[n - 1 + k] = tile[mirrored_node(n - 1 + k, n)];
  }
  const float* const w = half.data();
  constexpr int together = 4;
  int k = 0;
  for (; k + together <= n; k += together) {
    Floats sum[together];
#pragma GCC unroll 4
    for (int c = 0; c < together; ++c)
      sum[c] = w[0] * tile[k + c];
    for (int r = 1; r <= reach; ++r)
#pragma GCC unroll 4
      for (int c = 0; c < together; ++c)
        sum[c] += w[r] * (tile[k + c - r] + tile[k + c + r]);
#pragma GCC unroll 4
    for (int c = 0; c < together; ++c)
      out[k + c] = sum[c];
  }
  for (; k < n; ++k) {
    Floats sum = w[0] * tile[k];
    for (int r = 1; r <= reach; ++r)
      sum += w[r] * (tile[k - r] + tile[k + r]);
    out[k] = sum;
  }
}

std::size_t scratch(int n, int reach) {
  return static_cast<std::size_t>(lanes) *
         (static_cast<std::size_t>(lanes_beside) * static_cast<std::size_t>(n + 2 * reach) +
          static_cast<std::size_t>(n));
}

// filter(tile, room): one tile, whose result is then at the place that it gives back.
template <class Filter>
FOLDWAVE_INLINE void each_tile(LineBundle<const float> in, LineBundle<float> out, int n, int count, int reach,
                               float* memory, const Filter& filter) {
  Floats* const room = reinterpret_cast<Floats*>(memory);
  Floats* const tiles = room + n;
  if (in.step == 1) {
    for (int c = 0; c < count; c += lanes) {
      const int some = std::min(lanes, count - c);
      take_rows(in.at + c * in.pitch, in.pitch, n, some, tiles + reach);
      put_rows(filter(tiles + reach, room), n, some, out.at + c * out.pitch, out.pitch);
    }
    return;
  }
  const Index apart = n + 2 * reach;
  for (int c = 0; c < count; c += lanes * lanes_beside) {
    const int some = std::min(lanes * lanes_beside, count - c);
    take_columns(in.at + c, in.step, n, some, tiles + reach, apart);
    for (int t = 0; t * lanes < some; ++t) {
      Floats* const tile = tiles + reach + t * apart;
      const Floats* const done = filter(tile, room);
      if (done != tile) std::copy_n(done, n, tile);
    }
    put_columns(tiles + reach, apart, n, some, out.at + c, out.step);
  }
}

void recursive(LineBundle<const float> in, LineBundle<float> out, int n, int count,
               const RecursiveGaussian& gaussian, float* memory) {
  const NoDenormals as_zeros;
  each_tile(in, out, n, count, 0, memory, [&](Floats* tile, Floats* room) {
    filter_recursively(tile, room, n, gaussian);
    return tile;
  });
}

void symmetric(LineBundle<const float> in, LineBundle<float> out, int n, int count, HalfKernel half,
               float* memory) {
  each_tile(in, out, n, count, static_cast<int>(half.size()) - 1, memory, [&](Floats* tile, Floats* room) {
    filter_symmetrically(tile, room, n, half);
    return room;
  });
}

std::uint32_t largest(const float* values, Index count) {
  Words most[2] = {};
  Index m = 0;
  for (; m + 2 * lanes <= count; m += 2 * lanes)
#pragma GCC unroll 2
    for (int c = 0; c < 2; ++c) {
      const Words bits = loaded<Words>(values + m + c * lanes) & 0x7fffffffU;
      most[c] = bits > most[c] ? bits : most[c];
    }
  std::uint32_t found = 0;
  for (int c = 0; c < lanes; ++c)
    found = std::max({found, most[0][c], most[1][c]});
  for (; m < count; ++m) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, values + m, sizeof(bits));
    found = std::max(found, bits & 0x7fffffffU);
  }
  return found;
}

// `wide` vectors of outputs of one row, or of two. Sums of `alone` rows at a time, as thousands of equal
// terms one after the other would round to one side.
template <int wide, bool two>
FOLDWAVE_INLINE void dense_block(const DenseRows& d, Index m, float* first, float* second) {
  const float* w = d.weights;
  const Index lag = Index{d.alone} * d.taps;
  const auto group = [&]<bool in_first, bool in_second>(int from_row) {
    Floats a[wide] = {}, b[wide] = {};
    for (int r = from_row; r < from_row + d.alone; ++r, w += d.taps) {
      const float* const from = d.rows[r] + m;
      for (int t = 0; t < d.taps; ++t)
#pragma GCC unroll 8
        for (int c = 0; c < wide; ++c) {
          const Floats x = loaded<Floats>(from + t + c * lanes);
          if constexpr (in_first) a[c] += w[t] * x;
          if constexpr (in_second) b[c] += w[t - lag] * x;
        }
    }
#pragma GCC unroll 8
    for (int c = 0; c < wide; ++c) {
      const Index at = m + c * lanes;
      if constexpr (in_first) store(first + at, from_row > 0 ? loaded<Floats>(first + at) + a[c] : a[c]);
      if constexpr (in_second)
        store(second + at, from_row > d.alone ? loaded<Floats>(second + at) + b[c] : b[c]);
    }
  };
  group.template operator()<true, false>(0);
  for (int r = d.alone; r < d.count; r += d.alone)
    group.template operator()<true, two>(r);
  if constexpr (two) group.template operator()<false, true>(d.count);
}

template <bool two>
FOLDWAVE_INLINE void dense_rows(const DenseRows& d, int count, float* first, float* second) {
  constexpr int wide = lanes == 16 ? 8 : 4;
  Index m = 0;
  for (; m + wide * lanes <= count; m += wide * lanes)
    dense_block<wide, two>(d, m, first, second);
  for (; m + lanes <= count; m += lanes)
    dense_block<1, two>(d, m, first, second);
  if (m == count) return;
  // The last lanes once more, from where they all lie in the row.
  if (count >= lanes) {
    dense_block<1, two>(d, count - lanes, first, second);
    return;
  }
  for (; m < count; ++m) {
    double a = 0.0, b = 0.0;
    for (int r = 0; r < d.count + (two ? d.alone : 0); ++r)
      for (int t = 0; t < d.taps; ++t) {
        const double x = d.rows[r][m + t];
        if (r < d.count) a += d.weights[Index{r} * d.taps + t] * x;
        if (two && r >= d.alone) b += d.weights[Index{r - d.alone} * d.taps + t] * x;
      }
    first[m] = static_cast<float>(a);
    if (two) second[m] = static_cast<float>(b);
  }
}

void dense(const DenseRows& rows, int count, float* first, float* second) {
  if (second != nullptr)
    dense_rows<true>(rows, count, first, second);
  else
    dense_rows<false>(rows, count, first, second);
}

template <int wide>
FOLDWAVE_INLINE void sum_block(const float* rows, Index pitch, const int* shifts, int count, float* to) {
  Floats sum[wide] = {};
  for (int r = 0; r < count; ++r)
#pragma GCC unroll 4
    for (int c = 0; c < wide; ++c)
      sum[c] += loaded<Floats>(rows + r * pitch + shifts[r] + c * lanes);
#pragma GCC unroll 4
  for (int c = 0; c < wide; ++c)
    store(to + c * lanes, sum[c]);
}

void sum_rows(const float* rows, Index pitch, const int* shifts, int count, int n, float* to) {
  int m = 0;
  for (; m + 4 * lanes <= n; m += 4 * lanes)
    sum_block<4>(rows + m, pitch, shifts, count, to + m);
  for (; m + lanes <= n; m += lanes)
    sum_block<1>(rows + m, pitch, shifts, count, to + m);
  for (; m < n; ++m) {
    float sum = 0.0F;
    for (int r = 0; r < count; ++r)
      sum += rows[r * pitch + shifts[r] + m];
    to[m] = sum;
  }
}

void vote(const HoughVoters& points, const HoughTurn& turn, int angles, std::int32_t* votes, Index stride) {
  const Ints c = loaded<Ints>(turn.c), s = loaded<Ints>(turn.s);
  for (Index i = 0; i < points.count; ++i) {
    const std::int32_t q = points.q[i];
    const Ints bins = (points.u[i] * c + points.v[i] * s + turn.offset) >> turn.shift;
    alignas(64) std::int32_t bin[lanes];
    store(bin, bins);
    if (angles == lanes) {
#pragma GCC unroll 16
      for (int a = 0; a < lanes; ++a)
        votes[a * stride + bin[a]] += q;
    } else {
      for (int a = 0; a < angles; ++a)
        votes[a * stride + bin[a]] += q;
    }
  }
}

constexpr FilterKernels kernels{lanes, scratch, recursive, symmetric, largest, dense, sum_rows, vote};

}  // namespace foldwave::FOLDWAVE_FILTER_PATH
