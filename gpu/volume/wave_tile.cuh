// One block of 16^3 in the shared memory of a group of 256 threads, a line of 16 a thread: [z][x][y] with
// gaps that keep a warp's lines apart in the banks.
#pragma once

#include "gpu/volume/wave_volume.cuh"

namespace foldwave {

constexpr int wave_threads = wave_side * wave_side;
constexpr int wave_tile_x = wave_side + 1, wave_tile_z = wave_side * wave_tile_x;
constexpr int wave_tile_values = wave_side * wave_tile_z;

// A thread's line: along z it is (x, y) = (low, high), along y and x it is (x or y, z) = (low, high).
struct WaveLine {
  int low, high;
  __device__ WaveLine()
      : low(static_cast<int>(threadIdx.x) % wave_side), high(static_cast<int>(threadIdx.x) / wave_side) {}
};

// Lines along z become rounded coefficients of lines along x, of y = low, z = high.
__device__ inline void wave_forward_tile(float (&v)[wave_side], float* tile, std::int32_t (&q)[wave_side]) {
  const WaveLine line;
  lee_forward<wave_side>(v);
#pragma unroll
  for (int z = 0; z < wave_side; ++z)
    tile[z * wave_tile_z + line.low * wave_tile_x + line.high] = v[z];
  __syncthreads();
  float* const along_y = tile + line.high * wave_tile_z + line.low * wave_tile_x;
#pragma unroll
  for (int y = 0; y < wave_side; ++y)
    v[y] = along_y[y];
  lee_forward<wave_side>(v);
#pragma unroll
  for (int y = 0; y < wave_side; ++y)
    along_y[y] = v[y];
  __syncthreads();
  const float* const along_x = tile + line.high * wave_tile_z + line.low;
#pragma unroll
  for (int x = 0; x < wave_side; ++x)
    v[x] = along_x[x * wave_tile_x];
  lee_forward<wave_side>(v);
#pragma unroll
  for (int x = 0; x < wave_side; ++x)
    q[x] = wave_rounded(v[x], x, line.low, line.high);
}

// And back: the values of a line along z. The tile is free again only after a barrier.
__device__ inline void wave_inverse_tile(const std::int32_t (&q)[wave_side], float step, float* tile,
                                         float (&v)[wave_side]) {
  const WaveLine line;
#pragma unroll
  for (int x = 0; x < wave_side; ++x)
    v[x] = wave_unrounded(q[x], x, line.low, line.high);
  lee_inverse<wave_side>(v);
  float* const along_x = tile + line.high * wave_tile_z + line.low;
#pragma unroll
  for (int x = 0; x < wave_side; ++x)
    along_x[x * wave_tile_x] = v[x];
  __syncthreads();
  float* const along_y = tile + line.high * wave_tile_z + line.low * wave_tile_x;
#pragma unroll
  for (int y = 0; y < wave_side; ++y)
    v[y] = along_y[y];
  lee_inverse<wave_side>(v);
#pragma unroll
  for (int y = 0; y < wave_side; ++y)
    along_y[y] = v[y];
  __syncthreads();
#pragma unroll
  for (int z = 0; z < wave_side; ++z)
    v[z] = tile[z * wave_tile_z + line.low * wave_tile_x + line.high];
  lee_inverse<wave_side>(v);
  // The sum makes +0 of -0.
#pragma unroll
  for (int z = 0; z < wave_side; ++z)
    v[z] = v[z] * step + 0.0F;
}

}  // namespace foldwave
