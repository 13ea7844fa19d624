// The kernel that takes a sub-sweep through one slab of planes (gpu/fold/pmm_tile.hpp), and its launches.
#pragma once

#include "gpu/device_array.cuh"
#include "gpu/fold/cuda_pmm.hpp"
#include "gpu/fold/tile_plan.hpp"

namespace foldwave {

// Blocks that a multiprocessor should hold side by side: 64 registers a thread in single precision, 128 in
// double.
constexpr int least_blocks(std::size_t bytes, int threads) {
  const int most = bytes == sizeof(float) ? 1024 : 512;
  return most > threads ? most / threads : 1;
}

template <class Real, int S, int Threads, bool tame>
__global__ void __launch_bounds__(Threads, least_blocks(sizeof(Real), Threads))
    update_slab(const __grid_constant__ TileSweep<Real> sweep,
                const __grid_constant__ TileArrays<Real> arrays, int slab, bool fetch_early,
                unsigned long long* news_count) {
  extern __shared__ tile_detail::Bytes16 memory[];
  __shared__ QuickFactors<Real> factors[2];
  const int thread = static_cast<int>(threadIdx.x);
  if (thread < 2) factors[thread] = sweep.side[thread].factors;
  PmmTile<Real, S, tame> tile(sweep, arrays, slab, static_cast<int>(blockIdx.x), factors,
                              reinterpret_cast<Real*>(memory));

  // Early nodes were last written by the sub-sweep before; every launch waits for the one before it to end.
  if (!sweep.skip_settled) tile.list_nodes(thread, Threads);
  if (fetch_early) tile.load_slab(thread, Threads);
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
  cudaTriggerProgrammaticLaunchCompletion();
#endif
  if (sweep.skip_settled) {
    if (__syncthreads_or(tile.is_unsettled(thread, Threads)) == 0) return;
    tile.list_nodes(thread, Threads);
  }
  if (!fetch_early) tile.load_slab(thread, Threads);
  tile.load_plane_before(thread, Threads);
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
  __syncthreads();

  bool changed = false;
  bool news = false;
  for (int p = 1; p <= tile.planes(); ++p) {
    changed = tile.update_plane(p, thread, Threads, news) || changed;
    __syncthreads();
  }
  if (__syncthreads_or(changed) == 0) return;
  tile.store(thread, Threads);
  if (__syncthreads_or(news) != 0 && thread == 0) atomicAdd(news_count, 1ULL);
}

// All of one sub-sweep's launches, slab by slab.
template <class Real>
class SlabLauncher {
 public:
  SlabLauncher(const TileLayout& layout, const std::vector<SubSweep<Real>>& subs, bool skip_settled,
               const SlabTuning& tuning, const TileArrays<Real>& arrays, unsigned long long* news)
      : tuning_(tuning), arrays_(arrays), news_(news) {
    int device = 0;
    check_cuda(cudaGetDevice(&device), "cannot ask for the device");
    cudaDeviceProp properties{};
    check_cuda(cudaGetDeviceProperties(&properties, device), "cannot ask for the device's properties");
    tuning_.overlap = tuning.overlap && properties.major >= 9;
    const std::size_t kept_back = 1024;  // by the system, for each block
    TileBudget budget;
    budget.processors = properties.multiProcessorCount;
    budget.threads = tuning.threads;
    budget.blocks_each = tuning.spread;
    budget.memory = std::min(
        properties.sharedMemPerBlockOptin,
        properties.sharedMemPerMultiprocessor / static_cast<std::size_t>(tuning.resident) - kept_back);
    for (const SubSweep<Real>& sub : subs)
      for (const PatchStencil<Real>& side : sub.stencil)
        tame_ = tame_ && make_quick_stencil(side).tame;
    with_kernel([&](auto kernel, auto S) {
      sweeps_ = make_tile_sweeps<Real, S()>(layout, subs, skip_settled, budget);
      for (const TileSweep<Real>& s : sweeps_)
        bytes_.push_back(sizeof(Real) * static_cast<std::size_t>(
                                            PmmTile<Real, S(), false>::memory_size(s.tile_u, s.tile_v)));
      check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      static_cast<int>(*std::max_element(bytes_.begin(), bytes_.end()))),
                 "cannot set up the fold kernel");
    });
  }

  const TileSweep<Real>& sweep(int sub) const { return sweeps_[static_cast<std::size_t>(sub)]; }
  int sub_sweeps() const { return static_cast<int>(sweeps_.size()); }
  int slabs(int sub) const { return slab_count(sweeps_[static_cast<std::size_t>(sub)].n[2], tuning_.planes); }
  // Nodes of one slab.
  Index slab_nodes(int sub) const {
    const TileSweep<Real>& s = sweeps_[static_cast<std::size_t>(sub)];
    return Index{1} * s.n[0] * s.n[1] * tuning_.planes;
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
    config.blockDim = dim3(static_cast<unsigned>(tuning_.threads));
    config.dynamicSmemBytes = bytes_[static_cast<std::size_t>(sub)];
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = tuning_.overlap ? 1 : 0;
    // The first slab of a sub-sweep may hold what the last launch is still writing.
    const bool fetch_early = tuning_.overlap && !s.skip_settled && slab > 0;
    with_kernel([&](auto kernel, auto) {
      check_cuda(cudaLaunchKernelEx(&config, kernel, s, arrays_, slab, fetch_early, news_),
                 "cannot start the fold kernel");
    });
  }

 private:
  template <class Use>
  void with_kernel(const Use& use) const {
    if (tuning_.planes == 8) return with_planes<8>(use);
    return with_planes<4>(use);
  }
  template <int S, class Use>
  void with_planes(const Use& use) const {
    if (tuning_.threads == 256) return with_threads<S, 256>(use);
    if (tuning_.threads == 512) return with_threads<S, 512>(use);
    return with_threads<S, 1024>(use);
  }
  template <int S, int Threads, class Use>
  void with_threads(const Use& use) const {
    if (tame_) return use(update_slab<Real, S, Threads, true>, std::integral_constant<int, S>{});
    return use(update_slab<Real, S, Threads, false>, std::integral_constant<int, S>{});
  }

  SlabTuning tuning_;
  TileArrays<Real> arrays_;
  unsigned long long* news_;
  std::vector<TileSweep<Real>> sweeps_;
  std::vector<std::size_t> bytes_;
  bool tame_ = true;
};

}  // namespace foldwave
