// Frequencies of the wave codec's symbols as plain functions, for processor and device: from a table's few
// numbers, and the numbers from how often each symbol was seen. Integers only. What they mean:
// wave_tables.hpp. Arrays have wave_symbols entries, of rows wave_row_symbols.
#pragma once

#include <cstdint>

#include "core/base/host_device.hpp"
#include "core/volume/codec/wave/wave_block.hpp"

namespace foldwave {

constexpr int wave_row_tables = 2, wave_row_symbols = wave_side + 1;

struct WaveShape {
  std::uint16_t zero = wave_total / 2;
  std::uint8_t fall = 128;
  std::uint8_t reach = 1;
};

// False for a shape that makes no table.
HOST_DEVICE inline bool fill_wave_frequencies(const WaveShape& shape, std::uint16_t* found) {
  const int reach = shape.reach;
  if (shape.zero < 1 || reach > wave_middle || shape.zero + 2 * reach + 1 > wave_total) return false;
  for (int s = 0; s < wave_symbols; ++s)
    found[s] = 0;
  // Of one side: the first is (1 - fall) of the side, each next `fall` of the one before; in 1/65536.
  int left = wave_total - shape.zero - 1;
  const std::uint64_t side = static_cast<std::uint64_t>(left) << 15;
  std::uint64_t next = (side * (256U - shape.fall)) >> 8;
  for (int k = 1; k <= reach; ++k) {
    const int wanted = static_cast<int>(next >> 16), most = left / 2 - (reach - k);
    const int least = wanted < 1 ? 1 : wanted, share = least < most ? least : most;
    found[wave_middle - k] = static_cast<std::uint16_t>(share);
    found[wave_middle + k] = static_cast<std::uint16_t>(share);
    left -= 2 * share;
    next = (next * shape.fall) >> 8;
  }
  found[wave_escape] = 1;
  found[wave_middle] = static_cast<std::uint16_t>(shape.zero + left);
  return true;
}

// The same of counts of rows; false where all weights are 0.
HOST_DEVICE inline bool fill_wave_row_frequencies(const std::uint8_t* weights, std::uint16_t* found) {
  for (int s = 0; s < wave_symbols; ++s)
    found[s] = 0;
  int sum = 0;
  for (int s = 0; s < wave_row_symbols; ++s)
    sum += weights[s];
  if (sum == 0) return false;
  // A symbol that is there has at least 1; the commonest takes what rounding leaves.
  int left = wave_total, commonest = 0;
  for (int s = 0; s < wave_row_symbols; ++s) {
    const int wanted = weights[s] * (wave_total - 64) / sum;
    const int share = weights[s] == 0 ? 0 : wanted < 1 ? 1 : wanted;
    found[s] = static_cast<std::uint16_t>(share);
    left -= share;
    if (weights[s] > weights[commonest]) commonest = s;
  }
  // One slot stays with the escape, so that no frequency is the whole.
  found[wave_escape] = 1;
  found[commonest] = static_cast<std::uint16_t>(found[commonest] + left - 1);
  return true;
}

HOST_DEVICE inline WaveShape wave_shape_of(const std::uint32_t* counts) {
  std::int64_t all = 0, others = 0, magnitudes = 0;
  int reach = 0;
  for (int s = 0; s < wave_escape; ++s) {
    const std::int64_t n = counts[s], k = s < wave_middle ? wave_middle - s : s - wave_middle;
    all += n;
    magnitudes += n * k;
    if (k != 0) others += n;
    if (n > 0 && k > reach) reach = static_cast<int>(k);
  }
  WaveShape shape;
  shape.reach = static_cast<std::uint8_t>(reach);
  if (all == 0) return shape;
  const std::int64_t zero = ((all - others) * wave_total + all / 2) / all, most = wave_total - 1 - 2 * reach;
  shape.zero = static_cast<std::uint16_t>(zero < 1 ? 1 : zero < most ? zero : most);
  // A geometric row has the mean 1 / (1 - fall).
  const std::int64_t fall = others == 0 ? 0 : (magnitudes - others) * 256 / magnitudes;
  shape.fall = static_cast<std::uint8_t>(fall < 255 ? fall : 255);
  return shape;
}

HOST_DEVICE inline void fill_wave_row_weights(const std::uint32_t* counts, std::uint8_t* weights) {
  std::uint64_t most = 1, heaviest = 0;
  for (int s = 0; s < wave_row_symbols; ++s)
    if (counts[s] > most) most = counts[s];
  for (int s = 0; s < wave_row_symbols; ++s) {
    weights[s] = static_cast<std::uint8_t>((counts[s] * std::uint64_t{255} + most - 1) / most);
    if (weights[s] > heaviest) heaviest = weights[s];
  }
  if (heaviest == 0) weights[0] = 1;
}

}  // namespace foldwave
