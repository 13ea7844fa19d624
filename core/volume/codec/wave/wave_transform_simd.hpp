// The wave codec's kernels in vectors of 16 lanes, compiled once for each instruction set by the file that
// includes this: FOLDWAVE_WAVE_PATH names its namespace. Sums and products only, in the same order
// everywhere.
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include "core/volume/codec/wave/wave_kernels.hpp"

namespace foldwave::FOLDWAVE_WAVE_PATH {

using Floats = float __attribute__((vector_size(64)));
using Ints = std::int32_t __attribute__((vector_size(64)));
using Words = std::uint32_t __attribute__((vector_size(64)));

template <class Vector, class Scalar>
FOLDWAVE_INLINE void load(Vector& v, const Scalar* from) {
  std::memcpy(&v, from, sizeof(Vector));
}
template <class Vector, class Scalar>
FOLDWAVE_INLINE void store(Scalar* to, const Vector& v) {
  std::memcpy(to, &v, sizeof(Vector));
}
FOLDWAVE_INLINE bool any(const Ints& v) {
#ifdef __AVX512F__
  return _mm512_test_epi32_mask(reinterpret_cast<__m512i>(v), reinterpret_cast<__m512i>(v)) != 0;
#else
  std::int32_t found = 0;
  for (int i = 0; i < wave_side; ++i)
    found |= v[i];
  return found != 0;
#endif
}

// Rows of lanes become lanes of rows.
FOLDWAVE_INLINE void transpose(Floats (&v)[wave_side]) {
#ifdef __AVX512F__
  // Four rounds of pairs `half` apart: what lies off the diagonal of 2 x 2 blocks changes places.
  const auto round = [&v]<int half>() {
    Ints low{}, high{};
    for (int i = 0; i < wave_side; ++i) {
      low[i] = (i & half) == 0 ? i : i - half + wave_side;
      high[i] = (i & half) == 0 ? i + half : i + wave_side;
    }
#pragma GCC unroll 16
    for (int i = 0; i < wave_side; ++i)
      if ((i & half) == 0) {
        const auto a = reinterpret_cast<__m512>(v[i]), b = reinterpret_cast<__m512>(v[i + half]);
        v[i] = reinterpret_cast<Floats>(_mm512_permutex2var_ps(a, reinterpret_cast<__m512i>(low), b));
        v[i + half] = reinterpret_cast<Floats>(_mm512_permutex2var_ps(a, reinterpret_cast<__m512i>(high), b));
      }
  };
  round.template operator()<8>();
  round.template operator()<4>();
  round.template operator()<2>();
  round.template operator()<1>();
#else
  alignas(64) float t[wave_side][wave_side];
  for (int i = 0; i < wave_side; ++i)
    for (int j = 0; j < wave_side; ++j)
      t[j][i] = v[i][j];
  for (int i = 0; i < wave_side; ++i)
    load(v[i], t[i]);
#endif
}

FOLDWAVE_INLINE Floats scales_along_row() {
  Floats w{};
  for (int i = 0; i < wave_side; ++i)
    w[i] = i == 0 ? wave_scale_of_mean : wave_scale;
  return w;
}
FOLDWAVE_INLINE float scale_of(int x, int z) {
  return (x == 0 ? wave_scale_of_mean : wave_scale) * (z == 0 ? wave_scale_of_mean : wave_scale);
}

void forward(const float* values, float inverse_step, std::int32_t* q, WaveRowCounts& rows) {
  alignas(64) float work[wave_block_values];
  Floats v[wave_side];
  for (int y = 0; y < wave_side; ++y) {
    for (int z = 0; z < wave_side; ++z) {
      Floats steps;
      load(steps, values + (z * wave_side + y) * wave_side);
      steps *= inverse_step;
      const Ints usable = (steps <= wave_largest) & (steps >= -wave_largest);
      v[z] = reinterpret_cast<Floats>(reinterpret_cast<Ints>(steps) & usable);
    }
    lee_forward<wave_side>(v);
    for (int z = 0; z < wave_side; ++z)
      store(work + (z * wave_side + y) * wave_side, v[z]);
  }
  const Floats along = scales_along_row();
  for (int z = 0; z < wave_side; ++z) {
    for (int y = 0; y < wave_side; ++y)
      load(v[y], work + (z * wave_side + y) * wave_side);
    lee_forward<wave_side>(v);
    transpose(v);
    lee_forward<wave_side>(v);
    rows[static_cast<std::size_t>(z)] = 0;
    for (int x = 0; x < wave_side; ++x) {
      const Floats c = v[x] * along * scale_of(x, z);
      const Ints sign = reinterpret_cast<Ints>(c) & std::int32_t{INT32_MIN};
      const Ints half = sign | std::bit_cast<std::int32_t>(wave_rounding);
      const Ints whole = __builtin_convertvector(c + reinterpret_cast<Floats>(half), Ints);
      store(q + (z * wave_side + x) * wave_side, whole);
      if (any(whole)) rows[static_cast<std::size_t>(z)] = static_cast<std::uint8_t>(x + 1);
    }
  }
}

void inverse(const std::int32_t* q, const WaveRowCounts& rows, float step, float* values) {
  alignas(64) float work[wave_block_values];
  Floats v[wave_side];
  const Floats along = scales_along_row();
  for (int z = 0; z < wave_side; ++z) {
    const int count = rows[static_cast<std::size_t>(z)];
    float* const tile = work + z * wave_side * wave_side;
    if (count == 0) {
      std::memset(tile, 0, sizeof(float) * wave_side * wave_side);
      continue;
    }
    for (int x = 0; x < wave_side; ++x) {
      v[x] = Floats{};
      if (x >= count) continue;
      Ints whole;
      load(whole, q + (z * wave_side + x) * wave_side);
      v[x] = __builtin_convertvector(whole, Floats) * along * scale_of(x, z);
    }
    lee_inverse<wave_side>(v);
    transpose(v);
    lee_inverse<wave_side>(v);
    for (int y = 0; y < wave_side; ++y)
      store(tile + y * wave_side, v[y]);
  }
  for (int y = 0; y < wave_side; ++y) {
    for (int z = 0; z < wave_side; ++z)
      load(v[z], work + (z * wave_side + y) * wave_side);
    lee_inverse<wave_side>(v);
    // The sum makes +0 of -0, which the order of empty tiles may give either way.
    for (int z = 0; z < wave_side; ++z)
      store(values + (z * wave_side + y) * wave_side, Floats(v[z] * step + 0.0F));
  }
}

}  // namespace foldwave::FOLDWAVE_WAVE_PATH
