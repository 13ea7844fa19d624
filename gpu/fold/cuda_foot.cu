#include "gpu/fold/cuda_foot.hpp"

#include <chrono>
#include <cstring>
#include <deque>
#include <type_traits>
#include <vector>

#include "core/fold/foot/foot_check.hpp"
#include "gpu/base/device_array.cuh"
#include "gpu/fold/cuda_foot_kernels.cuh"
#include "gpu/fold/cuda_foot_setup.hpp"
#include "gpu/fold/cuda_foot_stream.cuh"

namespace foldwave {

namespace {

constexpr Index slab_nodes = Index{1} << 22;      // at least, if a layer of cells has fewer
constexpr Index lattice_launch = Index{1} << 18;  // points
constexpr int hard_launch = 2048;                 // cells

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

unsigned blocks_for(Index count, unsigned threads) {
  return static_cast<unsigned>((count + threads - 1) / threads);
}

// What came back goes where it is kept, by all threads: one alone cannot keep up with the device.
template <class Real>
void keep(const Real* from, Index first, Index count, FoldSolution& solution) {
  float* const to = solution.arrival.data() + first;
  if constexpr (std::is_same_v<Real, float>) {
    constexpr Index piece = Index{1} << 16;
#pragma omp parallel for schedule(static)
    for (Index m = 0; m < count; m += piece)
      std::memcpy(to + m, from + m,
                  static_cast<std::size_t>(count - m < piece ? count - m : piece) * sizeof(float));
  } else {
    double* const wide = solution.arrival64.data() + first;
#pragma omp parallel for schedule(static)
    for (Index m = 0; m < count; ++m) {
      wide[m] = from[m];
      to[m] = static_cast<float>(from[m]);
    }
  }
}

template <bool Section, class Real>
class FootRun {
 public:
  FootRun(const FoldProblem& problem, const Job& job)
      : problem_(problem), job_(job), plan_(make_foot_plan<Real>(problem)), grid_(plan_.grid) {}

  FoldSolution run() {
    upload();
    StreamPart lattice(compute_);
    find_lattice();
    mark_cells();
    lattice.end.record(compute_);
    // Touching the answer's memory takes the host as long as the device needs for the lattice.
    FoldSolution solution;
    solution.arrival = Field<float>(problem_.grid.n);
    if constexpr (std::is_same_v<Real, double>) solution.arrival64 = Field<double>(problem_.grid.n);
    warn_of_misfit(plan_.table.misfit, plan_.tolerance, solution);
    solve_slabs(solution);
    unsigned long long unreached = 0;
    check_cuda(cudaMemcpy(&unreached, unreached_.data(), sizeof(unreached), cudaMemcpyDeviceToHost),
               "cannot read the device");
    solution.unreached = static_cast<Index>(unreached);
    solution.start_seconds = lattice.seconds();
    solution.device_seconds = lattice.seconds() + kernel_seconds_;
    solution.transfer_seconds = transfer_seconds_;
    return solution;
  }

 private:
  struct Slab {
    int layer, layers;
    Index first, count;  // nodes
  };

  void upload() {
    const auto begin = std::chrono::steady_clock::now();
    table_ = DeviceArray<Real>(plan_.table.coefficients.data(), plan_.table.coefficients.size());
    tiles_ = DeviceArray<DeviceTile<Real>>(plan_.tiles.data(), plan_.tiles.size());
    setup_ = plan_.setup;
    setup_.surface.c = table_.data();
    setup_.tiles = tiles_.data();
    unreached_ = DeviceArray<unsigned long long>(1);
    unreached_.clear();
    // The solver's own streams do not wait for the one that copied.
    check_cuda(cudaStreamSynchronize(cudaStreamLegacy), "cannot copy to the device");
    transfer_seconds_ += seconds_since(begin);
    lattice_ = DeviceArray<PointFoot<Real>>(static_cast<std::size_t>(grid_.points()));
    state_ = DeviceArray<int>(static_cast<std::size_t>(grid_.cell_count()));
    smooth_ = DeviceArray<unsigned char>(static_cast<std::size_t>(grid_.cell_count()));
    hard_list_ = DeviceArray<int>(static_cast<std::size_t>(grid_.cell_count()));
    hard_count_ = DeviceArray<int>(1);
  }

  void find_lattice() {
    constexpr unsigned threads = 128;
    LaunchPace pace(compute_);
    for (Index first = 0; first < grid_.points(); first += lattice_launch) {
      const Index count = std::min(lattice_launch, grid_.points() - first);
      job_.report({"fold: feet of a lattice", first, grid_.points(), 1.0, "points"});
      job_.throw_if_stopped();
      find_feet<Section>
          <<<blocks_for(count, threads), threads, 0, compute_>>>(setup_, grid_, lattice_.data(), first);
      check_cuda(cudaGetLastError(), "cannot start the fold kernel");
      pace.launched();
    }
  }

  void mark_cells() {
    constexpr unsigned threads = 128;
    const unsigned blocks = blocks_for(grid_.cell_count(), threads);
    mark_smooth<Section><<<blocks, threads, 0, compute_>>>(setup_, grid_, lattice_.data(), smooth_.data());
    mark_easy<<<blocks, threads, 0, compute_>>>(grid_, smooth_.data(), state_.data());
    check_cuda(cudaGetLastError(), "cannot start the fold kernel");
  }

