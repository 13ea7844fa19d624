// The recursive Gaussian, one line a thread; what is done about gaps; votes of the Hough transform.
#include <algorithm>

#include "gpu/base/device_array.cuh"
#include "gpu/volume/filter_kernels.cuh"

namespace foldwave {

namespace {

// Without the table of the past, which lies on the device.
struct DeviceWaves {
  RecursiveGaussian::Parts pole_re, pole_im, ahead_re, ahead_im, behind_re, behind_im;
};

struct WaveState {
  float re[recursive_waves] = {}, im[recursive_waves] = {};

  __device__ void turn(const DeviceWaves& g, float x) {
#pragma unroll
    for (int j = 0; j < recursive_waves; ++j) {
      const float old = re[j];
      re[j] = g.pole_re[j] * old + (x - g.pole_im[j] * im[j]);
      im[j] = g.pole_re[j] * im[j] + g.pole_im[j] * old;
    }
  }
  __device__ float weighed(const RecursiveGaussian::Parts& wr, const RecursiveGaussian::Parts& wi) const {
    float sum = 0.0F;
#pragma unroll
    for (int j = 0; j < recursive_waves; ++j)
      sum += wr[j] * re[j] - wi[j] * im[j];
    return sum;
  }
};

// Lines of n nodes `step` apart; line c begins at c % beside + c / beside * apart.
__global__ void recursive_kernel(float* values, float* ahead, int n, Index step, Index lines, Index beside,
                                 Index apart, DeviceWaves g, const float* past, int past_nodes) {
  const Index c = Index{blockIdx.x} * blockDim.x + threadIdx.x;
  if (c >= lines) return;
  const Index first = c % beside + c / beside * apart;
  float* const line = values + first;
  float* const room = ahead + first;
  WaveState u;
  for (int k = 0; k < past_nodes; ++k) {
    const float x = line[k * step];
#pragma unroll
    for (int j = 0; j < recursive_waves; ++j) {
      u.re[j] += past[2 * (recursive_waves * k + j)] * x;
      u.im[j] += past[2 * (recursive_waves * k + j) + 1] * x;
    }
  }
  // Values of several nodes are on their way before the first is needed.
  constexpr int together = 8;
  float x[together], y[together];
  for (int k = 0; k < n; k += together) {
#pragma unroll
    for (int c = 0; c < together; ++c)
      if (k + c < n) x[c] = line[(k + c) * step];
#pragma unroll
    for (int c = 0; c < together; ++c)
      if (k + c < n) {
        u.turn(g, x[c]);
        room[(k + c) * step] = u.weighed(g.ahead_re, g.ahead_im);
      }
  }
  for (int k = n - 1; k >= 0; k -= together) {
#pragma unroll
    for (int c = 0; c < together; ++c)
      if (k >= c) {
        x[c] = line[(k - c) * step];
        y[c] = room[(k - c) * step];
      }
#pragma unroll
    for (int c = 0; c < together; ++c)
      if (k >= c) {
        line[(k - c) * step] = y[c] + u.weighed(g.behind_re, g.behind_im);
        u.turn(g, x[c]);
      }
  }
}

// [y][x] to [x][y], of many planes.
__global__ void transpose_kernel(const float* __restrict__ in, float* __restrict__ out, int nx, int ny,
                                 int planes) {
  __shared__ float tile[32][33];
  for (int k = blockIdx.z; k < planes; k += gridDim.z) {
    const std::size_t base = static_cast<std::size_t>(k) * nx * ny;
    for (int y0 = blockIdx.y * 32; y0 < ny; y0 += 32 * gridDim.y) {
      const int x0 = blockIdx.x * 32;
      for (int r = threadIdx.y; r < 32; r += 8)
        if (x0 + threadIdx.x < nx && y0 + r < ny)
          tile[r][threadIdx.x] = in[base + static_cast<std::size_t>(y0 + r) * nx + x0 + threadIdx.x];
      __syncthreads();
      for (int r = threadIdx.y; r < 32; r += 8)
        if (y0 + threadIdx.x < ny && x0 + r < nx)
          out[base + static_cast<std::size_t>(x0 + r) * ny + y0 + threadIdx.x] = tile[threadIdx.x][r];
      __syncthreads();
    }
  }
}

void start_transpose(const float* in, float* out, int nx, int ny, int planes, cudaStream_t stream) {
  const dim3 blocks(static_cast<unsigned>((nx + 31) / 32),
                    static_cast<unsigned>(std::min(65535, (ny + 31) / 32)),
                    static_cast<unsigned>(std::min(65535, planes)));
  transpose_kernel<<<blocks, dim3(32, 8), 0, stream>>>(in, out, nx, ny, planes);
  check_cuda(cudaGetLastError(), "cannot start a filter");
}

constexpr int threads_beside = 256;
unsigned blocks_of(Index size) {
  return static_cast<unsigned>(std::min<Index>((size + threads_beside - 1) / threads_beside, 1 << 16));
}

__global__ void largest_kernel(const float* __restrict__ in, Index size, std::uint32_t* largest) {
  std::uint32_t all = 0, finite = 0;
  for (Index m = Index{blockIdx.x} * blockDim.x + threadIdx.x; m < size; m += Index{gridDim.x} * blockDim.x) {
    const std::uint32_t bits = __float_as_uint(in[m]) & 0x7fffffffU;
    all = max(all, bits);
    if (bits < 0x7f800000U) finite = max(finite, bits);
  }
  all = __reduce_max_sync(0xffffffffU, all);
  finite = __reduce_max_sync(0xffffffffU, finite);
  if (threadIdx.x % 32 == 0) {
    atomicMax(largest, all);
    atomicMax(largest + 1, finite);
  }
}

__global__ void split_kernel(const float* __restrict__ in, Index size, double scale, float* __restrict__ sums,
                             float* __restrict__ shares) {
  for (Index m = Index{blockIdx.x} * blockDim.x + threadIdx.x; m < size; m += Index{gridDim.x} * blockDim.x) {
    const bool there = isfinite(in[m]);
    sums[m] = there ? static_cast<float>(in[m] * scale) : 0.0F;
    shares[m] = there ? 1.0F : 0.0F;
  }
}

__global__ void join_kernel(const float* __restrict__ in, Index size, double back,
                            const float* __restrict__ sums, const float* __restrict__ shares,
                            float* __restrict__ out) {
  for (Index m = Index{blockIdx.x} * blockDim.x + threadIdx.x; m < size; m += Index{gridDim.x} * blockDim.x)
    out[m] = isfinite(in[m]) ? static_cast<float>(back * sums[m] / shares[m]) : in[m];
}

}  // namespace

void start_recursive(float* values, const VolumeShape& n, int axis, const RecursiveGaussian& gaussian,
                     const float* past, float* ahead, float* turned, cudaStream_t stream) {
  const DeviceWaves waves{gaussian.pole_re,  gaussian.pole_im,   gaussian.ahead_re,
                          gaussian.ahead_im, gaussian.behind_re, gaussian.behind_im};
  const Index nx = n[0], ny = n[1], nz = n[2];
  const auto lines = [&](float* at, float* room, int count, Index step, Index all, Index beside,
                         Index apart) {
    recursive_kernel<<<static_cast<unsigned>((all + threads_beside - 1) / threads_beside), threads_beside, 0,
                       stream>>>(at, room, count, step, all, beside, apart, waves, past,
                                 gaussian.past_nodes());
    check_cuda(cudaGetLastError(), "cannot start a filter");
  };
  if (axis == 0) {
    // Threads side by side must read side by side.
    start_transpose(values, turned, n[0], n[1] * n[2], 1, stream);
    lines(turned, ahead, n[0], ny * nz, ny * nz, ny * nz, 0);
    start_transpose(turned, values, n[1] * n[2], n[0], 1, stream);
  } else if (axis == 1) {
    lines(values, ahead, n[1], nx, nx * nz, nx, nx * ny);
  } else {
    lines(values, ahead, n[2], nx * ny, nx * ny, nx * ny, 0);
  }
}

void start_largest(const float* in, Index size, std::uint32_t* largest, cudaStream_t stream) {
  largest_kernel<<<std::min(blocks_of(size), 2048U), threads_beside, 0, stream>>>(in, size, largest);
  check_cuda(cudaGetLastError(), "cannot start a filter");
}

void start_split(const float* in, Index size, double scale, float* sums, float* shares, cudaStream_t stream) {
  split_kernel<<<blocks_of(size), threads_beside, 0, stream>>>(in, size, scale, sums, shares);
  check_cuda(cudaGetLastError(), "cannot start a filter");
}

void start_join(const float* in, Index size, double back, const float* sums, const float* shares, float* out,
                cudaStream_t stream) {
  join_kernel<<<blocks_of(size), threads_beside, 0, stream>>>(in, size, back, sums, shares, out);
  check_cuda(cudaGetLastError(), "cannot start a filter");
}

}  // namespace foldwave
