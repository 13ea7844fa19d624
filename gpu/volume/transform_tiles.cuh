// Cosine transforms of a volume: a block of threads takes four blocks of 8^3 through shared memory, so that
// each value is read once and each word written once.
#pragma once

#include "gpu/volume/transform_bricks.cuh"

namespace foldwave::device_transform {

// Blocks of 8^3 side by side along x, one value of z a turn; axes in the processor's order.
constexpr int tile_x = warp;
struct Tile {
  float at[side][side][tile_x + 1];
};
struct TilePlace {
  int brick, x, y, z;
};
__device__ TilePlace tile_place(const DeviceBricks& bricks) {
  const int across = (bricks.padded[0] + tile_x - 1) / tile_x, deep = (bricks.padded[1] + side - 1) / side,
            high = (bricks.padded[2] + side - 1) / side;
  const int tile = static_cast<int>(blockIdx.x) % (across * deep * high);
  return {static_cast<int>(blockIdx.x) / (across * deep * high), tile % across * tile_x,
          tile / across % deep * side, tile / across / deep * side};
}

template <TransformKind kind, bool back>
__device__ void transform_eight(float* v) {
  if constexpr (back)
    line_back<kind, float>(v, 1);
  else
    line_forward<kind, float>(v, 1);
}

// Lines along x and along y of the tile; each thread one of each.
template <TransformKind kind, bool back>
__device__ void tile_lines(Tile& tile, int axis) {
  const int t = static_cast<int>(threadIdx.x);
  float v[side];
  float* const from =
      axis == 0 ? &tile.at[t % 64 / side][t % side][t / 64 * side] : &tile.at[t / warp][0][t % warp];
  const int stride = axis == 0 ? 1 : tile_x + 1;
#pragma unroll
  for (int i = 0; i < side; ++i)
    v[i] = from[i * stride];
  transform_eight<kind, back>(v);
#pragma unroll
  for (int i = 0; i < side; ++i)
    from[i * stride] = v[i];
}

template <TransformKind kind>
__global__ void __launch_bounds__(256)
    tiles_forward(DeviceBricks bricks, DeviceQuantiser quantiser, const float* volume, float* words) {
  __shared__ Tile tile;
  const TilePlace p = tile_place(bricks);
  const int l = static_cast<int>(threadIdx.x) % warp, w = static_cast<int>(threadIdx.x) / warp;
  const int x = bricks.source(bricks.first(p.brick, 0), p.x + l, 0),
            y = bricks.source(bricks.first(p.brick, 1), p.y + w, 1);
  float v[side];
#pragma unroll
  for (int i = 0; i < side; ++i) {
    const int z = bricks.source(bricks.first(p.brick, 2), p.z + i, 2);
    v[i] = volume[(static_cast<long long>(z) * bricks.n[1] + y) * bricks.n[0] + x];
  }
#pragma unroll
  for (int i = 0; i < side; ++i)
    tile.at[i][w][l] = v[i];
  __syncthreads();
  if (bricks.transformed[0]) {
    tile_lines<kind, false>(tile, 0);
    __syncthreads();
  }
  if (bricks.transformed[1]) {
    tile_lines<kind, false>(tile, 1);
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < side; ++i)
    v[i] = tile.at[i][w][l];
  if (bricks.transformed[2]) transform_eight<kind, false>(v);
  if (p.x + l >= bricks.padded[0] || p.y + w >= bricks.padded[1]) return;
  float* const to = words + p.brick * bricks.words +
                    (static_cast<long long>(p.z) * bricks.padded[1] + p.y + w) * bricks.padded[0] + p.x + l;
#pragma unroll
  for (int i = 0; i < side; ++i)
    if (p.z + i < bricks.padded[2])
      to[static_cast<long long>(i) * bricks.padded[1] * bricks.padded[0]] =
          quantiser.quantised(v[i], bricks, p.x + l, p.y + w, p.z + i);
}

template <TransformKind kind>
__global__ void __launch_bounds__(256)
    tiles_back(DeviceBricks bricks, DeviceQuantiser quantiser, const float* words, float* volume) {
  __shared__ Tile tile;
  const TilePlace p = tile_place(bricks);
  const int l = static_cast<int>(threadIdx.x) % warp, w = static_cast<int>(threadIdx.x) / warp;
  const bool is_word = p.x + l < bricks.padded[0] && p.y + w < bricks.padded[1];
  const float* const from = words + p.brick * bricks.words +
                            (static_cast<long long>(p.z) * bricks.padded[1] + p.y + w) * bricks.padded[0] +
                            p.x + l;
  float v[side];
#pragma unroll
  for (int i = 0; i < side; ++i)
    v[i] = is_word && p.z + i < bricks.padded[2]
               ? quantiser.restored(from[static_cast<long long>(i) * bricks.padded[1] * bricks.padded[0]])
               : 0.0F;
  if (bricks.transformed[2]) transform_eight<kind, true>(v);
#pragma unroll
  for (int i = 0; i < side; ++i)
    tile.at[i][w][l] = v[i];
  __syncthreads();
  if (bricks.transformed[1]) {
    tile_lines<kind, true>(tile, 1);
    __syncthreads();
  }
  if (bricks.transformed[0]) {
    tile_lines<kind, true>(tile, 0);
    __syncthreads();
  }
  const int x0 = bricks.first(p.brick, 0), y0 = bricks.first(p.brick, 1), z0 = bricks.first(p.brick, 2);
  if (!bricks.is_inside(x0, p.x + l, 0) || !bricks.is_inside(y0, p.y + w, 1)) return;
#pragma unroll
  for (int i = 0; i < side; ++i)
    if (bricks.is_inside(z0, p.z + i, 2))
      volume[(static_cast<long long>(z0 + p.z + i) * bricks.n[1] + y0 + p.y + w) * bricks.n[0] + x0 + p.x +
             l] = tile.at[i][w][l];
}

}  // namespace foldwave::device_transform
