// What the wave codec's two ways of packing a brick share: the steps that follow from a bound, and the stream
// of coded integers: tables of frequencies, the 16 coders' states, their words, and what escaped the symbols.
// Errors: InputError for bytes that end too early or make no sense.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/volume/codec/byte_stream.hpp"
#include "core/volume/codec/outliers.hpp"
#include "core/volume/codec/wave/wave_kernels.hpp"

namespace foldwave {

// The first byte of a brick.
enum class WaveMode : std::uint8_t { lossless, silent, transform, predicted, repeated };

// Below, squares of single precision vanish; above, they overflow.
constexpr double least_wave_bound = 1e-30, greatest_wave_bound = 1e30;

struct WaveSteps {
  float bound = 0.0F, step = 0.0F, inverse = 0.0F;
  float quantum = 0.0F;  // of the outliers
};
constexpr float wave_mend_bounds = 1.5F;  // a quantum of the outliers
HOST_DEVICE inline WaveSteps wave_steps(float bound, float steps_a_bound) {
  const float step = bound * steps_a_bound;
  return {bound, step, 1.0F / step, bound * wave_mend_bounds};
}

// The largest bound of single precision that |difference| <= it, in single precision too, keeps the one asked
// for.
HOST_DEVICE inline float strict_wave_bound(double absolute) {
  const double bound = absolute < greatest_wave_bound ? absolute : greatest_wave_bound;
  return static_cast<float>(bound * (1.0 - 0x1p-22));
}
float take_wave_bound(ByteReader& reader);

// Tables of coefficients that fit `coded`: which are used, a bit each, and those.
void put_wave_tables(std::span<const WaveCoded> coded, WaveEncodeTables& tables,
                     std::vector<std::byte>& bytes);
// wave_tables of wave_total slots.
void take_wave_tables(ByteReader& reader, std::uint32_t* slots);

// Room for the words is the thread's own: one encoder at a time.
WaveEncoder begin_wave_stream(const WaveEncodeTables& tables, std::size_t most_words);
void put_wave_stream(const WaveEncoder& encoder, std::span<const std::int32_t> escaped,
                     std::vector<std::byte>& bytes);
// The words are kept in `words`, which must stay as long as the decoder.
WaveDecoder take_wave_stream(ByteReader& reader, std::vector<std::uint16_t>& words);
bool wave_stream_has_ended(const WaveDecoder& decoder);

}  // namespace foldwave