  void launch(const Slab& slab, Real* T) {
    check_cuda(cudaMemsetAsync(hard_count_.data(), 0, sizeof(int), compute_), "cannot clear");
    const HardCells hard{hard_list_.data(), hard_count_.data(), unreached_.data()};
    const FootSlab<Real> part{T, slab.layer};
    const dim3 block(32, Section ? 1 : foot_stride);
    const dim3 blocks(blocks_for(grid_.n[0], block.x), blocks_for(grid_.n[1], block.y),
                      static_cast<unsigned>(slab.layers));
    solve_easy<Section>
        <<<blocks, block, 0, compute_>>>(setup_, grid_, lattice_.data(), state_.data(), hard, part);
    const int cells = grid_.cells[0] * grid_.cells[1] * slab.layers;
    for (int first = 0; first < cells; first += hard_launch)
      solve_hard<Section><<<static_cast<unsigned>(std::min(hard_launch, cells - first) * units_a_cell),
                            unit_lanes, 0, compute_>>>(setup_, grid_, lattice_.data(), hard, first, part);
    check_cuda(cudaGetLastError(), "cannot start the fold kernel");
  }

  std::vector<Slab> make_slabs() const {
    const Index plane = Index{1} * grid_.n[0] * grid_.n[1];
    const int layers = static_cast<int>(std::max<Index>(1, slab_nodes / (plane * foot_stride)));
    std::vector<Slab> slabs;
    for (int layer = 0; layer < grid_.cells[2]; layer += layers) {
      const int count = std::min(layers, grid_.cells[2] - layer);
      const int top = foot_stride * layer;
      const int bottom = std::min(top + foot_stride * count, grid_.n[2]);
      slabs.push_back({layer, count, plane * top, plane * (bottom - top)});
    }
    return slabs;
  }

  void solve_slabs(FoldSolution& solution) {
    const std::vector<Slab> slabs = make_slabs();
    const auto most = static_cast<std::size_t>(slabs.front().count);
    DeviceArray<Real> T[2] = {DeviceArray<Real>(most), DeviceArray<Real>(slabs.size() > 1 ? most : 0)};
    const StagingLoan staging(most * sizeof(Real));
    std::deque<StreamPart> kernels, copies;
    // Their work must end before what it uses goes.
    const StreamGuard compute_guard(compute_), copy_guard(copy_);
    for (std::size_t s = 0; s <= slabs.size(); ++s) {
      job_.throw_if_stopped();
      if (s < slabs.size()) {
        job_.report({"fold: nodes", static_cast<std::int64_t>(s), static_cast<std::int64_t>(slabs.size()),
                     static_cast<double>(slabs[s].count), "nodes"});
        Real* const here = T[s % 2].data();
        if (s >= 2) copies[s - 2].end.hold_back(compute_);
        kernels.emplace_back(compute_);
        launch(slabs[s], here);
        kernels.back().end.record(compute_);
        kernels.back().end.hold_back(copy_);
        copies.emplace_back(copy_);
        check_cuda(cudaMemcpyAsync(staging.half(s % 2), here,
                                   static_cast<std::size_t>(slabs[s].count) * sizeof(Real),
                                   cudaMemcpyDeviceToHost, copy_),
                   "cannot read the device");
        copies.back().end.record(copy_);
      }
      if (s == 0) continue;
      copies[s - 1].end.wait();
      keep(static_cast<const Real*>(staging.half((s - 1) % 2)), slabs[s - 1].first, slabs[s - 1].count,
           solution);
      kernel_seconds_ += kernels[s - 1].seconds();
      transfer_seconds_ += copies[s - 1].seconds();
    }
  }

  const FoldProblem& problem_;
  const Job& job_;
  FootPlan<Real> plan_;
  FootGrid<Real> grid_;
  FootSetup<Real> setup_{};
  DeviceArray<Real> table_;
  DeviceArray<DeviceTile<Real>> tiles_;
  DeviceArray<PointFoot<Real>> lattice_;
  DeviceArray<int> state_, hard_list_, hard_count_;
  DeviceArray<unsigned char> smooth_;
  DeviceArray<unsigned long long> unreached_;
  DeviceStream compute_, copy_;
  double kernel_seconds_ = 0.0;
  double transfer_seconds_ = 0.0;
};

template <class Real>
FoldSolution run_in(const FoldProblem& problem, const Job& job) {
  return problem.grid.is_section() ? FootRun<true, Real>(problem, job).run()
                                   : FootRun<false, Real>(problem, job).run();
}

class CudaFootSolver final : public FoldSolver {
 public:
  std::string name() const override { return "foot-point-cuda"; }
  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override {
    const auto begin = std::chrono::steady_clock::now();
    FoldSolution solution =
        options.precision == Precision::binary32 ? run_in<float>(problem, job) : run_in<double>(problem, job);
    solution.seconds = seconds_since(begin);
    return solution;
  }
};

}  // namespace

std::unique_ptr<FoldSolver> make_cuda_foot_solver() {
  return std::make_unique<CudaFootSolver>();
}

}  // namespace foldwave
