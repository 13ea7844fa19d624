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
// Of a share of a plane more, in whole waves: one wave waits for its slowest tile.
inline constexpr int shared_tiles_each = 7;

inline constexpr unsigned long long neighbour_patience = 8'000'000'000ULL;  // nanoseconds

__device__ inline unsigned long long nanoseconds() {
  unsigned long long now = 0;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

// Until the neighbour's tiles beside the cut are through with the slab before. A device that fails says
// nothing more; what is made without it is not used.
template <class Real>
__device__ void wait_for_neighbour(const typename TileLink<Real>::Side& side) {
  if (threadIdx.x == 0) {
    const unsigned long long begin = nanoseconds();
    const volatile unsigned* const lost = side.lost;
    for (;;) {
      unsigned heard = 0;
      asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(heard) : "l"(side.heard) : "memory");
      if (static_cast<int>(heard - side.due) >= 0 || *lost != 0) break;
      if (nanoseconds() - begin > neighbour_patience) atomicExch(side.lost, 1U);
    }
  }
  __syncthreads();
}

template <class Real>
__device__ void tell_neighbour(const typename TileLink<Real>::Side& side) {
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd_system(side.told, 1U);
}

template <class Real, bool tame, class Link>
__global__ void __launch_bounds__(block_threads, blocks_each<Real>)
    update_slab(const __grid_constant__ TileSweep<Real> sweep,
                const __grid_constant__ TileArrays<Real> arrays, const __grid_constant__ Link link, int slab,
                bool fetch_early, int* any_news) {
  extern __shared__ tile_detail::Bytes16 memory[];
  __shared__ QuickFactors<Real> factors[2];
  const int thread = static_cast<int>(threadIdx.x);
  if (thread < 2) factors[thread] = sweep.side[thread].factors;
  PmmTile<Real, slab_planes, tame, Link> tile(sweep, arrays, slab, static_cast<int>(blockIdx.x), factors,
                                              reinterpret_cast<Real*>(memory), &link);
  const auto each_neighbour = [&](const auto& use) {
    if constexpr (Link::shared)
      for (int s = 0; s < 2; ++s)
        if (tile.is_beside_cut(s)) use(link.side[s]);
  };

  // Early nodes were last written by the sub-sweep before; every launch waits for the one before it to end.
  tile.load_cells(thread, block_threads);
  if (fetch_early) tile.load_slab(thread, block_threads);
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
  cudaTriggerProgrammaticLaunchCompletion();
#endif
  each_neighbour([](const auto& side) { wait_for_neighbour<Real>(side); });
  if (!sweep.skip_settled || __syncthreads_or(tile.is_unsettled(thread, block_threads)) != 0) {
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
  each_neighbour([](const auto& side) { tell_neighbour<Real>(side); });
}

// All of one sub-sweep's launches on a device, slab by slab; of `shares` devices that share its rows.
template <class Real, class Link = NoLink>
class SlabLauncher {
 public:
  SlabLauncher(const TileLayout& layout, const std::vector<SubSweep<Real>>& subs, bool skip_settled,
               const TileArrays<Real>& arrays, int* news, int shares = 1)
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
    budget.blocks_each = Link::shared ? shared_tiles_each : tiles_each;
    if (Link::shared) budget.at_once = blocks_each<Real>;
    budget.memory = std::min(properties.sharedMemPerBlockOptin,
                             properties.sharedMemPerMultiprocessor / tiles_held - kept_back);
    for (const SubSweep<Real>& sub : subs)
      for (const PatchStencil<Real>& side : sub.stencil)
        tame_ = tame_ && make_quick_stencil(side).tame;
    sweeps_ = make_tile_sweeps<Real, slab_planes>(layout, subs, skip_settled, budget, shares);
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

  // Of a sub-sweep, counted on from sweep to sweep; `sweep` counts from 0.
  int number(int sweep, int sub) const {
    const TileSweep<Real>& s = sweeps_[static_cast<std::size_t>(sub)];
    return s.period * (sweep + 1) + sub;
  }
  void launch(int sweep, int sub, int slab, cudaStream_t stream, const Link& link = {}) {
    TileSweep<Real>& s = sweeps_[static_cast<std::size_t>(sub)];
    s.number = number(sweep, sub);
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
    // The first slab of a sub-sweep may hold what the last launch is still writing, and the first three what
    // a neighbour's is.
    const bool fetch_early = overlap_ && !s.skip_settled && slab > (Link::shared ? 3 : 0);
    check_cuda(cudaLaunchKernelEx(&config, kernel(), s, arrays_, link, slab, fetch_early, news_),
               "cannot start the fold kernel");
  }

 private:
  auto kernel() const { return tame_ ? update_slab<Real, true, Link> : update_slab<Real, false, Link>; }

  bool overlap_ = false;
  TileArrays<Real> arrays_;
  int* news_;
  std::vector<TileSweep<Real>> sweeps_;
  std::vector<std::size_t> bytes_;
  std::vector<DeviceArray<std::uint16_t>> cells_;
  bool tame_ = true;
};

}  // namespace foldwave
