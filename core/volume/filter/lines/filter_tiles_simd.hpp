// Tiles of filter_kernels_simd.hpp: lines of a volume side by side, one a lane, and how they come and go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "core/base/grid.hpp"
#include "core/base/host_device.hpp"

namespace foldwave::FOLDWAVE_FILTER_PATH {

constexpr int lanes = FOLDWAVE_FILTER_LANES;
constexpr int lanes_beside = 64 / lanes;  // tiles that are filled together: 256 bytes a node

using Floats = float __attribute__((vector_size(4 * FOLDWAVE_FILTER_LANES)));
using Ints = std::int32_t __attribute__((vector_size(4 * FOLDWAVE_FILTER_LANES)));
using Words = std::uint32_t __attribute__((vector_size(4 * FOLDWAVE_FILTER_LANES)));

template <class Vector, class Scalar>
FOLDWAVE_INLINE Vector loaded(const Scalar* from) {
  Vector v;
  std::memcpy(&v, from, sizeof(Vector));
  return v;
}
template <class Vector, class Scalar>
FOLDWAVE_INLINE void store(Scalar* to, const Vector& v) {
  std::memcpy(to, &v, sizeof(Vector));
}

template <int half, std::size_t... k>
FOLDWAVE_INLINE void exchange(Floats& a, Floats& b, std::index_sequence<k...>) {
  const Floats low = __builtin_shufflevector(
      a, b,
      ((static_cast<int>(k) & half) == 0 ? static_cast<int>(k) : static_cast<int>(k) - half + lanes)...);
  b = __builtin_shufflevector(
      a, b,
      ((static_cast<int>(k) & half) == 0 ? static_cast<int>(k) + half : static_cast<int>(k) + lanes)...);
  a = low;
}

// Lines of lanes become lanes of lines: what lies off the diagonal of 2 x 2 blocks changes places.
template <int half = lanes / 2>
FOLDWAVE_INLINE void transpose(Floats (&v)[lanes]) {
#pragma GCC unroll 16
  for (int i = 0; i < lanes; ++i)
    if ((i & half) == 0) exchange<half>(v[i], v[i + half], std::make_index_sequence<lanes>());
  if constexpr (half > 1) transpose<half / 2>(v);
}

// Up to `lanes` lines of n contiguous nodes into a tile, and back.
FOLDWAVE_INLINE void take_rows(const float* in, Index pitch, int n, int count, Floats* tile) {
  Floats v[lanes];
  int k = 0;
  if (count == lanes)
    for (; k + lanes <= n; k += lanes) {
#pragma GCC unroll 16
      for (int c = 0; c < lanes; ++c)
        v[c] = loaded<Floats>(in + c * pitch + k);
      transpose(v);
#pragma GCC unroll 16
      for (int c = 0; c < lanes; ++c)
        tile[k + c] = v[c];
    }
  for (; k < n; ++k) {
    float at[lanes] = {};
    for (int c = 0; c < count; ++c)
      at[c] = in[c * pitch + k];
    tile[k] = loaded<Floats>(at);
  }
}
FOLDWAVE_INLINE void put_rows(const Floats* tile, int n, int count, float* out, Index pitch) {
  Floats v[lanes];
  int k = 0;
  if (count == lanes)
    for (; k + lanes <= n; k += lanes) {
#pragma GCC unroll 16
      for (int c = 0; c < lanes; ++c)
        v[c] = tile[k + c];
      transpose(v);
#pragma GCC unroll 16
      for (int c = 0; c < lanes; ++c)
        store(out + c * pitch + k, v[c]);
    }
  for (; k < n; ++k) {
    float at[lanes];
    store(at, tile[k]);
    for (int c = 0; c < count; ++c)
      out[c * pitch + k] = at[c];
  }
}

// Up to lanes_beside tiles of lines that lie side by side; the tiles are `apart` vectors from each other.
FOLDWAVE_INLINE void take_columns(const float* in, Index step, int n, int count, Floats* tile, Index apart) {
  const int tiles = (count + lanes - 1) / lanes;
  constexpr int ahead = 8;
  for (int k = 0; k < n; ++k) {
    const float* const row = in + k * step;
    if (k + ahead < n)
      for (int c = 0; c < count; c += 16)
        __builtin_prefetch(row + ahead * step + c);
    for (int t = 0; t < tiles; ++t) {
      const int left = count - t * lanes;
      if (left >= lanes) {
        tile[t * apart + k] = loaded<Floats>(row + t * lanes);
      } else {
        float at[lanes] = {};
        std::copy_n(row + t * lanes, left, at);
        tile[t * apart + k] = loaded<Floats>(at);
      }
    }
  }
}
FOLDWAVE_INLINE void put_columns(const Floats* tile, Index apart, int n, int count, float* out, Index step) {
  const int tiles = (count + lanes - 1) / lanes;
  for (int k = 0; k < n; ++k)
    for (int t = 0; t < tiles; ++t) {
      const int left = count - t * lanes;
      float* const to = out + k * step + t * lanes;
      if (left >= lanes) {
        store(to, tile[t * apart + k]);
      } else {
        float at[lanes];
        store(at, tile[t * apart + k]);
        std::copy_n(at, left, to);
      }
    }
}

}  // namespace foldwave::FOLDWAVE_FILTER_PATH
