// Where a tile's values lie in its volume, and sums over a group of threads; for the quick codec's kernels.
#pragma once

#include "gpu/volume/quick_kernels.cuh"

namespace foldwave {

constexpr unsigned quick_all_lanes = 0xFFFFFFFFU;
constexpr int quick_warps = quick_rows;  // of a group: a warp a row

// Nodes of a tile along its three axes: stored node s is node min(s, last), from the other end where `flip`.
struct QuickPlace {
  std::int64_t base = 0;  // of the first value
  int stride[3]{};        // signed
  int inside[3]{};        // values that are nodes; what lies beyond repeats the last one

  __device__ std::int64_t at(int lane, int row, int depth) const {
    return base + along(0, lane) + along(1, row) + along(2, depth);
  }
  __device__ std::int64_t along(int axis, int i) const {
    return std::int64_t{min(i, inside[axis] - 1)} * stride[axis];
  }
};

__device__ inline QuickPlace quick_place_of(const QuickVolume& volume, int brick, const QuickTile& tile) {
  const int row = brick / volume.counts[0];
  const int at[3] = {brick % volume.counts[0], row % volume.counts[1], row / volume.counts[1]};
  const int strides[3] = {1, volume.nodes[0], volume.nodes[0] * volume.nodes[1]};
  QuickPlace place;
#pragma unroll
  for (int axis = 0; axis < 3; ++axis) {
    int a = 0;
#pragma unroll
    for (int i = 1; i < 3; ++i)
      if (volume.grid.axis[i] == axis) a = i;
    const int last = volume.nodes[axis] - 1;
    const int stored = at[axis] * volume.brick[axis] + tile.first[a], first = min(stored, last);
    const int inside = min(tile.size[a], max(last + 1 - stored, 1));
    const bool flip = volume.upwards && axis == 2;
    place.base += std::int64_t{flip ? last - first : first} * strides[axis];
#pragma unroll
    for (int i = 0; i < 3; ++i)
      if (a == i) {
        place.stride[i] = flip ? -strides[axis] : strides[axis];
        place.inside[i] = inside;
      }
  }
  return place;
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
