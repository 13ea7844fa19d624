// One block of the wave codec: the transform of a line, what a coefficient may be told from its neighbours,
// and the frequencies that follow from a table's two numbers. All of it is additions and products in one
// order, compiled without contraction, so that every machine and device has the same bits.
//
// Transform: orthonormal DCT-II of 16 nodes an axis by Lee's recursion (B. G. Lee, IEEE Trans. ASSP 32,
// 1984):
//   X_2k = DCT(x_i + x_{N-1-i})_k,  X_2k+1 = D_k + D_k+1,  D = DCT((x_i - x_{N-1-i}) / (2 cos((2i+1) pi /
//   2N))),
// without the scales sqrt(2/N), sqrt(1/N), which the quantiser takes in.
// Shapes: a block is 16^3 values; its coefficients lie as rows [z][x] of 16 along y.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/base/host_device.hpp"

namespace foldwave {

constexpr int wave_side = 16, wave_block_values = wave_side * wave_side * wave_side;
// Values above this many steps are kept as they are: single precision has no digits left for them.
constexpr float wave_largest = 2097152.0F;

// Of coefficients: what is rounded away below, and the largest that the neighbourhood counts.
constexpr float wave_rounding = 0.45F;
constexpr std::int32_t wave_most = 1 << 18;

constexpr float wave_scale = 0.35355339F, wave_scale_of_mean = 0.25F;

// 1 / (2 cos((2i + 1) pi / 2N))
template <int N>
struct LeeFactors {
  float at[N / 2];
};
template <int N>
HOST_DEVICE constexpr LeeFactors<N> lee_factors() {
  if constexpr (N == 2) return {{0.707106781F}};
  if constexpr (N == 4) return {{0.541196100F, 1.30656296F}};
  if constexpr (N == 8) return {{0.509795579F, 0.601344887F, 0.899976223F, 2.56291545F}};
  if constexpr (N == 16)
    return {{0.502419286F, 0.522498615F, 0.566944035F, 0.646821783F, 0.788154623F, 1.06067769F, 1.72244710F,
             5.10114862F}};
}

// Value: a float, or a vector of them.
template <int N, class Value>
HOST_DEVICE FOLDWAVE_INLINE void lee_forward(Value* x) {
  if constexpr (N > 1) {
    constexpr LeeFactors<N> factors = lee_factors<N>();
    Value even[N / 2], odd[N / 2];
    FOLDWAVE_UNROLL
    for (int i = 0; i < N / 2; ++i) {
      even[i] = x[i] + x[N - 1 - i];
      odd[i] = (x[i] - x[N - 1 - i]) * factors.at[i];
    }
    lee_forward<N / 2>(even);
    lee_forward<N / 2>(odd);
    FOLDWAVE_UNROLL
    for (int k = 0; k < N / 2; ++k) {
      x[2 * k] = even[k];
      x[2 * k + 1] = k + 1 < N / 2 ? odd[k] + odd[k + 1] : odd[k];
    }
  }
}

template <int N, class Value>
HOST_DEVICE FOLDWAVE_INLINE void lee_inverse(Value* x) {
  if constexpr (N > 1) {
    constexpr LeeFactors<N> factors = lee_factors<N>();
    Value even[N / 2], odd[N / 2];
    FOLDWAVE_UNROLL
    for (int k = 0; k < N / 2; ++k) {
      even[k] = x[2 * k];
      odd[k] = k == 0 ? x[1] : x[2 * k + 1] + x[2 * k - 1];
    }
    lee_inverse<N / 2>(even);
    lee_inverse<N / 2>(odd);
    FOLDWAVE_UNROLL
    for (int i = 0; i < N / 2; ++i) {
      const Value o = odd[i] * factors.at[i];
      x[i] = even[i] + o;
      x[N - 1 - i] = even[i] - o;
    }
  }
}

// A coefficient q is coded as (q + half) >> raw, with its lowest `raw` bits as they are, by one of 12 tables;
// which, is told by the magnitudes around it that are known already:
//   m = 2 (|left| + |above|) + |left + 1| + |left - 1| + |above + 1| + |above - 1| + |2 left| + |2 above|,
// left: the row before in x, above: in z, +-1: along the row; half an octave of m a class.
constexpr int wave_tables = 12, wave_classes = 46, wave_plain_classes = 10, wave_raw_bits = 16;

HOST_DEVICE inline int wave_class(std::int32_t m) {
  const auto octaves = static_cast<int>(std::bit_cast<std::uint32_t>(static_cast<float>(m)) >> 22) - 253;
  return octaves < 0 ? 0 : octaves < wave_classes ? octaves : wave_classes - 1;
}
HOST_DEVICE inline int wave_table_of(int c) {
  return c < wave_tables ? c : wave_plain_classes + (c & 1);
}
HOST_DEVICE inline int wave_raw_of(int c) {
  const int raw = (c - wave_plain_classes) / 2;
  return c < wave_plain_classes ? 0 : raw < wave_raw_bits ? raw : wave_raw_bits;
}

// Symbols 0 to 62 are -31 to 31; 63: the coefficient stands in the list of escapes.
constexpr int wave_symbols = 64, wave_middle = 31, wave_escape = 63;
constexpr int wave_precision = 12, wave_total = 1 << wave_precision;

}  // namespace foldwave
