#include "gpu/wave/ladder.cuh"

namespace foldwave {

namespace {

// Every thread meets the barrier; only then does it ask whether its node is updated.
template <int Radius>
__global__ void major_axis_kernel(LeapfrogFields<float> f, LadderSetup setup) {
  using Block = MajorAxisBlock<Radius>;
  __shared__ float shared[Block::shared_values];
  const int t = static_cast<int>(threadIdx.x);
  const int x0 = static_cast<int>(blockIdx.x) * Block::threads;
  const int y = static_cast<int>(blockIdx.y), z = static_cast<int>(blockIdx.z);
  const Index start = y * f.row + z * f.plane;
  Block::stage(f.present + start, setup.grid.n[0], x0, t, shared);
  __syncthreads();
  if (setup.grid.updates(x0 + t, y, z))
    setup.laplacian[start + x0 + t] = Block::sum(shared, t, f.centre, f.side[0]);
}

template <int Radius, int Axis>
__global__ void minor_axis_kernel(LeapfrogFields<float> f, LadderSetup setup) {
  using Block = MinorAxisBlock<Radius>;
  __shared__ float shared[Block::shared_values];
  const int i = static_cast<int>(threadIdx.x), j = static_cast<int>(threadIdx.y);
  const int x = static_cast<int>(blockIdx.x) * Block::side_threads + i;
  const int t0 = static_cast<int>(blockIdx.y) * Block::side_threads;
  const int other = static_cast<int>(blockIdx.z);
  const int y = Axis == 1 ? t0 + j : other, z = Axis == 1 ? other : t0 + j;
  const Index m = x + y * f.row + z * f.plane;
  Block::stage(f.present + m, Axis == 1 ? f.row : f.plane, setup.grid.n[0], setup.grid.n[Axis], x, t0, i, j,
               shared);
  __syncthreads();
  if (setup.grid.updates(x, y, z)) setup.laplacian[m] += Block::sum(shared, i, j, f.side[Axis]);
}

__global__ void update_kernel(LeapfrogFields<float> f, LadderSetup setup) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y), z = static_cast<int>(blockIdx.z);
  if (!setup.grid.updates(x, y, z)) return;
  const Index m = x + y * f.row + z * f.plane;
  const float g = f.gy[y] * f.gz[z] * f.gx[x];
  f.oldest[m] = g * (2.0F * f.present[m] - g * f.oldest[m] + f.v2dt2[m] * setup.laplacian[m]);
}

template <int Radius>
struct SharedAxes {
  static void run(const LeapfrogFields<float>& f, const LadderSetup& setup, cudaStream_t stream) {
    const auto& n = setup.grid.n;
    constexpr int line = MajorAxisBlock<Radius>::threads, side = MinorAxisBlock<Radius>::side_threads;
    const auto ny = static_cast<unsigned>(n[1]), nz = static_cast<unsigned>(n[2]);
    const dim3 lines(blocks_for(n[0], line), ny, nz);
    const dim3 square(side, side);
    major_axis_kernel<Radius><<<lines, line, 0, stream>>>(f, setup);
    if (!setup.section) {
      const dim3 blocks(blocks_for(n[0], side), blocks_for(n[1], side), nz);
      minor_axis_kernel<Radius, 1><<<blocks, square, 0, stream>>>(f, setup);
    }
    const dim3 blocks(blocks_for(n[0], side), blocks_for(n[2], side), ny);
    minor_axis_kernel<Radius, 2><<<blocks, square, 0, stream>>>(f, setup);
    update_kernel<<<lines, line, 0, stream>>>(f, setup);
  }
};

}  // namespace

void launch_shared_axes(const LeapfrogFields<float>& fields, const LadderSetup& setup, cudaStream_t stream) {
  launch_of_radius<SharedAxes>(setup.radius, fields, setup, stream);
}

}  // namespace foldwave
