// Symmetric kernels of taps along x, y and z in one pass over memory. A block marches down z over a tile of
// columns: a plane with its halo comes into shared memory while the one before it is worked on; it is
// filtered along x there, along y into registers, and adds to the 2 reach + 1 outputs along z that it belongs
// to, which wait in registers too.
#include <algorithm>

#include "core/volume/filter/lines/mirror.hpp"
#include "gpu/base/device_array.cuh"
#include "gpu/volume/filter_kernels.cuh"

namespace foldwave {

namespace {

constexpr int tile_x = 32, tile_y = 32, rows_a_thread = 4, x_together = 4;
constexpr int separable_threads = tile_x * tile_y / rows_a_thread;
// Planes in shared memory: memory answers later than a plane is done.
constexpr int planes_ahead = 4;

template <int reach>
struct Halves {
  float x[reach + 1], y[reach + 1], z[reach + 1];
};

struct SeparableGrid {
  int n[3];
  int planes;
};

// A plane's tile in shared memory: rows begin `lead` nodes before the tile, on 16 bytes.
template <int reach>
struct Tile {
  static constexpr int lead = (reach + 3) / 4 * 4, pitch = tile_x + 2 * lead, high = tile_y + 2 * reach;
  static constexpr int fours = pitch / 4;  // of a row
  static constexpr int rows_beside =
      separable_threads / 16;  // rows that are brought at a time, 16 threads each
  static constexpr int turns = (high + rows_beside - 1) / rows_beside;
  static_assert(fours <= 16);
  float at[high * pitch];
};

template <int bytes>
__device__ inline void copy_later(float* to, const float* from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  if constexpr (bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(from));
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address), "l"(from));
#else
  if constexpr (bytes == 16)
    *reinterpret_cast<float4*>(to) = *reinterpret_cast<const float4*>(from);
  else
    *to = *from;
#endif
}
__device__ inline void end_of_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
// Until at most so many planes, the last ones, are still on their way.
template <int left>
__device__ inline void wait_for_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(left) : "memory");
#endif
}

// Along x, from a tile of values to one of rows without the halo beside them.
template <int reach>
__device__ inline void filter_rows(const Tile<reach>& tile, const float (&half)[reach + 1], float* rows) {
  constexpr int skip = Tile<reach>::lead - reach, some = (skip + x_together + 2 * reach + 3) / 4 * 4;
  for (int m = threadIdx.x; m < Tile<reach>::high * (tile_x / x_together); m += separable_threads) {
    const int j = m / (tile_x / x_together), i = m % (tile_x / x_together) * x_together;
    float value[some];
#pragma unroll
    for (int c = 0; c < some; c += 4)
      *reinterpret_cast<float4*>(value + c) =
          *reinterpret_cast<const float4*>(tile.at + j * Tile<reach>::pitch + i + c);
    float done[x_together];
#pragma unroll
    for (int c = 0; c < x_together; ++c) {
      const float* const v = value + skip + c + reach;
      done[c] = half[0] * v[0];
#pragma unroll
      for (int r = 1; r <= reach; ++r)
        done[c] += half[r] * (v[-r] + v[r]);
    }
#pragma unroll
    for (int c = 0; c < x_together; c += 4)
      *reinterpret_cast<float4*>(rows + j * tile_x + i + c) = *reinterpret_cast<float4*>(done + c);
  }
}

