// What the processor and the device share of the quick codec: how a brick is cut, how one value is rounded,
// how 32 values become bit planes, and the checksum. Whole numbers, and products and sums of floats in one
// order without contraction, so that both have the same bits.
//
// Tiles of 32 x 8 x 32 values (lanes, rows, depth); a block is one column of a tile along its depth. Values
// are rounded to whole numbers of steps, q = round(v / D); of these the differences along all three axes are
// kept (L. Ibarria et al., Computer Graphics Forum 22, 2003), modulo 2^32:
//   r(x, y, z) = e(x, y, z) - e(x, y, z - 1),  e = q(x, y) - q(x - 1, y) - q(x, y - 1) + q(x - 1, y - 1),
// with 0 beyond the tile: a sum along each axis undoes it. The bytes: quick_codec.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/base/host_device.hpp"

namespace foldwave {

constexpr int quick_lanes = 32, quick_rows = 8, quick_depth = 32;
constexpr int quick_blocks = quick_lanes * quick_rows;  // of a tile
// A block's byte: its planes, 0 to 32, and whether its 32 values stand behind them as they were.
constexpr std::uint32_t quick_whole = 0x80;
constexpr int quick_most_exact = 15;  // values of a block that are kept one by one; beyond, all 32 are
// Of a tile in words of 32 bits: bytes of its blocks, then planes and values.
constexpr int quick_width_words = quick_blocks / 4;
constexpr int quick_most_words = quick_width_words + quick_blocks * 64;
// A brick's first words: the checksum's two, the step; then the tiles' sizes in words, two a word.
constexpr std::uint32_t quick_step_word = 2, quick_sizes_word = 3;

// A brick seen in tiles: values along lanes, rows and depth.
struct QuickGrid {
  int axis[3]{};  // of the brick, 0 x to 2 z
  int n[3]{};
  int stride[3]{};  // from one value to the next, in the brick's own order
  int tiles[3]{};

  HOST_DEVICE int tile_count() const { return tiles[0] * tiles[1] * tiles[2]; }
  HOST_DEVICE std::uint32_t header_words() const {
    return quick_sizes_word + (static_cast<std::uint32_t>(tile_count()) + 1) / 2;
  }
};

// The depth runs along the axis that fills it best: z, then y, then x where they are alike.
inline QuickGrid quick_grid(const std::array<int, 3>& n) {
  const auto filled = [&](std::size_t axis) { return std::min(n[axis], quick_depth); };
  std::size_t depth = 2;
  for (const std::size_t axis : {std::size_t{1}, std::size_t{0}})
    if (filled(axis) > filled(depth)) depth = axis;
  const std::size_t lane = depth == 0 ? 1 : 0, row = 3 - depth - lane;
  const int strides[3] = {1, n[0], n[0] * n[1]};
  const int sizes[3] = {quick_lanes, quick_rows, quick_depth};
  QuickGrid grid;
  std::size_t a = 0;
  for (const std::size_t axis : {lane, row, depth}) {
    grid.axis[a] = static_cast<int>(axis);
    grid.n[a] = n[axis];
    grid.stride[a] = strides[axis];
    grid.tiles[a] = (n[axis] - 1) / sizes[a] + 1;
    ++a;
  }
  return grid;
}

struct QuickTile {
  int first[3], size[3];

