// Packing: one pass. Each group loads a tile, works out its size, tells it to those behind it, packs into
// shared memory and, when it knows where its words belong, copies them there. Sums of sizes by decoupled
// look-back (D. Merrill, M. Garland, NVIDIA NVR-2016-002).
// Bytes: each value read once, each word written once; about 35 operations a value.
#include <limits>

#include "gpu/device_array.cuh"
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

// By a warp: the words of all tiles before this one.
__device__ std::uint64_t words_before(const std::uint64_t* places, int tile) {
  const int lane = static_cast<int>(threadIdx.x) & 31;
  std::uint64_t sum = 0;
  for (int last = tile - 1;; last -= 32) {
    const int asked = last - lane;
    std::uint64_t told = all_words;  // before the first there is nothing
    if (asked >= 0)
      do
        told = *static_cast<const volatile std::uint64_t*>(places + asked);
      while (told < own_words);
    const unsigned ends = __ballot_sync(quick_all_lanes, told >= all_words);
    const int end = ends == 0 ? 31 : __ffs(static_cast<int>(ends)) - 1;
    sum += quick_warp_total(lane <= end ? told & words_of : 0);
    if (ends != 0) return sum;
  }
}

// A thread's block on its way: q, then r, then planes.
struct Block {
  std::uint32_t r[quick_depth];
  std::uint32_t exact = 0;  // depths
  bool whole = false;
};

__device__ __forceinline__ void load_block(const float* field, const QuickPlace& place, const QuickTile& tile,
                                           const QuickSteps& steps, int lane, int row, Block& block) {
  const float* const column = field + place.at(lane, row, 0);
  float v[quick_depth];
#pragma unroll
  for (int z = 0; z < quick_depth; ++z)
    v[z] = __ldg(column + place.along(2, z));
  if (steps.step == 0.0F) {
#pragma unroll
    for (int z = 0; z < quick_depth; ++z)
      block.r[z] = quick_bits(v[z]);
    return;
  }
#pragma unroll
  for (int z = 0; z < quick_depth; ++z)
    if (!quick_round(v[z], steps, block.r[z])) block.exact |= 1U << z;
  if (block.exact == 0) return;
  block.exact &= quick_all_lanes >> (quick_depth - tile.size[2]);
  block.whole = __popc(block.exact) > quick_most_exact;
  if (block.whole)
#pragma unroll
    for (int z = 0; z < quick_depth; ++z)
      block.r[z] = 0;
}

