// Packing: one pass. A group of 256 threads brings a tile, works out its size, tells it to those behind it,
// packs into shared memory and, when it knows where its words belong, copies them there. Sums of sizes by
// decoupled look-back (D. Merrill, M. Garland, NVIDIA NVR-2016-002), 256 tiles at a look.
// Bytes: each value read once, each word written once; about 30 operations a value. On an H100 the look-back
// costs three tenths: to known places the same tiles are packed at 1.9 TB/s.
#include <cuda_pipeline.h>

#include "gpu/base/device_array.cuh"
#include "gpu/volume/quick_tile.cuh"

namespace foldwave {

namespace {

constexpr int stage_words = quick_width_words + quick_blocks * 32;

// What a tile knows: its own words, or also all before it.
constexpr std::uint64_t own_words = std::uint64_t{1} << 62, all_words = std::uint64_t{2} << 62;
constexpr std::uint64_t words_of = own_words - 1;

__device__ void tell(std::uint64_t* place, std::uint64_t told) {
  *static_cast<volatile std::uint64_t*>(place) = told;
}
__device__ std::uint64_t ask(const std::uint64_t* place) {
  return *static_cast<const volatile std::uint64_t*>(place);
}

// By a warp: the words of all tiles before this one.
__device__ std::uint64_t words_before(const std::uint64_t* places, int tile) {
  constexpr int looks = 8;
  const int lane = static_cast<int>(threadIdx.x) & 31;
  std::uint64_t sum = 0;
  for (int last = tile - 1;; last -= 32 * looks) {
    std::uint64_t told[looks];
#pragma unroll
    for (int i = 0; i < looks; ++i) {
      const int asked = last - lane - 32 * i;
      told[i] = asked >= 0 ? ask(places + asked) : all_words;  // before the first there is nothing
    }
#pragma unroll
    for (int i = 0; i < looks; ++i) {
      while (told[i] < own_words)
        told[i] = ask(places + last - lane - 32 * i);
      const unsigned ends = __ballot_sync(quick_all_lanes, told[i] >= all_words);
      const int end = ends == 0 ? 31 : __ffs(static_cast<int>(ends)) - 1;
      sum += lane <= end ? told[i] & words_of : 0;
      if (ends != 0) return quick_warp_total(sum);
    }
  }
}

// The tile's values into shared memory, each row by its warp: [row][depth][lane].
__device__ void bring_values(const float* field, const QuickWhere& where, int lane, int row,
                             std::uint32_t* stage) {
  if (row < where.shape.size[1]) {
    std::uint32_t* const to = stage + row * quick_depth * quick_lanes;
    const float* const from = field + where.base + where.along(1, row);
    const bool by_fours = where.stride[0] == 1 && where.inside[0] == quick_lanes &&
                          reinterpret_cast<std::uintptr_t>(from) % 16 == 0 && where.stride[2] % 4 == 0;
    if (by_fours) {
      const int part = lane % 8 * 4;
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        const int z = lane / 8 + 4 * i;
        __pipeline_memcpy_async(to + z * quick_lanes + part, from + where.along(2, z) + part, 16);
      }
    } else {
      const float* const column = from + where.along(0, lane);
#pragma unroll
      for (int z = 0; z < quick_depth; ++z)
        __pipeline_memcpy_async(to + z * quick_lanes + lane, column + where.along(2, z), 4);
    }
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
}

// A thread's block on its way: q, then r, then planes.
struct Block {
  std::uint32_t r[quick_depth];
  std::uint32_t exact;  // depths
  bool whole;
};

__device__ __forceinline__ void round_block(const std::uint32_t* line, int depths, const QuickSteps& steps,
                                            Block& block) {
  block.exact = 0;
  block.whole = false;
  if (steps.step == 0.0F) {
#pragma unroll
    for (int z = 0; z < quick_depth; ++z)
      block.r[z] = line[z * quick_lanes];
    return;
  }
  bool all_kept = true;
#pragma unroll
  for (int z = 0; z < quick_depth; ++z)
    all_kept = quick_round(quick_float(line[z * quick_lanes]), steps, block.r[z]) && all_kept;
  if (all_kept) return;
  // Read anew: kept from above they would take registers from every block.
  const volatile std::uint32_t* const again = line;
#pragma unroll
  for (int z = 0; z < quick_depth; ++z)
    if (!quick_round(quick_float(again[z * quick_lanes]), steps, block.r[z])) {
      block.r[z] = 0;
      block.exact |= 1U << z;
    }
  block.exact &= quick_all_lanes >> (quick_depth - depths);
  block.whole = __popc(block.exact) > quick_most_exact;
  if (block.whole)
#pragma unroll
    for (int z = 0; z < quick_depth; ++z)
      block.r[z] = 0;
}

// q to r, by what the neighbours left on their lines. Gives the block's planes.
__device__ __forceinline__ int differences(Block& block, std::uint32_t* line, int lane, int row) {
  const std::uint32_t minus = lane == 0 ? 0U : quick_all_lanes;
#pragma unroll
  for (int z = 0; z < quick_depth; ++z) {
    block.r[z] += minus * __shfl_up_sync(quick_all_lanes, block.r[z], 1);
    line[z * quick_lanes] = block.r[z];
  }
  __syncthreads();
  if (row > 0) {
    const std::uint32_t* const above = line - quick_depth * quick_lanes;
#pragma unroll
    for (int z = 0; z < quick_depth; ++z)
      block.r[z] -= above[z * quick_lanes];
  }
  std::uint32_t spread = 0;
#pragma unroll
  for (int z = quick_depth - 1; z > 0; --z) {
    block.r[z] -= block.r[z - 1];
    spread |= quick_spread(block.r[z]);
  }
  return quick_width(spread | quick_spread(block.r[0]));
}

// The block's planes and, where it is whole, its values.
__device__ __forceinline__ void put_block(const Block& block, int width, int most, const float* column,
                                          const QuickWhere& where, std::uint32_t* to) {
#pragma unroll
  for (int k = 0; k < quick_depth; k += 4)
    if (k < most)
#pragma unroll
      for (int i = k; i < k + 4; ++i)
        if (i < width) to[i] = block.r[i];
  if (block.whole)
    for (int z = 0; z < quick_depth; ++z)
      to[width + z] = quick_bits(column[where.along(2, z)]);
}

// The block's exact values one by one; gives their share of the checksum.
__device__ std::uint64_t put_exact(std::uint32_t exact, const float* column, const QuickWhere& where,
                                   std::uint32_t first, std::uint32_t* to, std::uint32_t sum_place) {
  std::uint64_t sum = 0;
  for (std::uint32_t left = exact; left != 0; left &= left - 1, to += 2, sum_place += 2) {
    const int z = __ffs(static_cast<int>(left)) - 1;
    to[0] = first + static_cast<std::uint32_t>(z);
    to[1] = quick_bits(column[where.along(2, z)]);
    sum += quick_sum(to[0], sum_place) + quick_sum(to[1], sum_place + 1);
  }
  return sum;
}

// Tiles are taken in the order in which groups begin, so that none waits for one that has not.
__global__ __launch_bounds__(quick_blocks, 4) void pack_tiles(const float* __restrict__ field,
                                                              QuickVolume volume, QuickSteps steps,
                                                              QuickPacked packed) {
  __shared__ __align__(16) std::uint32_t stage[stage_words];
  __shared__ std::uint32_t warp_sums[quick_warps];
  __shared__ int taken;
  __shared__ std::uint64_t all_before;
  const int thread = static_cast<int>(threadIdx.x), lane = thread & 31, row = thread >> 5;
  if (thread == 0) taken = static_cast<int>(atomicAdd(packed.next, 1U));
  __syncthreads();
  const int number = taken;
  const QuickWhere where = quick_where(volume, number);
  const QuickTile& tile = where.shape;
  bring_values(field, where, lane, row, stage);
  const bool there = lane < tile.size[0] && row < tile.size[1];
  std::uint32_t* const line = stage + row * quick_depth * quick_lanes + lane;
  Block block;
  round_block(line, tile.size[2], steps, block);
  const int width = differences(block, line, lane, row);
  const std::uint32_t byte = static_cast<std::uint32_t>(width) | (block.whole ? quick_whole : 0U);
  const std::uint32_t words = there ? quick_block_words(byte) : 0U;
  const std::uint32_t pairs = there && !block.whole ? static_cast<std::uint32_t>(__popc(block.exact)) : 0U;
  // Both sums in one; words are at most 2^14.
  const QuickSum sum = quick_group_sums(pairs << 16 | words, warp_sums);
  const auto head = static_cast<std::uint32_t>(tile.width_words());
  const std::uint32_t planes_end = head + (sum.all & 0xFFFFU);
  const std::uint32_t size = sum.all == 0 ? 0U : planes_end + 2U * (sum.all >> 16);
  const std::uint64_t with_header = size + (where.tile == 0 ? volume.grid.header_words() : 0U);
  if (thread == 0) tell(packed.places + number, (number == 0 ? all_words : own_words) | with_header);
  const bool staged = planes_end <= stage_words;
  const int most = quick_warp_most(there ? width : 0), blocks = tile.size[0] * tile.size[1];
  const float* const column = field + where.at(lane, row, 0);
  // Planes and bytes to where the tile is put together; zeros up to a whole word.
  const auto put = [&](std::uint32_t* to) {
    auto* const bytes = reinterpret_cast<unsigned char*>(to);
    if (there) {
      bytes[row * tile.size[0] + lane] = static_cast<unsigned char>(byte);
      put_block(block, width, most, column, where, to + head + (sum.before & 0xFFFFU));
    }
    if (thread < 4 && blocks + thread < 4 * static_cast<int>(head)) bytes[blocks + thread] = 0;
  };
  if (most > 0) quick_transpose(block.r);
  if (size != 0 && staged) put(stage);
  if (row == 0) {
    const std::uint64_t before = number == 0 ? 0 : words_before(packed.places, number);
    if (lane == 0) {
      if (number > 0) tell(packed.places + number, all_words | (before + with_header));
      all_before = before;
    }
  }
  __syncthreads();
  const std::uint64_t end = all_before + with_header;
  if (thread == 0) {
    packed.sizes[number] = size;
    if (where.tile == 0) packed.starts[where.brick] = all_before;
    if (number == volume.tiles() - 1) packed.starts[volume.bricks()] = end;
    if (end > packed.most_words) packed.next[1] = 1;
  }
  if (size == 0 || end > packed.most_words) return;
  std::uint32_t* const to = packed.words + (end - size);
  if (!staged) {
    // Too much for the shared memory: put together in its place.
    put(to);
    __syncthreads();
  }
  const auto t = static_cast<std::uint32_t>(where.tile);
  std::uint64_t check = 0;
  for (std::uint32_t i = static_cast<std::uint32_t>(thread); i < planes_end; i += quick_blocks) {
    const std::uint32_t word = staged ? stage[i] : to[i];
    if (staged) to[i] = word;
    check += quick_sum(word, quick_place(t, i));
  }
  if (pairs > 0) {
    const std::uint32_t pair = planes_end + 2U * (sum.before >> 16);
    check += put_exact(block.exact, column, where, static_cast<std::uint32_t>(thread) * quick_depth,
                       to + pair, quick_place(t, pair));
  }
  check = quick_warp_total(check);
  if (lane == 0 && check != 0)
    atomicAdd(reinterpret_cast<unsigned long long*>(packed.sums + where.brick), check);
}

// A warp a brick: header and checksum.
__global__ void put_headers(QuickVolume volume, float step, QuickPacked packed) {
  const int brick = static_cast<int>((blockIdx.x * blockDim.x + threadIdx.x) / 32);
  const auto lane = static_cast<std::uint32_t>(threadIdx.x) & 31U;
  if (brick >= volume.bricks() || packed.next[1] != 0) return;
  std::uint32_t* const to = packed.words + packed.starts[brick];
  const auto tiles = static_cast<std::uint32_t>(volume.grid.tile_count());
  const std::uint32_t* const sizes = packed.sizes + static_cast<std::size_t>(brick) * tiles;
  std::uint64_t sum = 0;
  for (std::uint32_t i = quick_step_word + lane; i < volume.grid.header_words(); i += 32) {
    std::uint32_t word = quick_bits(step);
    if (i >= quick_sizes_word) {
      const std::uint32_t t = 2 * (i - quick_sizes_word);
      word = sizes[t] | (t + 1 < tiles ? sizes[t + 1] << 16 : 0U);
    }
    to[i] = word;
    sum += quick_sum(word, quick_header_place(3 + i - quick_step_word));
  }
  sum = quick_warp_total(sum) + packed.sums[brick] + quick_shape_sum(volume);
  if (lane == 0) {
    to[0] = static_cast<std::uint32_t>(sum);
    to[1] = static_cast<std::uint32_t>(sum >> 32);
  }
}

}  // namespace

void launch_quick_pack(const float* field, const QuickVolume& volume, const QuickSteps& steps,
                       const QuickPacked& packed, cudaStream_t stream) {
  pack_tiles<<<static_cast<unsigned>(volume.tiles()), quick_blocks, 0, stream>>>(field, volume, steps,
                                                                                 packed);
  check_cuda(cudaGetLastError(), "cannot pack a volume");
  put_headers<<<static_cast<unsigned>((volume.bricks() + 7) / 8), 256, 0, stream>>>(volume, steps.step,
                                                                                    packed);
  check_cuda(cudaGetLastError(), "cannot pack a volume");
}

}  // namespace foldwave
