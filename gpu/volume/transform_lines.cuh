// Lapped transforms of a volume: a thread takes a line of a brick, axis after axis.
#pragma once

#include "gpu/volume/transform_bricks.cuh"

namespace foldwave::device_transform {

// A line in registers where its length is known, else in memory of the thread.
template <TransformKind kind, bool back, int blocks>
__device__ void transform_line(float* v, int blocks_now) {
  const int count = blocks > 0 ? blocks : blocks_now;
  if constexpr (back)
    line_back<kind, float>(v, count);
  else
    line_forward<kind, float>(v, count);
}

// Rows of words: out of the volume (forward) or into it (back), through shared memory, as a thread's own row
// is no neighbour of the next thread's.
template <TransformKind kind, bool back, int blocks>
__global__ void __launch_bounds__(row_threads)
    rows_pass(DeviceBricks bricks, DeviceQuantiser quantiser, bool at_words, float* volume, float* words) {
  __shared__ float rows[row_threads][brick_side + 1];
  const long long rows_a_brick = static_cast<long long>(bricks.padded[1]) * bricks.padded[2];
  const long long all = rows_a_brick * bricks.counts[0] * bricks.counts[1] * bricks.counts[2];
  const long long first_row = static_cast<long long>(blockIdx.x) * row_threads;
  const int t = static_cast<int>(threadIdx.x), length = bricks.padded[0];
  const auto each = [&](const auto& value_of) {
    for (int i = t; i < row_threads * length; i += row_threads) {
      const long long row = first_row + i / length;
      if (row >= all) continue;
      const int brick = static_cast<int>(row / rows_a_brick), in_brick = static_cast<int>(row % rows_a_brick);
      value_of(brick, i % length, in_brick % bricks.padded[1], in_brick / bricks.padded[1],
               rows[i / length][i % length]);
    }
  };
  const auto word = [&](int brick, int x, int y, int z) -> float& {
    return words[brick * bricks.words + (static_cast<long long>(z) * bricks.padded[1] + y) * length + x];
  };
  each([&](int brick, int x, int y, int z, float& value) {
    if (back) {
      value = at_words ? quantiser.restored(word(brick, x, y, z)) : word(brick, x, y, z);
      return;
    }
    const int i = bricks.source(bricks.first(brick, 0), x, 0),
              j = bricks.source(bricks.first(brick, 1), y, 1),
              k = bricks.source(bricks.first(brick, 2), z, 2);
    value = volume[(static_cast<long long>(k) * bricks.n[1] + j) * bricks.n[0] + i];
  });
  __syncthreads();
  if (bricks.transformed[0]) {
    float v[brick_side];
    const int points = blocks > 0 ? side * blocks : length;
#pragma unroll
    for (int i = 0; i < points; ++i)
      v[i] = rows[t][i];
    transform_line<kind, back, blocks>(v, length / side);
#pragma unroll
    for (int i = 0; i < points; ++i)
      rows[t][i] = v[i];
  }
  __syncthreads();
  each([&](int brick, int x, int y, int z, float& value) {
    if (!back) {
      word(brick, x, y, z) = at_words ? quantiser.quantised(value, bricks, x, y, z) : value;
      return;
    }
    const int x0 = bricks.first(brick, 0), y0 = bricks.first(brick, 1), z0 = bricks.first(brick, 2);
    if (bricks.is_inside(x0, x, 0) && bricks.is_inside(y0, y, 1) && bricks.is_inside(z0, z, 2))
      volume[(static_cast<long long>(z0 + z) * bricks.n[1] + y0 + y) * bricks.n[0] + x0 + x] = value;
  });
}

// Lines along y or z of words, in place; neighbours of a warp are neighbours along x.
template <TransformKind kind, bool back, int blocks>
__global__ void __launch_bounds__(128)
    lines_pass(DeviceBricks bricks, DeviceQuantiser quantiser, bool at_words, int axis, float* words) {
  const int length = bricks.padded[axis];
  const long long lines = bricks.words / length;
  const long long all = lines * bricks.counts[0] * bricks.counts[1] * bricks.counts[2];
  const long long l = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (l >= all) return;
  const int line = static_cast<int>(l % lines), x = line % bricks.padded[0], other = line / bricks.padded[0];
  const int stride = axis == 1 ? bricks.padded[0] : bricks.padded[0] * bricks.padded[1];
  float* const at =
      words + l / lines * bricks.words + x +
      static_cast<long long>(other) * (axis == 1 ? bricks.padded[0] * bricks.padded[1] : bricks.padded[0]);
  float v[brick_side];
  const int points = blocks > 0 ? side * blocks : length;
#pragma unroll
  for (int i = 0; i < points; ++i)
    v[i] = back && at_words ? quantiser.restored(at[static_cast<long long>(i) * stride])
                            : at[static_cast<long long>(i) * stride];
  transform_line<kind, back, blocks>(v, length / side);
#pragma unroll
  for (int i = 0; i < points; ++i)
    at[static_cast<long long>(i) * stride] =
        !back && at_words ? quantiser.quantised(v[i], bricks, x, axis == 1 ? i : other, axis == 1 ? other : i)
                          : v[i];
}

}  // namespace foldwave::device_transform
