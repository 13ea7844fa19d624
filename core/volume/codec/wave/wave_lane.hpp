// The wave codec's steps on one value or one lane, as a device takes them; the kernels of wave_kernels.hpp
// take the same for 16 lanes at once, and a test holds the two together. Compiled without contraction. Of
// integers that a damaged brick may hold, sums wrap.
#pragma once

#include <cstdint>

#include "core/base/host_device.hpp"
#include "core/volume/codec/wave/wave_block.hpp"

namespace foldwave {

// |value| <= bound; false for what is no number.
HOST_DEVICE FOLDWAVE_INLINE bool wave_is_within(float value, float bound) {
#ifdef __CUDA_ARCH__
  return fabsf(value) <= bound;
#else
  return value <= bound && value >= -bound;
#endif
}
// A value in steps; what is no number or above wave_largest counts as 0.
HOST_DEVICE FOLDWAVE_INLINE float wave_in_steps(float value, float inverse_step) {
  const float steps = value * inverse_step;
  return wave_is_within(steps, wave_largest) ? steps : 0.0F;
}
HOST_DEVICE FOLDWAVE_INLINE float wave_scale_at(int frequency) {
  return frequency == 0 ? wave_scale_of_mean : wave_scale;
}
// A coefficient as it comes out of the sums, rounded; y: along the row.
HOST_DEVICE FOLDWAVE_INLINE std::int32_t wave_rounded(float sum, int x, int y, int z) {
  const float c = sum * wave_scale_at(y) * (wave_scale_at(x) * wave_scale_at(z));
#ifdef __CUDA_ARCH__
  return static_cast<std::int32_t>(c + copysignf(wave_rounding, c));
#else
  return static_cast<std::int32_t>(c + (c < 0.0F ? -wave_rounding : wave_rounding));
#endif
}
HOST_DEVICE FOLDWAVE_INLINE float wave_unrounded(std::int32_t q, int x, int y, int z) {
  return static_cast<float>(q) * wave_scale_at(y) * (wave_scale_at(x) * wave_scale_at(z));
}

HOST_DEVICE FOLDWAVE_INLINE std::int32_t wave_magnitude(std::int32_t q) {
  const auto a =
      static_cast<std::int32_t>(q < 0 ? 0U - static_cast<std::uint32_t>(q) : static_cast<std::uint32_t>(q));
  return a > wave_most ? wave_most : a;
}

// Table and raw bits by the magnitudes around (wave_block.hpp).
struct WaveLaneClass {
  int table, raw;
};
HOST_DEVICE FOLDWAVE_INLINE WaveLaneClass wave_lane_class(std::int32_t m) {
  const int c = wave_class(m);
  return {wave_table_of(c), wave_raw_of(c)};
}

// As WaveCoded has it (wave_kernels.hpp).
HOST_DEVICE FOLDWAVE_INLINE std::uint32_t wave_coded(std::int32_t q, const WaveLaneClass& c, bool& escapes) {
  const std::int32_t shifted = q + ((1 << c.raw) >> 1), symbol = (shifted >> c.raw) + wave_middle;
  escapes = symbol < 0 || symbol >= wave_escape;
  const auto low = escapes ? 0U : static_cast<std::uint32_t>(shifted) & ((1U << c.raw) - 1);
  return static_cast<std::uint32_t>(c.raw) << 26 | static_cast<std::uint32_t>(c.table) << 22 |
         (escapes ? static_cast<std::uint32_t>(wave_escape) : static_cast<std::uint32_t>(symbol)) << 16 | low;
}
HOST_DEVICE FOLDWAVE_INLINE std::int32_t wave_uncoded(int symbol, std::uint32_t low, int raw) {
  return static_cast<std::int32_t>((static_cast<std::uint32_t>(symbol - wave_middle) << raw) + low -
                                   ((1U << raw) >> 1));
}

// x / frequency for every x, frequency 1 to 4096, by a product (R. Alverson, ARITH 1991).
HOST_DEVICE FOLDWAVE_INLINE int wave_digits(std::uint32_t frequency) {
  int digits = 0;
  while (digits < 13 && (1U << digits) < frequency)
    ++digits;
  return digits;
}
HOST_DEVICE FOLDWAVE_INLINE std::uint32_t wave_reciprocal(std::uint32_t frequency) {
  const std::uint64_t above = (std::uint64_t{1} << wave_digits(frequency)) - frequency;
  return static_cast<std::uint32_t>((above << 32) / frequency + 1);
}
HOST_DEVICE FOLDWAVE_INLINE std::uint32_t wave_quotient(std::uint32_t x, std::uint32_t reciprocal,
                                                        int digits) {
#ifdef __CUDA_ARCH__
  const std::uint32_t t = __umulhi(x, reciprocal);
#else
  const auto t = static_cast<std::uint32_t>(std::uint64_t{x} * reciprocal >> 32);
#endif
  const int first = digits < 1 ? digits : 1;
  return (t + ((x - t) >> first)) >> (digits - first);
}

// Streams of coders that a brick of so many blocks and coded rows is cut into, each of blocks one after the
// other, so that they can be read side by side; few rows are not worth the coders' states.
constexpr int wave_streams = 6, wave_few_streams = 4;
constexpr std::int64_t wave_rows_of_streams = 8192, wave_rows_of_few_streams = 4096;
HOST_DEVICE inline int wave_stream_count(std::int64_t rows, std::int64_t blocks) {
  if (rows >= wave_rows_of_streams && blocks >= wave_streams) return wave_streams;
  return rows >= wave_rows_of_few_streams && blocks >= wave_few_streams ? wave_few_streams : 1;
}
HOST_DEVICE inline bool wave_streams_are(int count) {
  return count == 1 || count == wave_few_streams || count == wave_streams;
}
HOST_DEVICE inline int wave_stream_begin(int stream, int streams, std::int64_t blocks) {
  return static_cast<int>(blocks * stream / streams);
}

// The step that a brick takes, in sixteenths of the bound, by the mean of the bits that coefficients have in
// some blocks: what is left of few coefficients adds up to less in a node than what is left of many. Measured
// best, each within 1 % of the bytes, over snapshots and random waves of 3 to 10 nodes a wavelength, bounds
// 1e-2 to 1e-4 of the range.
constexpr int wave_sampled_blocks = 8;
constexpr float wave_sampling_step = 2.0F;  // bounds
HOST_DEVICE inline std::uint8_t wave_sixteenths(std::int64_t bits, std::int64_t values_seen) {
  struct StepOfBits {
    int hundredths;  // of a bit, below
    std::uint8_t sixteenths;
  };
  constexpr StepOfBits steps[7] = {{8, 54}, {18, 47}, {25, 43}, {45, 39}, {70, 36}, {120, 32}, {200, 30}};
  for (const StepOfBits& step : steps)
    if (100 * bits < step.hundredths * values_seen) return step.sixteenths;
  return 28;
}

}  // namespace foldwave
