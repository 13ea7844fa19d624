// The quick codec's kernels (core/volume/codec/quick): all tiles of all bricks of a volume at once, a group
// of 256 threads a tile, a thread a block. The bytes of each brick are the processor's; the bricks lie one
// after the other.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "core/volume/codec/quick/quick_block.hpp"
#include "core/volume/store/bricks.hpp"

namespace foldwave {

// A volume on the device, and how it is cut: as `gather_brick` has it where `upwards`, that is with the
// deepest layer first; else as it lies.
struct QuickVolume {
  QuickGrid grid;    // of a brick
  int nodes[3]{};    // of the volume, x fastest
  int brick[3]{};    // nodes of a brick
  int counts[3]{};   // bricks
  bool upwards = true;

  HOST_DEVICE int bricks() const { return counts[0] * counts[1] * counts[2]; }
  HOST_DEVICE int tiles() const { return bricks() * grid.tile_count(); }
};

QuickVolume quick_volume(const BrickLayout& layout, bool upwards = true);

// What packing fills besides the words; all 0 before it.
struct QuickPacked {
  std::uint32_t* words = nullptr;
  std::uint64_t most_words = 0;        // room for them
  std::uint64_t* starts = nullptr;     // of each brick, and the end, in words
  std::uint64_t* sums = nullptr;       // of each brick: its tiles' share of the checksum
  std::uint64_t* places = nullptr;     // of each tile: what it knows of those before it
  std::uint32_t* sizes = nullptr;      // of each tile, in words
  std::uint32_t* next = nullptr;       // tile that no group has taken; then whether there was too little room
};

void launch_quick_pack(const float* field, const QuickVolume& volume, const QuickSteps& steps,
                       const QuickPacked& packed, cudaStream_t stream);

// `starts` ascends, its last is the end of `words`. `damaged` of each brick, 0 before: not 0 where its bytes
// make no sense or have another checksum; its nodes are then not a number or anything.
void launch_quick_unpack(const std::uint32_t* words, const std::uint64_t* starts, const QuickVolume& volume,
                         std::uint64_t* sums, std::uint32_t* damaged, float* field, cudaStream_t stream);

}  // namespace foldwave