// q to r; `stage` holds a tile's numbers. Gives the block's planes.
__device__ __forceinline__ int differences(Block& block, std::uint32_t* stage, int lane, int row) {
  std::uint32_t* const line = stage + row * quick_depth * quick_lanes + lane;
#pragma unroll
  for (int z = 0; z < quick_depth; ++z) {
    const std::uint32_t left = __shfl_up_sync(quick_all_lanes, block.r[z], 1);
    block.r[z] -= lane == 0 ? 0U : left;
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
__device__ __forceinline__ void put_block(const Block& block, int width, const float* column,
                                          const QuickPlace& place, std::uint32_t* to) {
#pragma unroll
  for (int k = 0; k < quick_depth; ++k)
    if (k < width) to[k] = block.r[k];
  if (block.whole)
    for (int z = 0; z < quick_depth; ++z)
      to[width + z] = quick_bits(column[place.along(2, z)]);
}

// The block's exact values one by one; gives their share of the checksum.
__device__ __forceinline__ std::uint64_t put_exact(const Block& block, const float* column,
                                                   const QuickPlace& place, std::uint32_t first,
                                                   std::uint32_t* to, std::uint32_t sum_place) {
  std::uint64_t sum = 0;
  for (std::uint32_t left = block.exact; left != 0; left &= left - 1, to += 2, sum_place += 2) {
    const int z = __ffs(static_cast<int>(left)) - 1;
    to[0] = first + static_cast<std::uint32_t>(z);
    to[1] = quick_bits(column[place.along(2, z)]);
    sum += quick_sum(to[0], sum_place) + quick_sum(to[1], sum_place + 1);
  }
  return sum;
}

__global__ __launch_bounds__(quick_blocks, 3) void pack_tiles(const float* __restrict__ field,
                                                              QuickVolume volume, QuickSteps steps,
                                                              QuickPacked packed) {
  __shared__ std::uint32_t stage[stage_words];
  __shared__ std::uint32_t warp_sums[quick_warps];
  __shared__ std::uint32_t taken;
  __shared__ std::uint64_t before;
  const int thread = static_cast<int>(threadIdx.x), lane = thread & 31, row = thread >> 5;
  // In the order in which groups begin, so that none waits for one that has not.
  if (thread == 0) taken = atomicAdd(packed.next, 1U);
  __syncthreads();
  const int tiles_a_brick = volume.grid.tile_count(), number = static_cast<int>(taken);
  const int brick = number / tiles_a_brick, t = number % tiles_a_brick;
  const QuickTile tile = quick_tile(volume.grid, t);
  const QuickPlace place = quick_place_of(volume, brick, tile);
  const bool there = lane < tile.size[0] && row < tile.size[1];
  Block block;
  load_block(field, place, tile, steps, lane, row, block);
  const int width = differences(block, stage, lane, row);
  const std::uint32_t words = there ? static_cast<std::uint32_t>(width) + (block.whole ? 32U : 0U) : 0U;
  const std::uint32_t pairs = there && !block.whole ? static_cast<std::uint32_t>(__popc(block.exact)) : 0U;
  // Both sums in one; words are at most 2^14.
  const QuickSum sum = quick_group_sums(pairs << 16 | words, warp_sums);
  const auto head = static_cast<std::uint32_t>(tile.width_words());
  const std::uint32_t planes_end = head + (sum.all & 0xFFFFU);
  const std::uint32_t size = sum.all == 0 ? 0U : planes_end + 2U * (sum.all >> 16);
  const std::uint64_t with_header = size + (t == 0 ? volume.grid.header_words() : 0U);
  if (thread == 0) tell(packed.places + number, (number == 0 ? all_words : own_words) | with_header);
  const bool staged = planes_end <= stage_words;
  const std::uint32_t at = head + (sum.before & 0xFFFFU);
  const float* const column = field + place.at(lane, row, 0);
  if (size != 0) {
    quick_transpose(block.r);
    if (staged) {
      auto* const byte = reinterpret_cast<unsigned char*>(stage);
      const int blocks = tile.size[0] * tile.size[1];
      if (there) {
        byte[row * tile.size[0] + lane] =
            static_cast<unsigned char>(static_cast<std::uint32_t>(width) | (block.whole ? quick_whole : 0U));
        put_block(block, width, column, place, stage + at);
      }
      if (thread < 4 && blocks + thread < 4 * static_cast<int>(head)) byte[blocks + thread] = 0;
    }
  }
  if (row == 0) {
    const std::uint64_t sum_before = number == 0 ? 0 : words_before(packed.places, number);
    if (lane == 0) {
      if (number > 0) tell(packed.places + number, all_words | (sum_before + with_header));
      before = sum_before;
    }
  }
  __syncthreads();
  const std::uint64_t end = before + with_header, first = end - size;
  if (thread == 0) {
    packed.sizes[number] = size;
    if (t == 0) packed.starts[brick] = before;
    if (number == volume.tiles() - 1) packed.starts[volume.bricks()] = end;
    if (end > packed.most_words) packed.next[1] = 1;
  }
  if (size == 0 || end > packed.most_words) return;
  std::uint32_t* const to = packed.words + first;
  const auto tile_number = static_cast<std::uint32_t>(t);
  if (!staged) {
    // Too much for the shared memory: the tile is put there part by part.
    auto* const byte = reinterpret_cast<unsigned char*>(to);
    const int blocks = tile.size[0] * tile.size[1];
    if (there) {
      byte[row * tile.size[0] + lane] =
          static_cast<unsigned char>(static_cast<std::uint32_t>(width) | (block.whole ? quick_whole : 0U));
      put_block(block, width, column, place, to + at);
    }
    if (thread < 4 && blocks + thread < 4 * static_cast<int>(head)) byte[blocks + thread] = 0;
    __syncthreads();
  }
  std::uint64_t check = 0;
  for (std::uint32_t i = static_cast<std::uint32_t>(thread); i < planes_end; i += quick_blocks) {
    const std::uint32_t word = staged ? stage[i] : to[i];
    if (staged) to[i] = word;
    check += quick_sum(word, quick_place(tile_number, i));
  }
  if (pairs > 0) {
    const std::uint32_t pair = planes_end + 2U * (sum.before >> 16);
    check += put_exact(block, column, place, static_cast<std::uint32_t>(thread) * quick_depth, to + pair,
                       quick_place(tile_number, pair));
  }
  check = quick_warp_total(check);
  if (lane == 0 && check != 0)
    atomicAdd(reinterpret_cast<unsigned long long*>(packed.sums + brick), check);
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
  if (lane < 3) sum += quick_sum(static_cast<std::uint32_t>(volume.brick[lane]), quick_header_place(lane));
  sum = quick_warp_total(sum) + packed.sums[brick];
  if (lane == 0) {
    to[0] = static_cast<std::uint32_t>(sum);
    to[1] = static_cast<std::uint32_t>(sum >> 32);
  }
}

}  // namespace

QuickVolume quick_volume(const BrickLayout& layout, bool upwards) {
  if (std::int64_t{layout.nodes[0]} * layout.nodes[1] > std::numeric_limits<int>::max())
    throw DeviceError("cuda", "a layer of the volume is too large", "use the CPU back end");
  QuickVolume volume;
  volume.grid = quick_grid(layout.brick);
  const auto counts = layout.counts();
  for (int a = 0; a < 3; ++a) {
    volume.nodes[a] = layout.nodes[static_cast<std::size_t>(a)];
    volume.brick[a] = layout.brick[static_cast<std::size_t>(a)];
    volume.counts[a] = counts[static_cast<std::size_t>(a)];
  }
  volume.upwards = upwards;
  return volume;
}

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
