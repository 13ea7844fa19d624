// The wave codec's kernels in vectors of 16 lanes, compiled once for each instruction set by the file that
// includes this: FOLDWAVE_WAVE_PATH names its namespace. Sums and products only, in the same order
// everywhere.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include "core/volume/codec/wave/wave_kernels.hpp"
#include "core/volume/codec/wave/wave_transform_simd.hpp"

namespace foldwave::FOLDWAVE_WAVE_PATH {

FOLDWAVE_INLINE Ints bit_of_lane() {
  return Ints{1,      1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
              1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};
}

bool compare(const float* values, const float* decoded, float bound, std::uint16_t* beyond) {
  std::uint16_t found = 0;
  for (int row = 0; row < wave_side * wave_side; ++row) {
    Floats a, b;
    load(a, values + row * wave_side);
    load(b, decoded + row * wave_side);
    const Floats d = a - b;
    const Ints within = (d <= bound) & (d >= -bound);
#ifdef __AVX512F__
    const auto bits = static_cast<std::uint16_t>(~_mm512_movepi32_mask(reinterpret_cast<__m512i>(within)));
#else
    std::int32_t lanes[wave_side];
    store(lanes, ~within & bit_of_lane());
    std::int32_t bits = 0;
    for (const std::int32_t bit : lanes)
      bits |= bit;
#endif
    beyond[row] = static_cast<std::uint16_t>(bits);
    found = static_cast<std::uint16_t>(found | bits);
  }
  return found != 0;
}

// The magnitudes around a row, as it goes through the tiles in order.
class Around {
 public:
  FOLDWAVE_INLINE void begin_block() { std::memset(this, 0, sizeof(*this)); }
  FOLDWAVE_INLINE void begin_tile() { beside_ = beside2_ = beside_sum_ = Ints{}; }
  // m of row x.
  FOLDWAVE_INLINE Ints sum(int x) const {
    Ints above_sum, above2;
    load(above_sum, sums_[x]);
    load(above2, above2_[x]);
    return beside_sum_ + above_sum + beside2_ + above2;
  }
  FOLDWAVE_INLINE void put(int x, const Ints& q) {
    Ints a = q < 0 ? -q : q;
    a = a > wave_most ? wave_most - Ints{} : a;
    alignas(64) std::int32_t padded[wave_side + 32];
    std::memset(padded, 0, 64);
    store(padded + wave_side, a);
    std::memset(padded + 2 * wave_side, 0, 64);
    Ints left, right, before;
    load(left, padded + wave_side - 1);
    load(right, padded + wave_side + 1);
    const Ints sums = a + a + left + right;
    load(before, above_[x]);
    store(above2_[x], before);
    store(above_[x], a);
    store(sums_[x], sums);
    beside2_ = beside_;
    beside_ = a;
    beside_sum_ = sums;
  }
  // A row of zeros, from row x to the tile's end.
  FOLDWAVE_INLINE void put_zeros(int x) {
    for (; x < wave_side; ++x) {
      std::memcpy(above2_[x], above_[x], sizeof(above_[x]));
      std::memset(above_[x], 0, sizeof(above_[x]));
      std::memset(sums_[x], 0, sizeof(sums_[x]));
    }
  }

 private:
  alignas(64) std::int32_t above_[wave_side][wave_side];
  alignas(64) std::int32_t above2_[wave_side][wave_side];
  alignas(64) std::int32_t sums_[wave_side][wave_side];
  Ints beside_, beside2_, beside_sum_;
};

struct Classes {
  Ints table, raw;
};
FOLDWAVE_INLINE Classes classes_of(const Ints& m) {
  const Floats f = __builtin_convertvector(m, Floats);
  Ints c = (reinterpret_cast<Ints>(f) >> 22) - 253;
  c = c < 0 ? Ints{} : c;
  const Ints above = c - wave_plain_classes;
  Ints raw = above >> 1;
  raw = raw < 0 ? Ints{} : raw;
  raw = raw > wave_raw_bits ? wave_raw_bits - Ints{} : raw;
  return {c < wave_tables ? c : wave_plain_classes + (c & 1), raw};
}

// Coded integers; those of the lanes `there` that no symbol holds are appended to `escaped`.
FOLDWAVE_INLINE Ints packed_of(const Ints& whole, const Classes& c, const Ints& there,
                               std::vector<std::int32_t>& escaped) {
  const Ints bit = (1 - Ints{}) << c.raw;
  const Ints shifted = whole + (bit >> 1);
  const Ints symbol = (shifted >> c.raw) + wave_middle;
  const Ints fits = (symbol >= 0) & (symbol < wave_escape);
  const Ints low = shifted & (bit - 1) & fits;
  const Ints escapes = ~fits & there;
  if (any(escapes))
    for (int i = 0; i < wave_side; ++i)
      if (escapes[i] != 0) escaped.push_back(whole[i]);
  return c.raw << wave_coded_raw | c.table << wave_coded_table |
         (fits ? symbol : wave_escape - Ints{}) << wave_coded_symbol | low;
}

void classify(const std::int32_t* q, const WaveRowCounts& rows, std::vector<WaveCoded>& coded,
              std::vector<std::int32_t>& escaped) {
  Around around;
  around.begin_block();
  std::size_t count = 0, at = coded.size();
  for (const std::uint8_t r : rows)
    count += r;
  coded.resize(at + count * wave_side);
  for (int z = 0; z < wave_side; ++z) {
    around.begin_tile();
    const int used = rows[static_cast<std::size_t>(z)];
    for (int x = 0; x < used; ++x, at += wave_side) {
      Ints whole;
      load(whole, q + (z * wave_side + x) * wave_side);
      const Classes c = classes_of(around.sum(x));
      around.put(x, whole);
      store(coded.data() + at, packed_of(whole, c, ~Ints{}, escaped));
    }
    around.put_zeros(used);
  }
}

// One symbol a lane: the tables begin at `offset`.
FOLDWAVE_INLINE void refill(Words& x, const std::uint16_t*& word) {
#ifdef __AVX512F__
  const __mmask16 low = _mm512_cmplt_epu32_mask(reinterpret_cast<__m512i>(x), _mm512_set1_epi32(1 << 16));
  const __m512i next = _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(word)));
  const __m512i spread = _mm512_maskz_expand_epi32(low, next);
  const __m512i up =
      _mm512_mask_slli_epi32(reinterpret_cast<__m512i>(x), low, reinterpret_cast<__m512i>(x), 16);
  x = reinterpret_cast<Words>(_mm512_or_epi32(up, spread));
  word += std::popcount(static_cast<unsigned>(low));
