// The Hough transform's planes: means over bricks, and sums of shifted rows, each thread its sums in the
// processor's order.
#include "gpu/base/device_array.cuh"
#include "gpu/volume/filter_kernels.cuh"

namespace foldwave {

namespace {

struct MeansGrid {
  int n[3], brick[3], m[3];
};

__global__ __launch_bounds__(128) void means_kernel(const float* __restrict__ in, MeansGrid grid, VoteOf vote,
                                                    float* means) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), j = static_cast<int>(blockIdx.y),
            k = static_cast<int>(blockIdx.z);
  if (i >= grid.m[0]) return;
  const int x0 = i * grid.brick[0], y0 = j * grid.brick[1], z0 = k * grid.brick[2],
            x1 = min(grid.n[0], x0 + grid.brick[0]), y1 = min(grid.n[1], y0 + grid.brick[1]),
            z1 = min(grid.n[2], z0 + grid.brick[2]);
  float sum = 0.0F;
  for (int x = x0; x < x1; ++x) {
    float column = 0.0F;
    for (int z = z0; z < z1; ++z)
      for (int y = y0; y < y1; ++y)
        column += vote(in[x + grid.n[0] * (y + Index{1} * grid.n[1] * z)]);
    sum += column;
  }
  means[i + grid.m[0] * (j + Index{1} * grid.m[1] * k)] =
      sum / static_cast<float>((x1 - x0) * (y1 - y0) * (z1 - z0));
}

__global__ __launch_bounds__(128) void shifted_kernel(const float* __restrict__ in,
                                                      const int* __restrict__ shifts, ShiftedRows rows,
                                                      float* out) {
  const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), slope = static_cast<int>(blockIdx.y),
            block = static_cast<int>(blockIdx.z);
  if (k >= rows.out_length) return;
  const float* const from = in + slope * rows.in_slope + block * rows.in_block;
  const int* const shift = shifts + slope * rows.rows;
  float sum = 0.0F;
  for (int r = 0; r < rows.rows; ++r) {
    const int at = k + shift[r];
    if (at >= 0 && at < rows.length) sum += from[r * rows.pitch + at];
  }
  out[slope * rows.out_slope + block * rows.out_block + k] = sum;
}

}  // namespace

void start_means(const float* in, const VolumeShape& n, const VoteOf& vote, const VolumeShape& brick,
                 const VolumeShape& m, float* means, cudaStream_t stream) {
  const MeansGrid grid{{n[0], n[1], n[2]}, {brick[0], brick[1], brick[2]}, {m[0], m[1], m[2]}};
  const dim3 blocks(static_cast<unsigned>((m[0] + 127) / 128), static_cast<unsigned>(m[1]),
                    static_cast<unsigned>(m[2]));
  means_kernel<<<blocks, 128, 0, stream>>>(in, grid, vote, means);
  check_cuda(cudaGetLastError(), "a filter does not start");
}

void start_shifted_sums(const float* in, const int* shifts, const ShiftedRows& rows, float* out,
                        cudaStream_t stream) {
  if (rows.slopes > 65535 || rows.blocks > 65535)
    throw DeviceError("cuda", "there are too many slopes", "use the CPU back end");
  const dim3 blocks(static_cast<unsigned>((rows.out_length + 127) / 128), static_cast<unsigned>(rows.slopes),
                    static_cast<unsigned>(rows.blocks));
  shifted_kernel<<<blocks, 128, 0, stream>>>(in, shifts, rows, out);
  check_cuda(cudaGetLastError(), "a filter does not start");
}

}  // namespace foldwave
