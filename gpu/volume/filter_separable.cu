// Symmetric kernels of taps along x, y and z in one pass over memory. A block marches down z over a tile of
// columns: a plane with its halo comes into shared memory while the one before it is worked on; it is
// filtered along x there, along y into registers, and adds to the 2 reach + 1 outputs along z that it belongs
// to, which wait in registers too.
#include <algorithm>

#include "core/volume/filter/mirror.hpp"
#include "gpu/device_array.cuh"
#include "gpu/volume/filter_kernels.cuh"

namespace foldwave {

namespace {

constexpr int tile_x = 32, tile_y = 32, rows_a_thread = 4, x_together = 4;
constexpr int separable_threads = tile_x * tile_y / rows_a_thread;

template <int reach>
struct Halves {
  float x[reach + 1], y[reach + 1], z[reach + 1];
};

struct SeparableGrid {
  int n[3];
  int planes;
};

__device__ inline void copy_later(float* to, const float* from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address), "l"(from));
#else
  *to = *from;
#endif
}
__device__ inline void wait_for_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

template <int reach>
__global__ void __launch_bounds__(separable_threads, 2)
    separable_kernel(const float* __restrict__ in, float* __restrict__ out, SeparableGrid grid,
                     Halves<reach> half) {
  constexpr int wide = tile_x + 2 * reach, high = tile_y + 2 * reach, taps = 2 * reach + 1;
  // Rows begin on 16 bytes.
  constexpr int pitch = (wide + 3) / 4 * 4;
  constexpr int loads = (wide * high + separable_threads - 1) / separable_threads;
  __shared__ __align__(16) float planes[2][high * pitch];
  __shared__ __align__(16) float along_x[high * tile_x];
  const int thread = threadIdx.x, tx = thread % tile_x, ty = thread / tile_x;
  const int x0 = blockIdx.x * tile_x, y0 = blockIdx.y * tile_y, z0 = blockIdx.z * grid.planes;
  const int z_end = min(grid.n[2], z0 + grid.planes);
  const std::size_t plane = static_cast<std::size_t>(grid.n[0]) * grid.n[1];
  int from[loads];
#pragma unroll
  for (int m = 0; m < loads; ++m) {
    const int at = thread + m * separable_threads, i = at % wide, j = at / wide;
    from[m] = at < wide * high ? mirrored_node(y0 + j - reach, grid.n[1]) * grid.n[0] +
                                     mirrored_node(x0 + i - reach, grid.n[0])
                               : 0;
  }
  const auto bring = [&](int z, float* to) {
    const float* const source = in + plane * mirrored_node(z, grid.n[2]);
#pragma unroll
    for (int m = 0; m < loads; ++m) {
      const int at = thread + m * separable_threads;
      if (at < wide * high) copy_later(to + at / wide * pitch + at % wide, source + from[m]);
    }
  };
  float sum[taps][rows_a_thread] = {};
  bring(z0 - reach, planes[0]);
  for (int z = z0 - reach; z < z_end + reach; ++z) {
    float* const tile = planes[(z - z0 + reach) & 1];
    wait_for_copies();
    __syncthreads();
    if (z + 1 < z_end + reach) bring(z + 1, planes[(z + 1 - z0 + reach) & 1]);
    for (int m = thread; m < high * (tile_x / x_together); m += separable_threads) {
      const int j = m / (tile_x / x_together), i = m % (tile_x / x_together) * x_together;
      constexpr int some = (x_together + 2 * reach + 3) / 4 * 4;
      float value[some];
#pragma unroll
      for (int c = 0; c < some; c += 4)
        *reinterpret_cast<float4*>(value + c) = *reinterpret_cast<const float4*>(tile + j * pitch + i + c);
      float done[x_together];
#pragma unroll
      for (int c = 0; c < x_together; ++c) {
        done[c] = half.x[0] * value[c + reach];
#pragma unroll
        for (int r = 1; r <= reach; ++r)
          done[c] += half.x[r] * (value[c + reach - r] + value[c + reach + r]);
      }
      *reinterpret_cast<float4*>(along_x + j * tile_x + i) = *reinterpret_cast<float4*>(done);
    }
    __syncthreads();
    float column[rows_a_thread + 2 * reach];
#pragma unroll
    for (int c = 0; c < rows_a_thread + 2 * reach; ++c)
      column[c] = along_x[(ty * rows_a_thread + c) * tile_x + tx];
#pragma unroll
    for (int r = 0; r < rows_a_thread; ++r) {
      float value = half.y[0] * column[r + reach];
#pragma unroll
      for (int d = 1; d <= reach; ++d)
        value += half.y[d] * (column[r + reach - d] + column[r + reach + d]);
        // Outputs grow older by one as this plane adds to them: the oldest is done.
#pragma unroll
      for (int t = taps - 1; t > 0; --t)
        sum[t][r] = sum[t - 1][r] + half.z[t > reach ? t - reach : reach - t] * value;
      sum[0][r] = half.z[reach] * value;
      const int i = x0 + tx, j = y0 + ty * rows_a_thread + r, k = z - reach;
      if (k >= z0 && i < grid.n[0] && j < grid.n[1])
        out[plane * k + static_cast<std::size_t>(j) * grid.n[0] + i] = sum[taps - 1][r];
    }
  }
}