template <int reach>
__global__ void __launch_bounds__(separable_threads, 2)
    separable_kernel(const float* __restrict__ in, float* __restrict__ out, SeparableGrid grid,
                     Halves<reach> half, std::uint32_t* gaps) {
  using Plane = Tile<reach>;
  constexpr int taps = 2 * reach + 1;
  extern __shared__ __align__(16) char memory[];
  Plane* const tiles = reinterpret_cast<Plane*>(memory);
  constexpr int row_nodes = Plane::high * tile_x;
  float* const rows = reinterpret_cast<float*>(tiles + planes_ahead);
  const int thread = threadIdx.x, tx = thread % tile_x, ty = thread / tile_x;
  const int x0 = blockIdx.x * tile_x, y0 = blockIdx.y * tile_y, z0 = blockIdx.z * grid.planes;
  const int z_end = min(grid.n[2], z0 + grid.planes);
  const std::size_t plane = static_cast<std::size_t>(grid.n[0]) * grid.n[1];
  // Four nodes a thread come as one where they lie in the volume; their mirror images one by one.
  const int four = thread % 16, row = thread / 16, x = x0 - Plane::lead + 4 * four;
  const bool whole = x >= 0 && x + 4 <= grid.n[0] && grid.n[0] % 4 == 0;
  int mirrored[4];
#pragma unroll
  for (int c = 0; c < 4; ++c)
    mirrored[c] = mirrored_node(x + c, grid.n[0]);
  int from[Plane::turns];
#pragma unroll
  for (int m = 0; m < Plane::turns; ++m)
    from[m] = mirrored_node(y0 + row + m * Plane::rows_beside - reach, grid.n[1]) * grid.n[0];
  const int first = z0 - reach, count = z_end + reach - first;
  const auto bring = [&](int p) {
    if (p >= count) return;
    Plane& to = tiles[p % planes_ahead];
    const int z = first + p;
    const float* const source = in + plane * mirrored_node(z, grid.n[2]);
    if (four >= Plane::fours) return;
    float* const begin = to.at + row * Plane::pitch + 4 * four;
#pragma unroll
    for (int m = 0; m < Plane::turns; ++m) {
      if (row + m * Plane::rows_beside >= Plane::high) continue;
      float* const at = begin + m * Plane::rows_beside * Plane::pitch;
      if (whole)
        copy_later<16>(at, source + from[m] + x);
      else
#pragma unroll
        for (int c = 0; c < 4; ++c)
          copy_later<4>(at + c, source + from[m] + mirrored[c]);
    }
  };
  float sum[taps][rows_a_thread] = {};
  for (int p = 0; p < planes_ahead; ++p) {
    bring(p);
    end_of_copies();
  }
  wait_for_copies<planes_ahead - 1>();
  __syncthreads();
  filter_rows<reach>(tiles[0], half.x, rows);
  const int i = x0 + tx, j0 = y0 + ty * rows_a_thread;
  float* to = out + plane * z0 + static_cast<std::size_t>(j0) * grid.n[0] + i;
  bool finite = true;
  for (int p = 0; p < count; ++p) {
    wait_for_copies<planes_ahead - 2>();
    __syncthreads();
    bring(p + planes_ahead);
    end_of_copies();
    // The next plane along x beside this one along y and z.
    if (p + 1 < count)
      filter_rows<reach>(tiles[(p + 1) % planes_ahead], half.x, rows + (p + 1) % 2 * row_nodes);
    const float* const these = rows + p % 2 * row_nodes + ty * rows_a_thread * tile_x + tx;
    float column[rows_a_thread + 2 * reach];
#pragma unroll
    for (int c = 0; c < rows_a_thread + 2 * reach; ++c)
      column[c] = these[c * tile_x];
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
    }
    if (p < 2 * reach) continue;
#pragma unroll
    for (int r = 0; r < rows_a_thread; ++r)
      if (i < grid.n[0] && j0 + r < grid.n[1]) {
        const float done = sum[taps - 1][r];
        to[r * grid.n[0]] = done;
        finite = finite && fabsf(done) <= 3.4e38F;
      }
    to += plane;
  }
  if (!finite) *gaps = 1;
}

template <int reach>
void start_reach(const float* in, float* out, const VolumeShape& n,
                 const std::array<std::span<const float>, 3>& halves, std::uint32_t* gaps,
                 cudaStream_t stream) {
  Halves<reach> half{};
  float* const to[3] = {half.x, half.y, half.z};
  for (std::size_t a = 0; a < 3; ++a)
    std::copy(halves[a].begin(), halves[a].end(), to[a]);
  const unsigned tiles_x = static_cast<unsigned>((n[0] + tile_x - 1) / tile_x),
                 tiles_y = static_cast<unsigned>((n[1] + tile_y - 1) / tile_y);
  int parts = 1;
  while (static_cast<int>(tiles_x * tiles_y) * parts < 4000 && n[2] / (2 * parts) >= 16 * reach)
    parts *= 2;
  const int planes = (n[2] + parts - 1) / parts;
  const SeparableGrid grid{{n[0], n[1], n[2]}, planes};
  constexpr std::size_t bytes =
      planes_ahead * sizeof(Tile<reach>) + 2 * sizeof(float) * Tile<reach>::high * tile_x;
  check_cuda(cudaFuncSetAttribute(separable_kernel<reach>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(bytes)),
             "cannot get shared memory");
  separable_kernel<reach><<<dim3(tiles_x, tiles_y, static_cast<unsigned>((n[2] + planes - 1) / planes)),
                            separable_threads, bytes, stream>>>(in, out, grid, half, gaps);
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
                     const std::array<std::span<const float>, 3>& halves, std::uint32_t* gaps,
                     cudaStream_t stream) {
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
  start(in, out, n, halves, gaps, stream);
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
