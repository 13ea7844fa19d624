// The row update for AVX2. Compiled with that instruction set switched on.
#include "core/fold/pmm/pmm_rows_simd.hpp"

#if defined(__AVX2__) && defined(__FMA__)

#include <immintrin.h>

namespace foldwave {

namespace {

struct Eight {
  using Real = float;
  static constexpr int width = 8;
  static constexpr Real infinity = __builtin_huge_valf();
  struct Mask {
    __m256 m;
    [[gnu::always_inline]] Mask operator&(Mask o) const { return {_mm256_and_ps(m, o.m)}; }
    [[gnu::always_inline]] Mask operator|(Mask o) const { return {_mm256_or_ps(m, o.m)}; }
  };
  __m256 v;

  [[gnu::always_inline]] Eight operator+(Eight o) const { return {v + o.v}; }
  [[gnu::always_inline]] Eight operator-(Eight o) const { return {v - o.v}; }
  [[gnu::always_inline]] Eight operator*(Eight o) const { return {v * o.v}; }
  [[gnu::always_inline]] Eight operator/(Eight o) const { return {v / o.v}; }

  FOLDWAVE_SIMD Eight load(const Real* p) { return {_mm256_loadu_ps(p)}; }
  FOLDWAVE_SIMD void store(Real* p, Eight a) { _mm256_storeu_ps(p, a.v); }
  FOLDWAVE_SIMD Eight all(Real x) { return {_mm256_set1_ps(x)}; }
  FOLDWAVE_SIMD Eight min(Eight a, Eight b) { return {_mm256_min_ps(a.v, b.v)}; }
  FOLDWAVE_SIMD Eight max(Eight a, Eight b) { return {_mm256_max_ps(a.v, b.v)}; }
  FOLDWAVE_SIMD Eight sqrt(Eight a) { return {_mm256_sqrt_ps(a.v)}; }
  FOLDWAVE_SIMD Eight sign(Eight a) { return {_mm256_and_ps(a.v, _mm256_set1_ps(Real(-0.0)))}; }
  FOLDWAVE_SIMD Eight flip(Eight a, Eight s) { return {_mm256_xor_ps(a.v, s.v)}; }
  FOLDWAVE_SIMD Eight infinite_where_negative(Eight a) {
    return {_mm256_blendv_ps(a.v, _mm256_set1_ps(infinity), a.v)};
  }
  FOLDWAVE_SIMD Mask less(Eight a, Eight b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ)}; }
  FOLDWAVE_SIMD Mask less_equal(Eight a, Eight b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_LE_OQ)}; }
  FOLDWAVE_SIMD Eight select(Mask k, Eight a, Eight b) { return {_mm256_blendv_ps(b.v, a.v, k.m)}; }
  FOLDWAVE_SIMD bool any(Mask k) { return bits(k) != 0; }
  FOLDWAVE_SIMD unsigned bits(Mask k) { return static_cast<unsigned>(_mm256_movemask_ps(k.m)); }
  FOLDWAVE_SIMD Mask mask_of_bits(unsigned bits) {
    const __m256i lane = _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
    const __m256i mine = _mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), lane);
    return {_mm256_castsi256_ps(_mm256_cmpeq_epi32(mine, lane))};
  }
  FOLDWAVE_SIMD Mask mask_of_signs(Eight a) { return {a.v}; }
};

struct Four {
  using Real = double;
  static constexpr int width = 4;
  static constexpr Real infinity = __builtin_huge_val();
  struct Mask {
    __m256d m;
    [[gnu::always_inline]] Mask operator&(Mask o) const { return {_mm256_and_pd(m, o.m)}; }
    [[gnu::always_inline]] Mask operator|(Mask o) const { return {_mm256_or_pd(m, o.m)}; }
  };
  __m256d v;

  [[gnu::always_inline]] Four operator+(Four o) const { return {v + o.v}; }
  [[gnu::always_inline]] Four operator-(Four o) const { return {v - o.v}; }
  [[gnu::always_inline]] Four operator*(Four o) const { return {v * o.v}; }
  [[gnu::always_inline]] Four operator/(Four o) const { return {v / o.v}; }

  FOLDWAVE_SIMD Four load(const Real* p) { return {_mm256_loadu_pd(p)}; }
  FOLDWAVE_SIMD void store(Real* p, Four a) { _mm256_storeu_pd(p, a.v); }
  FOLDWAVE_SIMD Four all(Real x) { return {_mm256_set1_pd(x)}; }
  FOLDWAVE_SIMD Four min(Four a, Four b) { return {_mm256_min_pd(a.v, b.v)}; }
  FOLDWAVE_SIMD Four max(Four a, Four b) { return {_mm256_max_pd(a.v, b.v)}; }
  FOLDWAVE_SIMD Four sqrt(Four a) { return {_mm256_sqrt_pd(a.v)}; }
  FOLDWAVE_SIMD Four sign(Four a) { return {_mm256_and_pd(a.v, _mm256_set1_pd(Real(-0.0)))}; }
  FOLDWAVE_SIMD Four flip(Four a, Four s) { return {_mm256_xor_pd(a.v, s.v)}; }
  FOLDWAVE_SIMD Four infinite_where_negative(Four a) {
    return {_mm256_blendv_pd(a.v, _mm256_set1_pd(infinity), a.v)};
  }
  FOLDWAVE_SIMD Mask less(Four a, Four b) { return {_mm256_cmp_pd(a.v, b.v, _CMP_LT_OQ)}; }
  FOLDWAVE_SIMD Mask less_equal(Four a, Four b) { return {_mm256_cmp_pd(a.v, b.v, _CMP_LE_OQ)}; }
  FOLDWAVE_SIMD Four select(Mask k, Four a, Four b) { return {_mm256_blendv_pd(b.v, a.v, k.m)}; }
  FOLDWAVE_SIMD bool any(Mask k) { return bits(k) != 0; }
  FOLDWAVE_SIMD unsigned bits(Mask k) { return static_cast<unsigned>(_mm256_movemask_pd(k.m)); }
  FOLDWAVE_SIMD Mask mask_of_bits(unsigned bits) {
    const __m256i lane = _mm256_set_epi64x(8, 4, 2, 1);
    const __m256i mine = _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(bits)), lane);
    return {_mm256_castsi256_pd(_mm256_cmpeq_epi64(mine, lane))};
  }
  FOLDWAVE_SIMD Mask mask_of_signs(Four a) { return {a.v}; }
};

constexpr RowFunctions<float> single{Simd<Eight>::update_row, Simd<Eight>::transpose};
constexpr RowFunctions<double> twofold{Simd<Four>::update_row, Simd<Four>::transpose};

}  // namespace

template <>
const RowFunctions<float>* avx2_row_functions<float>() {
  return &single;
}
template <>
const RowFunctions<double>* avx2_row_functions<double>() {
  return &twofold;
}

}  // namespace foldwave

#else

namespace foldwave {

template <>
const RowFunctions<float>* avx2_row_functions<float>() {
  return nullptr;
}
template <>
const RowFunctions<double>* avx2_row_functions<double>() {
  return nullptr;
}

}  // namespace foldwave

#endif