#else
  for (int i = 0; i < wave_side; ++i)
    if (x[i] < 1U << 16) x[i] = x[i] << 16 | *word++;
#endif
}
FOLDWAVE_INLINE Ints take_symbols(Words& x, const std::uint32_t* tables, const Ints& offset,
                                  const Ints& there, const std::uint16_t*& word) {
  const Ints slot = reinterpret_cast<Ints>(x) & (wave_total - 1);
  const Ints at = slot + offset;
  Words entry;
#ifdef __AVX512F__
  entry = reinterpret_cast<Words>(_mm512_i32gather_epi32(reinterpret_cast<__m512i>(at), tables, 4));
#else
  for (int i = 0; i < wave_side; ++i)
    entry[i] = tables[at[i]];
#endif
  const Words next = (entry & 0xFFFU) * (x >> wave_precision) + (entry >> 12 & 0xFFFU);
  x = there ? next : x;
  refill(x, word);
  const Words symbol = entry >> 24;
  return reinterpret_cast<Ints>(symbol);
}

// The integers of one row, of the lanes `there`. False when there is no escape left.
FOLDWAVE_INLINE bool take_row(Words& x, const std::uint16_t*& word, WaveDecoder& decoder, const Classes& c,
                              const Ints& there, Ints& whole) {
  const Ints symbol = take_symbols(x, decoder.tables, c.table * wave_total, there, word);
  whole = symbol - wave_middle;
  const Ints raw = c.raw & there;
  if (any(raw)) {
    const Ints bit = (1 - Ints{}) << raw;
    const Ints low = reinterpret_cast<Ints>(x) & (bit - 1);
    x = x >> reinterpret_cast<Words>(raw);
    refill(x, word);
    whole = (whole << raw) + low - (bit >> 1);
  }
  const Ints escapes = (symbol == wave_escape) & there;
  if (!any(escapes)) return true;
  for (int i = 0; i < wave_side; ++i) {
    std::int32_t one = 0;
    if (escapes[i] == 0) continue;
    if (!take_escape(decoder.escapes, one)) return false;
    whole[i] = one;
  }
  return true;
}

bool decode(WaveDecoder& decoder, WaveRowCounts& rows, std::int32_t* q) {
  Words x;
  load(x, decoder.state.data());
  const std::uint16_t* word = decoder.word;
  Ints offset;
  for (int i = 0; i < wave_side; ++i)
    offset[i] = rows[static_cast<std::size_t>(i)] == 0 ? 0 : wave_total;
  const Ints counts = take_symbols(x, decoder.row_tables, offset, ~Ints{}, word);
  for (int i = 0; i < wave_side; ++i) {
    if (counts[i] > wave_side) return false;
    rows[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(counts[i]);
  }
  Around around;
  if (any(counts)) around.begin_block();
  for (int z = 0; z < wave_side; ++z) {
    if (!any(counts)) break;
    around.begin_tile();
    const int used = rows[static_cast<std::size_t>(z)];
    for (int r = 0; r < used; ++r) {
      const Classes c = classes_of(around.sum(r));
      Ints whole;
      if (!take_row(x, word, decoder, c, ~Ints{}, whole)) return false;
      around.put(r, whole);
      store(q + (z * wave_side + r) * wave_side, whole);
    }
    around.put_zeros(used);
  }
  store(decoder.state.data(), x);
  decoder.word = word;
  return word <= decoder.end;
}

#ifdef __AVX512F__

// The lanes that must not grow give their low words away, the lowest lane at the lowest address.
FOLDWAVE_INLINE __m512i shed(__m512i x, __mmask16 full, std::uint16_t*& word) {
  const int count = std::popcount(static_cast<unsigned>(full));
  const __m256i low = _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(full, x));
  word -= count;
  _mm256_mask_storeu_epi16(word, static_cast<__mmask16>((1U << count) - 1), low);
  return _mm512_mask_srli_epi32(x, full, x, 16);
}