template <int reach>
void start_reach(const float* in, float* out, const VolumeShape& n,
                 const std::array<std::span<const float>, 3>& halves, cudaStream_t stream) {
  Halves<reach> half{};
  float* const to[3] = {half.x, half.y, half.z};
  for (std::size_t a = 0; a < 3; ++a)
    std::copy(halves[a].begin(), halves[a].end(), to[a]);
  const unsigned tiles_x = static_cast<unsigned>((n[0] + tile_x - 1) / tile_x),
                 tiles_y = static_cast<unsigned>((n[1] + tile_y - 1) / tile_y);
  int parts = 1;
  while (static_cast<int>(tiles_x * tiles_y) * parts < 1500 && n[2] / (2 * parts) >= 8 * reach + 8)
    parts *= 2;
  const int planes = (n[2] + parts - 1) / parts;
  const SeparableGrid grid{{n[0], n[1], n[2]}, planes};
  separable_kernel<reach><<<dim3(tiles_x, tiles_y, static_cast<unsigned>((n[2] + planes - 1) / planes)),
                            separable_threads, 0, stream>>>(in, out, grid, half);
  check_cuda(cudaGetLastError(), "cannot start a filter");
}

__global__ void axis_kernel(const float* __restrict__ in, float* __restrict__ out, SeparableGrid grid,
                            int axis, const float* __restrict__ half, int reach) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y % grid.n[1];
  const std::size_t row = static_cast<std::size_t>(grid.n[0]);
  if (i >= grid.n[0]) return;
  for (int k = blockIdx.y / grid.n[1]; k < grid.n[2]; k += gridDim.y / grid.n[1]) {
    const int at = axis == 0 ? i : axis == 1 ? j : k, n = grid.n[axis];
    const std::size_t step = axis == 0   ? 1
                             : axis == 1 ? row
                                         : row * grid.n[1],
                      m = i + row * (j + static_cast<std::size_t>(grid.n[1]) * k);
    const float* const line = in + m - at * step;
    float sum = half[0] * in[m];
    for (int r = 1; r <= reach; ++r)
      sum += half[r] * (line[mirrored_node(at - r, n) * step] + line[mirrored_node(at + r, n) * step]);
    out[m] = sum;
  }
}

}  // namespace

bool start_separable(const float* in, float* out, const VolumeShape& n,
                     const std::array<std::span<const float>, 3>& halves, cudaStream_t stream) {
  std::size_t reach = 0;
  for (const std::span<const float> half : halves)
    reach = std::max(reach, half.size() - 1);
  // More than that would not stay in registers.
  if (reach > 10 || Index{1} * n[0] * n[1] > (Index{1} << 30)) return false;
  const auto start = reach <= 2   ? start_reach<2>
                     : reach <= 4 ? start_reach<4>
                     : reach <= 6 ? start_reach<6>
                     : reach <= 8 ? start_reach<8>
                                  : start_reach<10>;
  start(in, out, n, halves, stream);
  return true;
}

void start_axis(const float* in, float* out, const VolumeShape& n, int axis, const float* half, int reach,
                cudaStream_t stream) {
  const SeparableGrid grid{{n[0], n[1], n[2]}, 0};
  const unsigned layers =
      std::max(1U, std::min(static_cast<unsigned>(n[2]), 65535U / static_cast<unsigned>(n[1])));
  axis_kernel<<<dim3(static_cast<unsigned>((n[0] + 127) / 128), static_cast<unsigned>(n[1]) * layers), 128, 0,
                stream>>>(in, out, grid, axis, half, reach);
  check_cuda(cudaGetLastError(), "cannot start a filter");
}

}  // namespace foldwave
