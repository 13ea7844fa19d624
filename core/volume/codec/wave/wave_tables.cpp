#include "core/volume/codec/wave/wave_tables.hpp"

#include "core/base/error.hpp"

namespace foldwave {

namespace {

[[noreturn]] void refuse_table() {
  throw InputError("wave brick", "a table of frequencies makes no sense", "the file is damaged");
}

}  // namespace

WaveFrequencies wave_frequencies(WaveShape shape) {
  WaveFrequencies found;
  if (!fill_wave_frequencies(shape, found.data())) refuse_table();
  return found;
}

WaveFrequencies wave_frequencies(std::span<const std::uint8_t, wave_row_symbols> weights) {
  WaveFrequencies found;
  if (!fill_wave_row_frequencies(weights.data(), found.data())) refuse_table();
  return found;
}

WaveShape wave_shape(std::span<const std::uint32_t, wave_symbols> counts) {
  return wave_shape_of(counts.data());
}

std::array<std::uint8_t, wave_row_symbols> wave_row_weights(
    std::span<const std::uint32_t, wave_row_symbols> counts) {
  std::array<std::uint8_t, wave_row_symbols> weights{};
  fill_wave_row_weights(counts.data(), weights.data());
  return weights;
}

void fill_decode_table(const WaveFrequencies& frequencies, std::uint32_t* slots) {
  for (std::uint32_t s = 0; s < wave_symbols; ++s) {
    const std::uint32_t f = frequencies[s];
    for (std::uint32_t i = 0; i < f; ++i)
      *slots++ = s << 24 | i << 12 | f;
  }
}

void WaveEncodeTables::set(std::size_t table, const WaveFrequencies& frequencies) {
  std::uint32_t start = 0;
  for (std::size_t s = 0; s < wave_symbols; ++s) {
    const std::uint32_t f = frequencies[s];
    inverse[table * wave_symbols + s] = f == 0 ? 0.0 : 1.0 / f * (1.0 + 0x1p-50);
    span[table * wave_symbols + s] = start << 16 | f;
    start += f;
  }
}

}  // namespace foldwave
