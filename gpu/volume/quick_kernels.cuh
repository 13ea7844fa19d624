// The quick codec's kernels (core/volume/codec/quick): all tiles of all bricks of a volume at once, a group
// of 256 threads a tile, a thread a block. The bytes of each brick are the processor's; the bricks lie one
// after the other.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "core/volume/codec/quick/quick_block.hpp"
#include "core/volume/store/bricks.hpp"

namespace foldwave {

// Quotients of numbers below 2^31 without a division: n factor / 2^(31 + digits), where the factor is a
// little above 2^(31 + digits) / divisor and the digits are enough for the divisor.
struct QuickDivisor {
  std::uint64_t factor = 0;
  int divisor = 1, shift = 0;

  explicit QuickDivisor(int by = 1);
  // The quotient, and in n what is left.
  HOST_DEVICE int split(int& n) const {
    const auto quotient = static_cast<int>(static_cast<std::uint64_t>(n) * factor >> shift);
    n -= quotient * divisor;
    return quotient;
  }
};

// A volume on the device, and how it is cut: as `gather_brick` has it where it is `upwards`, that is with the
// deepest layer first; else as it lies. Along the lanes, rows and depth of a brick's tiles:
struct QuickVolume {
  QuickGrid grid;         // of a brick
  int nodes[3]{};         // of the volume
  int stride[3]{};        // from a stored node to the next, negative where they are turned round
  std::int64_t base = 0;  // of stored node 0 along each
  int size[3]{};          // of a brick
  int counts[3]{};        // bricks, x, y, z
  QuickDivisor tiles_a_brick, bricks_a_row, rows_a_layer, tiles_a_row, tiles_a_layer;

  HOST_DEVICE int bricks() const { return counts[0] * counts[1] * counts[2]; }
  HOST_DEVICE int tiles() const { return bricks() * grid.tile_count(); }
  Index values() const { return Index{1} * nodes[0] * nodes[1] * nodes[2]; }
};

QuickVolume quick_volume(const BrickLayout& layout, bool upwards = true);

// What packing fills besides the words; all 0 before it.
struct QuickPacked {
  std::uint32_t* words = nullptr;
  std::uint64_t most_words = 0;     // room for them
  std::uint64_t* starts = nullptr;  // of each brick, and the end, in words
  std::uint64_t* sums = nullptr;    // of each brick: its tiles' share of the checksum
  std::uint64_t* places = nullptr;  // of each tile: what it knows of those before it
  std::uint32_t* sizes = nullptr;   // of each tile, in words
  std::uint32_t* next = nullptr;    // tile that no group has taken; then whether there was too little room
};

void launch_quick_pack(const float* field, const QuickVolume& volume, const QuickSteps& steps,
                       const QuickPacked& packed, cudaStream_t stream);

// `starts` ascends, its last is the end of `words`. `damaged` of each brick, 0 before: not 0 where its bytes
// make no sense or have another checksum; its nodes are then not a number or anything.
void launch_quick_unpack(const std::uint32_t* words, const std::uint64_t* starts, const QuickVolume& volume,
                         std::uint64_t* sums, std::uint32_t* damaged, float* field, cudaStream_t stream);

}  // namespace foldwave
