// Where a tile's values lie in its volume, and sums over a group of threads; for the quick codec's kernels.
#pragma once

#include "gpu/volume/quick_kernels.cuh"

namespace foldwave {

constexpr unsigned quick_all_lanes = 0xFFFFFFFFU;
constexpr int quick_warps = quick_rows;  // of a group: a warp a row

// A tile of a volume, by its number: the bricks one after the other.
struct QuickWhere {
  int brick, tile;  // tile: in its brick
  QuickTile shape;
  std::int64_t base = 0;  // of the first value
  int stride[3];
  int inside[3];  // values that are nodes; what lies beyond repeats the last one

  __device__ std::int64_t at(int lane, int row, int depth) const {
    return base + along(0, lane) + along(1, row) + along(2, depth);
  }
  __device__ std::int64_t along(int a, int i) const {
    return std::int64_t{min(i, inside[a] - 1)} * stride[a];
  }
};

__device__ inline QuickWhere quick_where(const QuickVolume& volume, int number) {
  QuickWhere where;
  where.tile = number;
  where.brick = volume.tiles_a_brick.split(where.tile);
  int at[3] = {where.brick, 0, 0};
  at[1] = volume.bricks_a_row.split(at[0]);
  at[2] = volume.rows_a_layer.split(at[1]);
  int tile[3] = {where.tile, 0, 0};
  tile[1] = volume.tiles_a_row.split(tile[0]);
  tile[2] = volume.tiles_a_layer.split(tile[1]);
  where.shape = quick_tile_at(volume.grid, tile[0], tile[1], tile[2]);
  where.base = volume.base;
#pragma unroll
  for (int a = 0; a < 3; ++a) {
    const int axis = volume.grid.axis[a], brick = axis == 0 ? at[0] : axis == 1 ? at[1] : at[2];
    const int stored = brick * volume.size[a] + where.shape.first[a], last = volume.nodes[a] - 1;
    where.base += std::int64_t{min(stored, last)} * volume.stride[a];
    where.stride[a] = volume.stride[a];
    where.inside[a] = min(where.shape.size[a], max(last + 1 - stored, 1));
  }
  return where;
}

// The sizes' share of a brick's checksum.
__device__ inline std::uint64_t quick_shape_sum(const QuickVolume& volume) {
  std::uint64_t sum = 0;
#pragma unroll
  for (int a = 0; a < 3; ++a)
    sum += quick_sum(static_cast<std::uint32_t>(volume.size[a]),
                     quick_header_place(static_cast<std::uint32_t>(volume.grid.axis[a])));
  return sum;
}

// The largest of a warp.
__device__ inline int quick_warp_most(int value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync(quick_all_lanes, value);
#else
#pragma unroll
  for (int step = 16; step > 0; step /= 2)
    value = max(value, __shfl_xor_sync(quick_all_lanes, value, step));
  return value;
#endif
}

// Sums over the lanes up to this one.
__device__ inline std::uint32_t quick_warp_sums(std::uint32_t value) {
  const int lane = static_cast<int>(threadIdx.x) & 31;
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const std::uint32_t lower = __shfl_up_sync(quick_all_lanes, value, step);
    if (lane >= step) value += lower;
  }
  return value;
}

__device__ inline std::uint64_t quick_warp_total(std::uint64_t value) {
#pragma unroll
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_xor_sync(quick_all_lanes, value, step);
  return value;
}

// Sums over the threads before this one, and over all, of a group. `sums` is shared; the group is in step
// after it.
struct QuickSum {
  std::uint32_t before, all;
};
__device__ inline QuickSum quick_group_sums(std::uint32_t value, std::uint32_t* sums) {
  const std::uint32_t up_to = quick_warp_sums(value);
  const int warp = static_cast<int>(threadIdx.x) >> 5;
  if ((threadIdx.x & 31) == 31) sums[warp] = up_to;
  __syncthreads();
  QuickSum sum{up_to - value, 0};
#pragma unroll
  for (int w = 0; w < quick_warps; ++w) {
    const std::uint32_t s = sums[w];
    sum.before += w < warp ? s : 0U;
    sum.all += s;
  }
  return sum;
}

}  // namespace foldwave
