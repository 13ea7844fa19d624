// Frequencies of the wave codec's symbols, and the tables that its range coder (rANS; J. Duda, arXiv
// 1311.2540) looks them up in. 16 coders run side by side, one a lane of a row, on one stream of 16-bit
// words.
//
// Coefficients: P(0) is about zero / 4096, P(+-k) falls by the ratio fall / 256 from k to k + 1, is 1 / 4096
// at least up to `reach` and 0 beyond; the escape has 1 / 4096. Counts of rows: weights, 0 to 255, of 0 to 16
// rows. Errors: InputError for numbers that make no table.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/volume/codec/wave/wave_block.hpp"
#include "core/volume/codec/wave/wave_frequency.hpp"

namespace foldwave {

using WaveFrequencies = std::array<std::uint16_t, wave_symbols>;

WaveFrequencies wave_frequencies(WaveShape shape);
WaveFrequencies wave_frequencies(std::span<const std::uint8_t, wave_row_symbols> weights);

// The shape, and the weights, that fit how often each symbol was seen.
WaveShape wave_shape(std::span<const std::uint32_t, wave_symbols> counts);
std::array<std::uint8_t, wave_row_symbols> wave_row_weights(
    std::span<const std::uint32_t, wave_row_symbols> counts);

// For a slot of 4096: symbol << 24 | (slot - start) << 12 | frequency.
void fill_decode_table(const WaveFrequencies& frequencies, std::uint32_t* slots);

// A symbol in front of the coder's state x: x / frequency = trunc(x * inverse) for every x below frequency <<
// 20, as `inverse` is a little above 1 / frequency. Both kinds of table in one: those of coefficients, then
// of rows. The last entry has all slots, so that it leaves the state as it is.
struct WaveEncodeTables {
  static constexpr std::size_t entries = 1024;
  WaveEncodeTables() { span.back() = wave_total; }
  std::array<double, entries> inverse{};
  std::array<std::uint32_t, entries> span{};  // start << 16 | frequency
  void set(std::size_t table, const WaveFrequencies& frequencies);
};

}  // namespace foldwave
