#include "gpu/fold/cuda_foot.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <mutex>
#include <type_traits>
#include <utility>
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

// Layers of cells that one device solves.
struct FootShare {
  int first, end;
};

std::vector<FootShare> foot_shares(int layers, int devices) {
  const int shares = std::max(1, std::min(devices, layers));
  std::vector<FootShare> all;
  for (int s = 0; s < shares; ++s)
    all.push_back({layers * s / shares, layers * (s + 1) / shares});
  return all;
}

// Where the answer goes: whoever is first makes room for it. Touching its memory takes the host as long as a
// device needs for the lattice.
template <class Real>
class SharedAnswer {
 public:
  explicit SharedAnswer(const FoldProblem& problem) : n_(problem.grid.n) {}
  FoldSolution& get() {
    std::call_once(made_, [this] {
      solution_.arrival = Field<float>(n_);
      if constexpr (std::is_same_v<Real, double>) solution_.arrival64 = Field<double>(n_);
    });
    return solution_;
  }

 private:
  std::array<int, 3> n_;
  std::once_flag made_;
  FoldSolution solution_;
};

// What one device did.
struct FootCounts {
  unsigned long long unreached = 0;
  double lattice_seconds = 0.0, kernel_seconds = 0.0, transfer_seconds = 0.0;
};

template <bool Section, class Real>
class FootRun {
 public:
  FootRun(const FootPlan<Real>& plan, FootShare share, const Job& job)
      : job_(job), plan_(plan), grid_(plan.grid), share_(share) {}

  FootCounts run(SharedAnswer<Real>& answer) {
    upload();
    StreamPart lattice(compute_);
    find_lattice();
    mark_cells();
    lattice.end.record(compute_);
    solve_slabs(answer.get());
    check_cuda(
        cudaMemcpy(&counts_.unreached, unreached_.data(), sizeof counts_.unreached, cudaMemcpyDeviceToHost),
        "cannot read the device");
    counts_.lattice_seconds = lattice.seconds();
    return counts_;
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
    counts_.transfer_seconds += seconds_since(begin);
    lattice_ = DeviceArray<PointFoot<Real>>(static_cast<std::size_t>(grid_.points()));
    state_ = DeviceArray<int>(static_cast<std::size_t>(grid_.cell_count()));
    smooth_ = DeviceArray<unsigned char>(static_cast<std::size_t>(grid_.cell_count()));
    hard_list_ = DeviceArray<int>(static_cast<std::size_t>(grid_.cell_count()));
    hard_count_ = DeviceArray<int>(1);
  }

  // Of the layers of cells first .. end - 1.
  CellRange cells(int first, int end) const {
    const Index layer = Index{1} * grid_.cells[0] * grid_.cells[1];
    return {layer * first, layer * end};
  }

  // A cell is easy by those beside it, and smooth by the points at its corners.
  int first_seen() const { return std::max(0, share_.first - 1); }
  int end_seen() const { return std::min(grid_.cells[2], share_.end + 1); }

  void find_lattice() {
    constexpr unsigned threads = 128;
    LaunchPace pace(compute_);
    const Index layer = Index{1} * (grid_.cells[0] + 1) * (grid_.cells[1] + 1);
    const Index begin = layer * first_seen(), end = layer * (end_seen() + 1);
    for (Index first = begin; first < end; first += lattice_launch) {
      const Index count = std::min(lattice_launch, end - first);
      job_.report({"fold: feet of a lattice", first - begin, end - begin, 1.0, "points"});
      job_.throw_if_stopped();
      find_feet<Section><<<blocks_for(count, threads), threads, 0, compute_>>>(setup_, grid_, lattice_.data(),
                                                                               first, first + count);
      check_cuda(cudaGetLastError(), "cannot start the fold kernel");
      pace.launched();
    }
  }

  void mark_cells() {
    constexpr unsigned threads = 128;
    const CellRange seen = cells(first_seen(), end_seen()), own = cells(share_.first, share_.end);
    mark_smooth<Section><<<blocks_for(seen.end - seen.first, threads), threads, 0, compute_>>>(
        setup_, grid_, lattice_.data(), seen, smooth_.data());
    mark_easy<<<blocks_for(own.end - own.first, threads), threads, 0, compute_>>>(grid_, smooth_.data(), own,
                                                                                  state_.data());
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
    for (int layer = share_.first; layer < share_.end; layer += layers) {
      const int count = std::min(layers, share_.end - layer);
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
      counts_.kernel_seconds += kernels[s - 1].seconds();
      counts_.transfer_seconds += copies[s - 1].seconds();
    }
  }

  const Job& job_;
  const FootPlan<Real>& plan_;
  FootGrid<Real> grid_;
  FootShare share_;
  FootSetup<Real> setup_{};
  DeviceArray<Real> table_;
  DeviceArray<DeviceTile<Real>> tiles_;
  DeviceArray<PointFoot<Real>> lattice_;
  DeviceArray<int> state_, hard_list_, hard_count_;
  DeviceArray<unsigned char> smooth_;
  DeviceArray<unsigned long long> unreached_;
  DeviceStream compute_, copy_;
  FootCounts counts_;
};

template <bool Section, class Real>
FoldSolution run_shared(const FoldProblem& problem, const WorkDevices& devices, const Job& job) {
  const FootPlan<Real> plan = make_foot_plan<Real>(problem);
  const std::vector<FootShare> shares = foot_shares(plan.grid.cells[2], devices.count);
  std::vector<FootCounts> counts(shares.size());
  SharedAnswer<Real> answer(problem);
  for_each_part(devices, static_cast<int>(shares.size()), job, [&](int part, const Job& own) {
    const auto at = static_cast<std::size_t>(part);
    counts[at] = FootRun<Section, Real>(plan, shares[at], own).run(answer);
  });
  FoldSolution solution = std::move(answer.get());
  warn_of_misfit(plan.table.misfit, plan.tolerance, solution);
  const auto slowest = [&](auto seconds) {
    double most = 0.0;
    for (const FootCounts& one : counts)
      most = std::max(most, seconds(one));
    return most;
  };
  for (const FootCounts& one : counts)
    solution.unreached += static_cast<Index>(one.unreached);
  solution.start_seconds = slowest([](const FootCounts& one) { return one.lattice_seconds; });
  solution.device_seconds =
      slowest([](const FootCounts& one) { return one.lattice_seconds + one.kernel_seconds; });
  solution.transfer_seconds = slowest([](const FootCounts& one) { return one.transfer_seconds; });
  return solution;
}

template <class Real>
FoldSolution run_in(const FoldProblem& problem, const WorkDevices& devices, const Job& job) {
  return problem.grid.is_section() ? run_shared<true, Real>(problem, devices, job)
                                   : run_shared<false, Real>(problem, devices, job);
}

class CudaFootSolver final : public FoldSolver {
 public:
  explicit CudaFootSolver(WorkDevices devices) : devices_(std::move(devices)) {}

  std::string name() const override { return "foot-point-cuda"; }
  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override {
    const auto begin = std::chrono::steady_clock::now();
    FoldSolution solution = options.precision == Precision::binary32 ? run_in<float>(problem, devices_, job)
                                                                     : run_in<double>(problem, devices_, job);
    solution.seconds = seconds_since(begin);
    return solution;
  }

 private:
  WorkDevices devices_;
};

}  // namespace

std::unique_ptr<FoldSolver> make_cuda_foot_solver(WorkDevices devices) {
  return std::make_unique<CudaFootSolver>(std::move(devices));
}

}  // namespace foldwave