void encode(WaveEncoder& encoder, const WaveCoded* coded, std::size_t rows) {
  __m512i x = _mm512_load_si512(encoder.state.data());
  std::uint16_t* word = encoder.word;
  const double* const inverse = encoder.tables->inverse.data();
  for (; rows > 0; --rows) {
    coded -= wave_side;
    const __m512i c = _mm512_loadu_si512(coded);
    const __m512i raw = _mm512_srli_epi32(c, wave_coded_raw);
    if (_mm512_test_epi32_mask(raw, raw) != 0) {
      const __m512i above = _mm512_srlv_epi32(x, _mm512_sub_epi32(_mm512_set1_epi32(32), raw));
      x = shed(x, _mm512_test_epi32_mask(above, above), word);
      x = _mm512_or_epi32(_mm512_sllv_epi32(x, raw), _mm512_and_epi32(c, _mm512_set1_epi32(0xFFFF)));
    }
    const __m512i at =
        _mm512_and_epi32(_mm512_srli_epi32(c, wave_coded_symbol), _mm512_set1_epi32(wave_coded_kinds - 1));
    const __m512i span = _mm512_i32gather_epi32(at, encoder.tables->span.data(), 4);
    const __m512d low = _mm512_i32gather_pd(_mm512_castsi512_si256(at), inverse, 8);
    const __m512d high = _mm512_i32gather_pd(_mm512_extracti64x4_epi64(at, 1), inverse, 8);
    const __m512i frequency = _mm512_and_epi32(span, _mm512_set1_epi32(0xFFFF));
    // Of all slots nothing is above.
    const __m512i most =
        _mm512_sub_epi32(_mm512_slli_epi32(frequency, 32 - wave_precision), _mm512_set1_epi32(1));
    x = shed(x, _mm512_cmpgt_epu32_mask(x, most), word);
    const __m256i whole_low =
        _mm512_cvttpd_epu32(_mm512_mul_pd(_mm512_cvtepu32_pd(_mm512_castsi512_si256(x)), low));
    const __m256i whole_high =
        _mm512_cvttpd_epu32(_mm512_mul_pd(_mm512_cvtepu32_pd(_mm512_extracti64x4_epi64(x, 1)), high));
    const __m512i whole = _mm512_inserti64x4(_mm512_castsi256_si512(whole_low), whole_high, 1);
    const __m512i grown =
        _mm512_mullo_epi32(whole, _mm512_sub_epi32(_mm512_set1_epi32(wave_total), frequency));
    x = _mm512_add_epi32(_mm512_add_epi32(x, grown), _mm512_srli_epi32(span, 16));
  }
  _mm512_store_si512(encoder.state.data(), x);
  encoder.word = word;
}

#else

void encode(WaveEncoder& encoder, const WaveCoded* coded, std::size_t rows) {
  std::uint16_t* word = encoder.word;
  const auto shed = [&word](std::uint32_t x) {
    *--word = static_cast<std::uint16_t>(x);
    return x >> 16;
  };
  for (; rows > 0; --rows) {
    coded -= wave_side;
    for (std::size_t i = wave_side; i-- > 0;) {
      const auto raw = static_cast<int>(coded[i] >> wave_coded_raw);
      std::uint32_t x = encoder.state[i];
      if (raw == 0) continue;
      if (x >> (32 - raw) != 0) x = shed(x);
      encoder.state[i] = x << raw | (coded[i] & 0xFFFFU);
    }
    for (std::size_t i = wave_side; i-- > 0;) {
      const std::size_t at = coded[i] >> wave_coded_symbol & (wave_coded_kinds - 1);
      const std::uint32_t span = encoder.tables->span[at], frequency = span & 0xFFFFU;
      std::uint32_t x = encoder.state[i];
      if (x > (frequency << (32 - wave_precision)) - 1) x = shed(x);
      const auto whole = static_cast<std::uint32_t>(static_cast<double>(x) * encoder.tables->inverse[at]);
      encoder.state[i] = x + whole * (wave_total - frequency) + (span >> 16);
    }
  }
  encoder.word = word;
}

#endif

}  // namespace foldwave::FOLDWAVE_WAVE_PATH

#include "core/volume/codec/wave/wave_predict_simd.hpp"

namespace foldwave::FOLDWAVE_WAVE_PATH {

constexpr WaveKernels kernels{forward, inverse,    compare, classify, encode,
                              decode,  to_lattice, predict, restore};

}  // namespace foldwave::FOLDWAVE_WAVE_PATH
