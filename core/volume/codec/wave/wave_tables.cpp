#include "core/volume/codec/wave/wave_tables.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

[[noreturn]] void refuse_table() {
  throw InputError("wave brick", "a table of frequencies makes no sense", "the file is damaged");
}

}  // namespace

WaveFrequencies wave_frequencies(WaveShape shape) {
  WaveFrequencies found{};
  const int reach = shape.reach;
  if (shape.zero < 1 || reach > wave_middle || shape.zero + 2 * reach + 1 > wave_total) refuse_table();
  // Of one side: the first is (1 - fall) of the side, each next `fall` of the one before; in 1/65536.
  int left = wave_total - shape.zero - 1;
  const std::uint64_t side = static_cast<std::uint64_t>(left) << 15;
  std::uint64_t next = (side * (256U - shape.fall)) >> 8;
  for (int k = 1; k <= reach; ++k) {
    const int share = std::min(std::max(1, static_cast<int>(next >> 16)), left / 2 - (reach - k));
    found[static_cast<std::size_t>(wave_middle - k)] = static_cast<std::uint16_t>(share);
    found[static_cast<std::size_t>(wave_middle + k)] = static_cast<std::uint16_t>(share);
    left -= 2 * share;
    next = (next * shape.fall) >> 8;
  }
  found[wave_escape] = 1;
  found[wave_middle] = static_cast<std::uint16_t>(shape.zero + left);
  return found;
}

WaveFrequencies wave_frequencies(std::span<const std::uint8_t, wave_row_symbols> weights) {
  WaveFrequencies found{};
  int sum = 0;
  for (const std::uint8_t w : weights)
    sum += w;
  if (sum == 0) refuse_table();
  // A symbol that is there has at least 1; the commonest takes what rounding leaves.
  int left = wave_total;
  std::size_t commonest = 0;
  for (std::size_t s = 0; s < weights.size(); ++s) {
    const int share = weights[s] == 0 ? 0 : std::max(1, weights[s] * (wave_total - 64) / sum);
    found[s] = static_cast<std::uint16_t>(share);
    left -= share;
    if (weights[s] > weights[commonest]) commonest = s;
  }
  // One slot stays with the escape, so that no frequency is the whole.
  found[wave_escape] = 1;
  found[commonest] = static_cast<std::uint16_t>(found[commonest] + left - 1);
  return found;
}

WaveShape wave_shape(std::span<const std::uint32_t, wave_symbols> counts) {
  std::int64_t all = 0, others = 0, magnitudes = 0;
  int reach = 0;
  for (int s = 0; s < wave_escape; ++s) {
    const std::int64_t n = counts[static_cast<std::size_t>(s)], k = std::abs(s - wave_middle);
    all += n;
    magnitudes += n * k;
    if (k != 0) others += n;
    if (n > 0) reach = std::max(reach, static_cast<int>(k));
  }
  WaveShape shape;
  shape.reach = static_cast<std::uint8_t>(reach);
  if (all == 0) return shape;
  const std::int64_t zero = ((all - others) * wave_total + all / 2) / all;
  shape.zero = static_cast<std::uint16_t>(std::clamp<std::int64_t>(zero, 1, wave_total - 1 - 2 * reach));
  // A geometric row has the mean 1 / (1 - fall).
  shape.fall = static_cast<std::uint8_t>(
      others == 0 ? 0 : std::min<std::int64_t>((magnitudes - others) * 256 / magnitudes, 255));
  return shape;
}

std::array<std::uint8_t, wave_row_symbols> wave_row_weights(
    std::span<const std::uint32_t, wave_row_symbols> counts) {
  std::array<std::uint8_t, wave_row_symbols> weights{};
  const std::uint64_t most = std::max<std::uint64_t>(1, *std::max_element(counts.begin(), counts.end()));
  for (std::size_t s = 0; s < counts.size(); ++s)
    weights[s] = static_cast<std::uint8_t>((counts[s] * std::uint64_t{255} + most - 1) / most);
  if (*std::max_element(weights.begin(), weights.end()) == 0) weights[0] = 1;
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
