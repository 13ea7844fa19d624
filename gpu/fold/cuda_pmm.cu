#include "gpu/fold/cuda_pmm.hpp"

#include "core/base/clock.hpp"
#include "gpu/fold/cuda_varying.hpp"
#include "gpu/fold/device_fold.cuh"

namespace foldwave {

namespace {

// One device, which takes all slabs.
template <class Real>
class LoneTeam {
 public:
  LoneTeam(const TileLayout& layout, const std::vector<SubSweep<Real>>& subs, bool skip_settled,
           DeviceFold<Real>& device, cudaStream_t stream)
      : device_(device),
        stream_(stream),
        launcher_(layout, subs, skip_settled, device.arrays(), device.news.data()) {}

  const SlabLauncher<Real>& launcher() const { return launcher_; }
  void launch(int sweep, int sub, int slab) { launcher_.launch(sweep, sub, slab, stream_); }
  void forget_news() {
    check_cuda(cudaMemsetAsync(device_.news.data(), 0, sizeof(int), stream_), "cannot clear device memory");
  }
  bool has_news() const { return value_on_device(device_.news, stream_) != 0; }
  void mark(int side) { marks_[side].record(stream_); }
  void wait_for_mark(int side) const { marks_[side].wait(); }

 private:
  DeviceFold<Real>& device_;
  cudaStream_t stream_;
  SlabLauncher<Real> launcher_;
  DeviceEvent marks_[2];
};

class CudaPmmSolver final : public FoldSolver {
 public:
  std::string name() const override { return "pmm-cuda"; }
  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override {
    return options.precision == Precision::binary64 ? run<double>(std::move(problem), options, job)
                                                    : run<float>(std::move(problem), options, job);
  }

 private:
  template <class Real>
  FoldSolution run(FoldProblem problem, const FoldOptions& options, const Job& job) const;
};

template <class Real>
FoldSolution CudaPmmSolver::run(FoldProblem problem, const FoldOptions& options, const Job& job) const {
  const Clock clock;
  problem.grid = with_thin_axes_spaced(problem.grid);
  check_pmm_problem(problem, options);
  if (problem.speeds) return solve_varying_on_device<Real>(std::move(problem), options, job);
  const Grid3& grid = problem.grid;
  const TileLayout layout(grid);
  DeviceFold<Real> device(layout);
  StartValues<Real> start = take_start_values<Real>(problem, job);
  check_pmm_start(start, grid);
  FoldSolution solution;
  solution.start_seconds = clock.seconds();

  const DeviceStream stream;
  DeviceEvent sent, swept, marched, taken;
  RowStaging staging(stream);
  const auto subs = sub_sweeps<Real>(grid, problem.F, problem.b);
  LoneTeam<Real> team(layout, subs, options.skip_settled, device, stream);
  sent.record(stream);
  upload(layout, start, static_cast<int>(subs.size()), device, stream, staging, job);
  swept.record(stream);
  march(team, options, solution, job);
  marched.record(stream);
  download(layout, device, start, staging, solution, job);
  taken.record(stream);
  taken.wait();
  solution.device_seconds = marched.seconds_since(swept);
  solution.transfer_seconds = swept.seconds_since(sent) + taken.seconds_since(marched);
  solution.seconds = clock.seconds();
  return solution;
}

}  // namespace

std::unique_ptr<FoldSolver> make_cuda_pmm_solver() {
  return std::make_unique<CudaPmmSolver>();
}

}  // namespace foldwave
