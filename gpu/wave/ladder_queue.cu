#include <algorithm>
#include <cstdint>

#include "gpu/wave/ladder.cuh"

namespace foldwave {

namespace {

// Four blocks on a multiprocessor hide the memory's latency; the longest columns do not fit four times.
template <int Radius, int Wide>
__global__ void __launch_bounds__(QueueBlock<Radius, Wide>::threads, Wide == 4 ? (Radius <= 6 ? 4 : 3) : 2)
    queue_kernel(LeapfrogFields<float> f, LadderGrid grid, int chunk) {
  using Block = QueueBlock<Radius, Wide>;
  __shared__ alignas(16) float shared[Block::shared_values];
  const int i = static_cast<int>(threadIdx.x), j = static_cast<int>(threadIdx.y);
  const int z0 = grid.first[2] + static_cast<int>(blockIdx.z) * chunk;
  const int z1 = min(z0 + chunk, grid.last[2]);
  Block block;
  block.start(f, grid, static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y), i, j, z0);
  for (int z = z0; z < z1; ++z) {
    block.stage(f, grid, i, j, z, shared);
    __syncthreads();
    block.update(f, grid, i, j, z, shared);
  }
}

// A chunk of z reads 2 Radius planes that its neighbour reads too; without chunks a small grid has too few
// blocks for the device.
int planes_a_chunk(int planes, Index tiles) {
  constexpr Index wanted_blocks = 1056, shortest_chunk = 16;
  const Index chunks =
      std::clamp<Index>(wanted_blocks / tiles, 2, std::max<Index>(2, planes / shortest_chunk));
  return static_cast<int>((planes + chunks - 1) / chunks);
}

template <int Radius, int Wide>
void run_queue(const LeapfrogFields<float>& f, const LadderGrid& grid, cudaStream_t stream) {
  using Block = QueueBlock<Radius, Wide>;
  const int planes = grid.last[2] - grid.first[2];
  const unsigned tiles_x = blocks_for(grid.last[0], Block::tile_x);
  const unsigned tiles_y = blocks_for(grid.last[1], Block::threads_y);
  const int chunk = planes_a_chunk(planes, Index{1} * tiles_x * tiles_y);
  const dim3 blocks(tiles_x, tiles_y, blocks_for(planes, chunk));
  queue_kernel<Radius, Wide><<<blocks, dim3(Block::threads_x, Block::threads_y), 0, stream>>>(f, grid, chunk);
}

bool allows_wide_reads(const LeapfrogFields<float>& f) {
  const auto is_aligned = [](const float* p) { return reinterpret_cast<std::uintptr_t>(p) % 16 == 0; };
  return f.row % 4 == 0 && f.plane % 4 == 0 && is_aligned(f.present) && is_aligned(f.oldest) &&
         is_aligned(f.v2dt2);
}

template <int Radius>
struct RegisterQueue {
  static void run(const LeapfrogFields<float>& f, const LadderSetup& setup, cudaStream_t stream) {
    if (setup.grid.last[2] <= setup.grid.first[2]) return;
    if (allows_wide_reads(f))
      run_queue<Radius, 4>(f, setup.grid, stream);
    else
      run_queue<Radius, 1>(f, setup.grid, stream);
  }
};

}  // namespace

void launch_register_queue(const LeapfrogFields<float>& fields, const LadderSetup& setup,
                           cudaStream_t stream) {
  launch_of_radius<RegisterQueue>(setup.radius, fields, setup, stream);
}

}  // namespace foldwave
