// The row update for AVX-512. Compiled with that instruction set switched on.
#include "core/fold/pmm/pmm_rows_simd.hpp"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__)

#include <immintrin.h>

namespace foldwave {

namespace {

struct Sixteen {
  using Real = float;
  static constexpr int width = 16;
  static constexpr Real infinity = __builtin_huge_valf();
  struct Mask {
    __mmask16 m;
    FOLDWAVE_SIMD Mask make(unsigned bits) { return {static_cast<__mmask16>(bits)}; }
    [[gnu::always_inline]] Mask operator&(Mask o) const { return make(static_cast<unsigned>(m & o.m)); }
    [[gnu::always_inline]] Mask operator|(Mask o) const { return make(static_cast<unsigned>(m | o.m)); }
  };
  __m512 v;

  [[gnu::always_inline]] Sixteen operator+(Sixteen o) const { return {v + o.v}; }
  [[gnu::always_inline]] Sixteen operator-(Sixteen o) const { return {v - o.v}; }
  [[gnu::always_inline]] Sixteen operator*(Sixteen o) const { return {v * o.v}; }
  [[gnu::always_inline]] Sixteen operator/(Sixteen o) const { return {v / o.v}; }

  FOLDWAVE_SIMD Sixteen load(const Real* p) { return {_mm512_loadu_ps(p)}; }
  FOLDWAVE_SIMD void store(Real* p, Sixteen a) { _mm512_storeu_ps(p, a.v); }
  FOLDWAVE_SIMD Sixteen all(Real x) { return {_mm512_set1_ps(x)}; }
  FOLDWAVE_SIMD Sixteen min(Sixteen a, Sixteen b) { return {_mm512_min_ps(a.v, b.v)}; }
  FOLDWAVE_SIMD Sixteen max(Sixteen a, Sixteen b) { return {_mm512_max_ps(a.v, b.v)}; }
  FOLDWAVE_SIMD Sixteen sqrt(Sixteen a) { return {_mm512_sqrt_ps(a.v)}; }
  FOLDWAVE_SIMD Sixteen sign(Sixteen a) { return {_mm512_and_ps(a.v, _mm512_set1_ps(Real(-0.0)))}; }
  FOLDWAVE_SIMD Sixteen flip(Sixteen a, Sixteen s) { return {_mm512_xor_ps(a.v, s.v)}; }
  // As whole numbers, negative values are beyond infinity.
  FOLDWAVE_SIMD Sixteen infinite_where_negative(Sixteen a) {
    const __m512i whole = _mm512_castps_si512(a.v);
    const __m512i inf = _mm512_castps_si512(_mm512_set1_ps(infinity));
    return {_mm512_castsi512_ps(_mm512_min_epu32(whole, inf))};
  }
  FOLDWAVE_SIMD Mask less(Sixteen a, Sixteen b) { return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_LT_OQ)}; }
  FOLDWAVE_SIMD Mask less_equal(Sixteen a, Sixteen b) { return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_LE_OQ)}; }
  FOLDWAVE_SIMD Sixteen select(Mask k, Sixteen a, Sixteen b) { return {_mm512_mask_blend_ps(k.m, b.v, a.v)}; }
  FOLDWAVE_SIMD bool any(Mask k) { return k.m != 0; }
  FOLDWAVE_SIMD unsigned bits(Mask k) { return k.m; }
  FOLDWAVE_SIMD Mask mask_of_bits(unsigned bits) { return Mask::make(bits); }
  FOLDWAVE_SIMD Mask mask_of_signs(Sixteen a) { return {_mm512_movepi32_mask(_mm512_castps_si512(a.v))}; }
};

struct Eight {
  using Real = double;
  static constexpr int width = 8;
  static constexpr Real infinity = __builtin_huge_val();
  struct Mask {
    __mmask8 m;
    FOLDWAVE_SIMD Mask make(unsigned bits) { return {static_cast<__mmask8>(bits)}; }
    [[gnu::always_inline]] Mask operator&(Mask o) const { return make(static_cast<unsigned>(m & o.m)); }
    [[gnu::always_inline]] Mask operator|(Mask o) const { return make(static_cast<unsigned>(m | o.m)); }
  };
  __m512d v;

  [[gnu::always_inline]] Eight operator+(Eight o) const { return {v + o.v}; }
  [[gnu::always_inline]] Eight operator-(Eight o) const { return {v - o.v}; }
  [[gnu::always_inline]] Eight operator*(Eight o) const { return {v * o.v}; }
  [[gnu::always_inline]] Eight operator/(Eight o) const { return {v / o.v}; }

  FOLDWAVE_SIMD Eight load(const Real* p) { return {_mm512_loadu_pd(p)}; }
  FOLDWAVE_SIMD void store(Real* p, Eight a) { _mm512_storeu_pd(p, a.v); }
  FOLDWAVE_SIMD Eight all(Real x) { return {_mm512_set1_pd(x)}; }
  FOLDWAVE_SIMD Eight min(Eight a, Eight b) { return {_mm512_min_pd(a.v, b.v)}; }
  FOLDWAVE_SIMD Eight max(Eight a, Eight b) { return {_mm512_max_pd(a.v, b.v)}; }
  FOLDWAVE_SIMD Eight sqrt(Eight a) { return {_mm512_sqrt_pd(a.v)}; }
  FOLDWAVE_SIMD Eight sign(Eight a) { return {_mm512_and_pd(a.v, _mm512_set1_pd(Real(-0.0)))}; }
  FOLDWAVE_SIMD Eight flip(Eight a, Eight s) { return {_mm512_xor_pd(a.v, s.v)}; }
  // As whole numbers, negative values are beyond infinity.
  FOLDWAVE_SIMD Eight infinite_where_negative(Eight a) {
    const __m512i whole = _mm512_castpd_si512(a.v);
    const __m512i inf = _mm512_castpd_si512(_mm512_set1_pd(infinity));
    return {_mm512_castsi512_pd(_mm512_min_epu64(whole, inf))};
  }
  FOLDWAVE_SIMD Mask less(Eight a, Eight b) { return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_LT_OQ)}; }
  FOLDWAVE_SIMD Mask less_equal(Eight a, Eight b) { return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_LE_OQ)}; }
  FOLDWAVE_SIMD Eight select(Mask k, Eight a, Eight b) { return {_mm512_mask_blend_pd(k.m, b.v, a.v)}; }
  FOLDWAVE_SIMD bool any(Mask k) { return k.m != 0; }
  FOLDWAVE_SIMD unsigned bits(Mask k) { return k.m; }
  FOLDWAVE_SIMD Mask mask_of_bits(unsigned bits) { return Mask::make(bits); }
  FOLDWAVE_SIMD Mask mask_of_signs(Eight a) { return {_mm512_movepi64_mask(_mm512_castpd_si512(a.v))}; }
};

constexpr RowFunctions<float> single{Simd<Sixteen>::update_row, Simd<Sixteen>::transpose};
constexpr RowFunctions<double> twofold{Simd<Eight>::update_row, Simd<Eight>::transpose};

}  // namespace

template <>
const RowFunctions<float>* avx512_row_functions<float>() {
  return &single;
}
template <>
const RowFunctions<double>* avx512_row_functions<double>() {
  return &twofold;
}

}  // namespace foldwave

#else

namespace foldwave {

template <>
const RowFunctions<float>* avx512_row_functions<float>() {
  return nullptr;
}
template <>
const RowFunctions<double>* avx512_row_functions<double>() {
  return nullptr;
}

}  // namespace foldwave

#endif
