// Finite differences, a thread a node: neighbours come out of the caches. Bytes: 4 in, 4 out a node.
#include "gpu/base/device_array.cuh"
#include "gpu/volume/filter_kernels.cuh"

namespace foldwave {

namespace {

struct StencilGrid {
  int n[3];
  DeviceStencils axes[3];
};

__global__ __launch_bounds__(256) void stencil_kernel(const float* __restrict__ in, float* __restrict__ out,
                                                      StencilGrid grid, bool root) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
            y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= grid.n[0] || y >= grid.n[1]) return;
  const Index layer = Index{1} * grid.n[0] * grid.n[1];
  const Index steps[3] = {1, grid.n[0], layer};
  for (int z = static_cast<int>(blockIdx.z); z < grid.n[2]; z += static_cast<int>(gridDim.z)) {
    const int at[3] = {x, y, z};
    const float* const here = in + x + Index{1} * y * grid.n[0] + z * layer;
    const float value = *here;
    float sum = 0.0F;
#pragma unroll
    for (int a = 0; a < 3; ++a) {
      const DeviceStencils& s = grid.axes[a];
      if (s.width == 0) continue;
      const int first = s.first[at[a]] - at[a];
      const float* const weights = s.weights + at[a] * s.width;
      float part = 0.0F;
      for (int j = 0; j < s.width; ++j) {
        const float w = weights[j];
        // A weight of 0 stands for no node.
        if (w != 0.0F && first + j != 0) part += w * (here[(first + j) * steps[a]] - value);
      }
      sum += root ? part * part : part;
    }
    out[here - in] = root ? sqrtf(sum) : sum;
  }
}

}  // namespace

void start_stencils(const float* in, float* out, const VolumeShape& n,
                    const std::array<DeviceStencils, 3>& axes, bool root, cudaStream_t stream) {
  const StencilGrid grid{{n[0], n[1], n[2]}, {axes[0], axes[1], axes[2]}};
  const dim3 threads(64, 4),
      blocks(static_cast<unsigned>((n[0] + 63) / 64), static_cast<unsigned>((n[1] + 3) / 4),
             static_cast<unsigned>(n[2] < 65535 ? n[2] : 65535));
  stencil_kernel<<<blocks, threads, 0, stream>>>(in, out, grid, root);
  check_cuda(cudaGetLastError(), "a filter does not start");
}

}  // namespace foldwave