  HOST_DEVICE int width_words() const { return (size[0] * size[1] + 3) / 4; }
};

// Of tile numbers along lanes, rows and depth.
HOST_DEVICE inline QuickTile quick_tile_at(const QuickGrid& grid, int lanes, int rows, int depth) {
  QuickTile tile{{lanes * quick_lanes, rows * quick_rows, depth * quick_depth}, {}};
  const int most[3] = {quick_lanes, quick_rows, quick_depth};
  FOLDWAVE_UNROLL
  for (int a = 0; a < 3; ++a) {
    const int left = grid.n[a] - tile.first[a];
    tile.size[a] = left < most[a] ? left : most[a];
  }
  return tile;
}

// Lanes fastest.
HOST_DEVICE inline QuickTile quick_tile(const QuickGrid& grid, int number) {
  const int row = number / grid.tiles[0];
  return quick_tile_at(grid, number % grid.tiles[0], row % grid.tiles[1], row / grid.tiles[1]);
}

HOST_DEVICE FOLDWAVE_INLINE std::uint32_t quick_bits(float value) {
#ifdef __CUDA_ARCH__
  return __float_as_uint(value);
#else
  return std::bit_cast<std::uint32_t>(value);
#endif
}
HOST_DEVICE FOLDWAVE_INLINE float quick_float(std::uint32_t bits) {
#ifdef __CUDA_ARCH__
  return __uint_as_float(bits);
#else
  return std::bit_cast<float>(bits);
#endif
}
// A product that no compiler joins with a sum.
HOST_DEVICE FOLDWAVE_INLINE float quick_product(float a, float b) {
#ifdef __CUDA_ARCH__
  return __fmul_rn(a, b);
#else
  return a * b;
#endif
}

struct QuickSteps {
  float step = 0.0F, inverse = 0.0F;  // 0: a value's bits are its whole number
  float bound = 0.0F;                 // of |value - decoded| in single precision
};

// Added to a float below 2^22 it leaves the nearest whole number in the lowest bits.
constexpr float quick_shift = 12582912.0F;
constexpr std::uint32_t quick_shift_bits = 0x4B400000U;

HOST_DEVICE FOLDWAVE_INLINE float quick_restore(std::uint32_t q, float step) {
  return quick_product(quick_float(q + quick_shift_bits) - quick_shift, step);
}

// False where the decoder would not come within the bound: q then counts as 0. The decoder's float is made of
// the same bits, whatever the value.
HOST_DEVICE FOLDWAVE_INLINE bool quick_round(float value, const QuickSteps& steps, std::uint32_t& q) {
  const float shifted = quick_product(value, steps.inverse) + quick_shift;
  const float miss = value - quick_product(shifted - quick_shift, steps.step);
  q = quick_bits(shifted) - quick_shift_bits;
  return miss <= steps.bound && miss >= -steps.bound;
}

// Of the r of a block, joined by OR, this says how many planes they need: each plane above is the last one
// again.
template <class Word>
HOST_DEVICE FOLDWAVE_INLINE Word quick_spread(const Word& r) {
  return r ^ (r + r);
}
HOST_DEVICE FOLDWAVE_INLINE int quick_width(std::uint32_t spread) {
#ifdef __CUDA_ARCH__
  return 32 - __clz(static_cast<int>(spread));
#else
  return static_cast<int>(std::bit_width(spread));
#endif
}
// Words that follow from a block's byte.
HOST_DEVICE FOLDWAVE_INLINE std::uint32_t quick_block_words(std::uint32_t byte) {
  return (byte & 63U) + ((byte & quick_whole) != 0 ? 32U : 0U);
}
HOST_DEVICE FOLDWAVE_INLINE bool quick_byte_is_good(std::uint32_t byte) {
  return (byte & ~quick_whole) <= 32U;
}

// Squares of 2 j x 2 j bits: what lies off the diagonal changes places.
template <int j, class Word>
HOST_DEVICE FOLDWAVE_INLINE void quick_swap(Word& low, Word& high) {
#ifdef __CUDA_ARCH__
  if constexpr (j >= 8) {
    const std::uint32_t a = low, b = high;
    low = __byte_perm(a, b, j == 16 ? 0x5410 : 0x6240);
    high = __byte_perm(a, b, j == 16 ? 0x7632 : 0x7351);
    return;
  }
#endif
  constexpr std::uint32_t mask = 0xFFFFFFFFU / ((1U << j) + 1U);
  const Word first = (low & mask) | ((high << j) & ~mask);
  high = ((low >> j) & mask) | (high & ~mask);
  low = first;
}
template <int j, class Word>
HOST_DEVICE FOLDWAVE_INLINE void quick_swap_all(Word (&a)[32]) {
  FOLDWAVE_UNROLL
  for (int k = 0; k < 32; ++k)
    if ((k & j) == 0) quick_swap<j>(a[k], a[k + j]);
}
// Bit c of word r and bit r of word c change places: 32 values become 32 planes, and back. `Word` may be a
// vector of words.
template <class Word>
HOST_DEVICE FOLDWAVE_INLINE void quick_transpose(Word (&a)[32]) {
  quick_swap_all<16>(a);
  quick_swap_all<8>(a);
  quick_swap_all<4>(a);
  quick_swap_all<2>(a);
  quick_swap_all<1>(a);
}

// The checksum is the sum of these over all words, in any order: `place` is of a tile's word or of the
// header's.
HOST_DEVICE FOLDWAVE_INLINE std::uint64_t quick_sum(std::uint32_t word, std::uint32_t place) {
  return std::uint64_t{word} * (place * 0x9E3779B9U | 1U);
}
HOST_DEVICE FOLDWAVE_INLINE std::uint32_t quick_place(std::uint32_t tile, std::uint32_t word) {
  return tile * 32768U + word;
}
// Sizes 0 to 2 of the brick, then the words from the step on.
HOST_DEVICE FOLDWAVE_INLINE std::uint32_t quick_header_place(std::uint32_t word) {
  return ~word;
}

}  // namespace foldwave
