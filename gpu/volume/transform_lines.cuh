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

// Where a row of words stands, and the row of the volume that it is made of or makes.
struct RowPlace {
  long long words, volume;
  int first_x, y, z;
  bool there, inside;  // one of the rows; one that the volume takes back
};
__device__ RowPlace row_place(const DeviceBricks& bricks, long long row) {
  const long long rows_a_brick = static_cast<long long>(bricks.padded[1]) * bricks.padded[2];
  const int brick = static_cast<int>(row / rows_a_brick), in_brick = static_cast<int>(row % rows_a_brick);
  const int y = in_brick % bricks.padded[1], z = in_brick / bricks.padded[1];
  const int y0 = bricks.first(brick, 1), z0 = bricks.first(brick, 2);
  const long long volume_row =
      static_cast<long long>(bricks.source(z0, z, 2)) * bricks.n[1] + bricks.source(y0, y, 1);
  return {brick * bricks.words + static_cast<long long>(in_brick) * bricks.padded[0],
          volume_row * bricks.n[0],
          bricks.first(brick, 0),
          y,
          z,
          brick < bricks.counts[0] * bricks.counts[1] * bricks.counts[2],
          bricks.is_inside(y0, y, 1) && bricks.is_inside(z0, z, 2)};
}

// Rows of words: out of the volume (forward) or into it (back), through shared memory, as a thread's own row
// is no neighbour of the next thread's.
template <TransformKind kind, bool back, int blocks>
__global__ void __launch_bounds__(row_threads)
    rows_pass(DeviceBricks bricks, DeviceQuantiser quantiser, bool at_words, float* volume, float* words) {
  __shared__ float rows[row_threads][brick_side + 1];
  __shared__ RowPlace places[row_threads];
  const int t = static_cast<int>(threadIdx.x), length = blocks > 0 ? side * blocks : bricks.padded[0];
  places[t] = row_place(bricks, static_cast<long long>(blockIdx.x) * row_threads + t);
  __syncthreads();
#pragma unroll 8
  for (int i = t; i < row_threads * length; i += row_threads) {
    const int x = i % length;
    const RowPlace& p = places[i / length];
    if (!p.there) continue;
    float& value = rows[i / length][x];
    if constexpr (back)
      value = at_words ? quantiser.restored(words[p.words + x]) : words[p.words + x];
    else
      value = volume[p.volume + bricks.source(p.first_x, x, 0)];
  }
  __syncthreads();
  if (bricks.transformed[0]) {
    float v[brick_side];
#pragma unroll
    for (int i = 0; i < length; ++i)
      v[i] = rows[t][i];
    transform_line<kind, back, blocks>(v, length / side);
#pragma unroll
    for (int i = 0; i < length; ++i)
      rows[t][i] = v[i];
  }
  __syncthreads();
#pragma unroll 8
  for (int i = t; i < row_threads * length; i += row_threads) {
    const int x = i % length;
    const RowPlace& p = places[i / length];
    if (!p.there) continue;
    const float value = rows[i / length][x];
    if constexpr (!back)
      words[p.words + x] = at_words ? quantiser.quantised(value, bricks, x, p.y, p.z) : value;
    else if (p.inside && bricks.is_inside(p.first_x, x, 0))
      volume[p.volume + p.first_x + x] = value;
  }
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
