// The kernel that takes a sub-sweep through one slab of planes (gpu/fold/pmm_tile.hpp), and its launches.
#pragma once

#include "gpu/base/device_array.cuh"
#include "gpu/fold/cuda_pmm.hpp"
#include "gpu/fold/tile_plan.hpp"

namespace foldwave {

inline constexpr int slab_planes = 4;
inline constexpr int block_threads = 256;

// Blocks that a multiprocessor has registers for.
template <class Real>
inline constexpr int blocks_each = sizeof(Real) == sizeof(float) ? 4 : 2;

// Tiles of a plane that a multiprocessor should have at least, and how many must fit into its memory.
inline constexpr int tiles_each = 4;
inline constexpr int tiles_held = 6;

template <class Real, bool tame>
__global__ void __launch_bounds__(block_threads, blocks_each<Real>)
    update_slab(const __grid_constant__ TileSweep<Real> sweep,
                const __grid_constant__ TileArrays<Real> arrays, int slab, bool fetch_early, int* any_news) {
  extern __shared__ tile_detail::Bytes16 memory[];
  __shared__ QuickFactors<Real> factors[2];
  const int thread = static_cast<int>(threadIdx.x);
  if (thread < 2) factors[thread] = sweep.side[thread].factors;
  PmmTile<Real, slab_planes, tame> tile(sweep, arrays, slab, static_cast<int>(blockIdx.x), factors,
                                        reinterpret_cast<Real*>(memory));

  // Early nodes were last written by the sub-sweep before; every launch waits for the one before it to end.
  tile.load_cells(thread, block_threads);
  if (fetch_early) tile.load_slab(thread, block_threads);
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
  cudaTriggerProgrammaticLaunchCompletion();
#endif
  if (sweep.skip_settled && __syncthreads_or(tile.is_unsettled(thread, block_threads)) == 0) return;
  if (!fetch_early) tile.load_slab(thread, block_threads);
  tile.load_plane_before(thread, block_threads);
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif

  bool news = false;
  for (int p = 1; p <= tile.planes(); ++p) {
    __syncthreads();
    news = tile.update_plane(p, thread, block_threads) || news;
  }
  if (news) *any_news = 1;
}

// All of one sub-sweep's launches, slab by slab.
template <class Real>
class SlabLauncher {
 public:
  SlabLauncher(const TileLayout& layout, const std::vector<SubSweep<Real>>& subs, bool skip_settled,
               const TileArrays<Real>& arrays, int* news)
      : arrays_(arrays), news_(news) {
    int device = 0;
    check_cuda(cudaGetDevice(&device), "cannot ask for the device");
    cudaDeviceProp properties{};
    check_cuda(cudaGetDeviceProperties(&properties, device), "cannot ask for the device's properties");
    overlap_ = properties.major >= 9;
    const std::size_t kept_back = 1024;  // by the system, for each block
    TileBudget budget;
    budget.processors = properties.multiProcessorCount;
    budget.threads = block_threads;
    budget.blocks_each = tiles_each;
    budget.memory = std::min(properties.sharedMemPerBlockOptin,
                             properties.sharedMemPerMultiprocessor / tiles_held - kept_back);
    for (const SubSweep<Real>& sub : subs)
      for (const PatchStencil<Real>& side : sub.stencil)
        tame_ = tame_ && make_quick_stencil(side).tame;
    sweeps_ = make_tile_sweeps<Real, slab_planes>(layout, subs, skip_settled, budget);
    for (TileSweep<Real>& s : sweeps_) {
      bytes_.push_back(sizeof(Real) * static_cast<std::size_t>(
                                          PmmTile<Real, slab_planes, true>::memory_size(s.tile_u, s.tile_v)));
      const std::vector<std::uint16_t> cells = list_cells<slab_planes>(s.tile_u, s.tile_v);
      cells_.emplace_back(cells.data(), cells.size());
      s.cells = cells_.back().data();
    }
    check_cuda(cudaFuncSetAttribute(kernel(), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(*std::max_element(bytes_.begin(), bytes_.end()))),
               "cannot set up the fold kernel");
  }

  const TileSweep<Real>& sweep(int sub) const { return sweeps_[static_cast<std::size_t>(sub)]; }
  int sub_sweeps() const { return static_cast<int>(sweeps_.size()); }
  int slabs(int sub) const { return slab_count(sweeps_[static_cast<std::size_t>(sub)].n[2], slab_planes); }
  // Nodes of one slab.
  Index slab_nodes(int sub) const {
    const TileSweep<Real>& s = sweeps_[static_cast<std::size_t>(sub)];
    return Index{1} * s.n[0] * s.n[1] * slab_planes;
  }

  // `sweep` counts from 0.
  void launch(int sweep, int sub, int slab, cudaStream_t stream) {
    TileSweep<Real>& s = sweeps_[static_cast<std::size_t>(sub)];
    s.number = s.period * (sweep + 1) + sub;
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(s.tiles_u * s.tiles_v));
    config.blockDim = dim3(static_cast<unsigned>(block_threads));
    config.dynamicSmemBytes = bytes_[static_cast<std::size_t>(sub)];
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = overlap_ ? 1 : 0;
    // The first slab of a sub-sweep may hold what the last launch is still writing.
    const bool fetch_early = overlap_ && !s.skip_settled && slab > 0;
    check_cuda(cudaLaunchKernelEx(&config, kernel(), s, arrays_, slab, fetch_early, news_),
               "cannot start the fold kernel");
  }

 private:
  auto kernel() const { return tame_ ? update_slab<Real, true> : update_slab<Real, false>; }

  bool overlap_ = false;
  TileArrays<Real> arrays_;
  int* news_;
  std::vector<TileSweep<Real>> sweeps_;
  std::vector<std::size_t> bytes_;
  std::vector<DeviceArray<std::uint16_t>> cells_;
  bool tame_ = true;
};

}  // namespace foldwave
