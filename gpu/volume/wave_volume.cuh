// What the wave codec's kernels share: how a volume on the device is cut into bricks and blocks, what is
// known of a brick on the way, sums over a warp, and bytes at any place. Layout of a brick's bytes:
// core/volume/codec/wave. Compiled without contraction, so that its floats are the processor's.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "core/volume/codec/outliers.hpp"
#include "core/volume/codec/seal.hpp"
#include "core/volume/codec/wave/wave_frequency.hpp"
#include "core/volume/codec/wave/wave_lane.hpp"
#include "core/volume/codec/wave/wave_stream.hpp"
#include "core/volume/store/bricks.hpp"

namespace foldwave {

constexpr unsigned wave_all_lanes = 0xFFFFFFFFU;
constexpr int wave_all_tables = wave_tables + wave_row_tables;
constexpr int wave_coefficient_tables = wave_tables * wave_symbols;

// A volume, x fastest, and its bricks as gather_brick has them, the deepest layer first; what reaches beyond
// repeats the last node. Blocks lie in bricks x fastest.
struct WaveVolume {
  int nodes[3]{}, brick[3]{}, counts[3]{};
  int blocks = 1;  // room for so many in each brick

  HOST_DEVICE int bricks() const { return counts[0] * counts[1] * counts[2]; }
  HOST_DEVICE Index values() const { return Index{1} * nodes[0] * nodes[1] * nodes[2]; }
  HOST_DEVICE Index brick_values() const { return Index{1} * brick[0] * brick[1] * brick[2]; }
  HOST_DEVICE Index all_blocks() const { return Index{1} * bricks() * blocks; }
};
WaveVolume wave_volume(const BrickLayout& layout);

// One brick of it.
struct WavePlace {
  int first[3];

  __device__ WavePlace(const WaveVolume& volume, int number) {
    int left = number;
#pragma unroll
    for (int a = 0; a < 3; ++a) {
      first[a] = left % volume.counts[a] * volume.brick[a];
      left /= volume.counts[a];
    }
  }
  // Of a brick's node, or the last one that there is.
  __device__ Index at(const WaveVolume& volume, int x, int y, int z) const {
    const int nx = min(first[0] + x, volume.nodes[0] - 1), ny = min(first[1] + y, volume.nodes[1] - 1),
              nz = volume.nodes[2] - 1 - min(first[2] + z, volume.nodes[2] - 1);
    return nx + volume.nodes[0] * (ny + Index{1} * volume.nodes[1] * nz);
  }
  __device__ bool has(const WaveVolume& volume, int x, int y, int z) const {
    return first[0] + x < volume.nodes[0] && first[1] + y < volume.nodes[1] && first[2] + z < volume.nodes[2];
  }
};

// What repeats is left away; `n` is what is kept.
struct WaveKept {
  int n[3];

  HOST_DEVICE int blocks(int a) const { return (n[a] + wave_side - 1) / wave_side; }
  HOST_DEVICE int blocks() const { return blocks(0) * blocks(1) * blocks(2); }
  HOST_DEVICE Index values() const { return Index{1} * n[0] * n[1] * n[2]; }
  HOST_DEVICE bool operator==(const WaveKept& other) const {
    return n[0] == other.n[0] && n[1] == other.n[1] && n[2] == other.n[2];
  }
};

// Where a block begins in its brick, and how much of it lies there.
struct WaveCorner {
  int from[3], size[3];

  __device__ WaveCorner(const WaveKept& kept, int block) {
    int left = block;
#pragma unroll
    for (int a = 0; a < 3; ++a) {
      const int count = kept.blocks(a);
      from[a] = left % count * wave_side;
      left /= count;
      size[a] = min(wave_side, kept.n[a] - from[a]);
    }
  }
};

// Of a brick after packing or unpacking.
enum class WaveState : std::uint32_t { done, damaged, for_processor };

// An outlier on its way: position below 2^29 | (quanta + 4) << 29, and the value's bits.
using WaveOutlier = uint2;
constexpr int wave_position_bits = 29;
__device__ inline WaveOutlier wave_outlier(std::uint32_t position, int quanta, std::uint32_t bits) {
  return make_uint2(position | static_cast<std::uint32_t>(quanta + 4) << wave_position_bits, bits);
}
__device__ inline std::uint32_t wave_position(const WaveOutlier& o) {
  return o.x & ((1U << wave_position_bits) - 1);
}
__device__ inline int wave_quanta(const WaveOutlier& o) {
  return static_cast<int>(o.x >> wave_position_bits) - 4;
}

__device__ inline int wave_lane() {
  return static_cast<int>(threadIdx.x) & 31;
}

// Sums over the lanes up to this one.
__device__ inline std::uint32_t wave_warp_sums(std::uint32_t value) {
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const std::uint32_t lower = __shfl_up_sync(wave_all_lanes, value, step);
    if (wave_lane() >= step) value += lower;
  }
  return value;
}

// Four bytes at any address; `bytes` has as many behind its end as a whole word needs.
__device__ inline std::uint32_t wave_word_at(const std::uint8_t* bytes, std::uint64_t at) {
  const auto address = reinterpret_cast<std::uintptr_t>(bytes + at);
  const auto* const word = reinterpret_cast<const std::uint32_t*>(address & ~std::uintptr_t{3});
  const auto shift = static_cast<unsigned>(address & 3U) * 8U;
  return __funnelshift_r(word[0], word[1], shift);
}
constexpr std::size_t wave_bytes_behind = 16;

// The checksum of a brick's bytes (core/volume/codec/seal.hpp), by a warp: its lanes bring words, and all go
// along the chain.
__device__ inline std::uint32_t wave_checksum(const std::uint8_t* bytes, std::uint32_t size,
                                              const int (&brick)[3]) {
  std::uint64_t sums[brick_checksum_turns];
#pragma unroll
  for (int t = 0; t < static_cast<int>(brick_checksum_turns); ++t)
    sums[t] = brick_checksum_begin(static_cast<std::uint64_t>(t), size, brick);
  const auto bring = [&](std::uint32_t first, std::uint32_t& low, std::uint32_t& high) {
    const std::uint32_t at = first + 8U * static_cast<std::uint32_t>(wave_lane());
    low = high = 0;
    const auto part = [&](std::uint32_t from) -> std::uint32_t {
      if (from >= size) return 0U;
      const std::uint32_t word = wave_word_at(bytes, from);
      return size - from >= 4 ? word : word & ((1U << (8U * (size - from))) - 1U);
    };
    low = part(at);
    high = part(at + 4);
  };
  std::uint32_t low, high, next_low, next_high;
  bring(0, low, high);
  for (std::uint32_t first = 0; first < size; first += 256, low = next_low, high = next_high) {
    bring(first + 256, next_low, next_high);
    const int words = static_cast<int>(min(32U, (size - first + 7) / 8));
#pragma unroll
    for (int i = 0; i < 32; ++i) {
      const std::uint64_t word =
          std::uint64_t{__shfl_sync(wave_all_lanes, high, i)} << 32 | __shfl_sync(wave_all_lanes, low, i);
      std::uint64_t& sum = sums[i % static_cast<int>(brick_checksum_turns)];
      if (i < words) sum = brick_checksum_with(sum, word);
    }
  }
  return brick_checksum_end(sums);
}

}  // namespace foldwave
