#include "gpu/fold/cuda_pmm.hpp"

#include <chrono>
#include <cmath>
#include <string>

#include "core/base/text.hpp"
#include "core/fold/foot/initial.hpp"
#include "core/fold/pmm/pmm_check.hpp"
#include "gpu/base/staging.cuh"
#include "gpu/fold/cuda_varying.hpp"
#include "gpu/fold/slab_kernel.cuh"

namespace foldwave {

namespace {

// Marks the bricks that hold a node that is reached, and fills the padding.
template <class Real>
__global__ void prepare(Real* T, TileLayout layout, int mark, int* stamps) {
  const Index nodes = Index{1} * layout.pitch * layout.n[1] * layout.n[2];
  for (Index m = blockIdx.x * Index{blockDim.x} + threadIdx.x; m < nodes;
       m += Index{gridDim.x} * blockDim.x) {
    const int x = static_cast<int>(m % layout.pitch);
    const Index row = m / layout.pitch;
    const int y = static_cast<int>(row % layout.n[1]);
    const int z = static_cast<int>(row / layout.n[1]);
    if (x >= layout.n[0]) T[m] = NAN;
    if (!isfinite(T[m])) continue;
    stamps[x / brick + layout.bricks[0] * (y / brick + Index{1} * layout.bricks[1] * (z / brick))] = mark;
  }
}

// What the solver keeps on the device.
template <class Real>
struct DeviceFold {
  DeviceArray<Real> T;
  DeviceArray<std::uint8_t> fixed;
  DeviceArray<int> stamps;
  DeviceArray<int> news;

  static std::size_t bytes(const TileLayout& layout) {
    return layout.times() * sizeof(Real) + layout.fixed_bytes() + layout.stamps() * sizeof(int);
  }
  explicit DeviceFold(const TileLayout& layout) {
    std::size_t free = 0;
    std::size_t total = 0;
    check_cuda(cudaMemGetInfo(&free, &total), "cannot ask for the device's memory");
    if (bytes(layout) > free)
      throw DeviceError("cuda",
                        "the fold needs " + bytes_text(static_cast<double>(bytes(layout))) +
                            " on the device, and " + bytes_text(static_cast<double>(free)) + " are free",
                        "use the CPU back end or a smaller grid");
    T = DeviceArray<Real>(layout.times());
    fixed = DeviceArray<std::uint8_t>(layout.fixed_bytes());
    stamps = DeviceArray<int>(layout.stamps());
    news = DeviceArray<int>(1);
  }
};

// In pieces that threads share.
void copy_shared(char* to, const char* from, std::size_t bytes) {
  constexpr std::size_t piece = std::size_t{1} << 20;
#pragma omp parallel for schedule(static)
  for (std::size_t at = 0; at < bytes; at += piece)
    std::memcpy(to + at, from + at, std::min(piece, bytes - at));
}

void pack_bits(const std::uint8_t* flags, std::size_t count, char* to) {
  for (std::size_t at = 0; at < count; at += 8) {
    unsigned byte = 0;
    for (std::size_t bit = 0; bit < 8 && at + bit < count; ++bit)
      byte |= (flags[at + bit] != 0 ? 1U : 0U) << bit;
    to[at / 8] = static_cast<char>(byte);
  }
}

template <class Real>
void upload(const TileLayout& layout, const StartValues<Real>& start, int period, DeviceFold<Real>& device,
            cudaStream_t stream, RowStaging& staging, const Job& job) {
  const auto nx = static_cast<std::size_t>(layout.n[0]);
  const auto between = [&] { job.throw_if_stopped(); };
  staging.upload(
      device.T.data(), static_cast<std::size_t>(layout.pitch) * sizeof(Real), nx * sizeof(Real),
      layout.rows(),
      [&](std::size_t first, std::size_t count, char* to) {
        const char* const from = reinterpret_cast<const char*>(start.time.data() + first * nx);
        copy_shared(to, from, count * nx * sizeof(Real));
      },
      between);
  const std::size_t row_bytes = static_cast<std::size_t>(layout.pitch / 8);
  staging.upload(
      device.fixed.data(), row_bytes, row_bytes, layout.rows(),
      [&](std::size_t first, std::size_t count, char* to) {
#pragma omp parallel for schedule(static)
        for (std::size_t row = 0; row < count; ++row)
          pack_bits(start.fixed.data() + (first + row) * nx, nx, to + row * row_bytes);
      },
      between);
  check_cuda(cudaMemsetAsync(device.stamps.data(), 0, layout.stamps() * sizeof(int), stream),
             "cannot clear device memory");
  prepare<<<2048, 256, 0, stream>>>(device.T.data(), layout, period, device.stamps.data());
  check_cuda(cudaGetLastError(), "cannot start a kernel");
}

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

// Launches the sweeps and keeps the queue short: progress is of slabs that are done, and a stop is heard
// soon.
template <class Real>
void march(SlabLauncher<Real>& launcher, const FoldOptions& options, DeviceArray<int>& news,
           cudaStream_t stream, FoldSolution& solution, const Job& job) {
  constexpr Index nodes_a_batch = Index{1} << 25;
  DeviceEvent batch[2];
  std::int64_t slabs_a_sweep = 0;
  double nodes_a_sweep = 0.0;
  for (int sub = 0; sub < launcher.sub_sweeps(); ++sub) {
    slabs_a_sweep += launcher.slabs(sub);
    nodes_a_sweep += static_cast<double>(launcher.slabs(sub)) * static_cast<double>(launcher.slab_nodes(sub));
  }
  std::int64_t launched = 0;
  std::int64_t at_event[2] = {0, 0};
  int side = 0;
  Index in_batch = 0;
  for (int sweep = 0; sweep < options.max_sweeps; ++sweep) {
    const std::string step = "fold: sweep " + std::to_string(sweep + 1);
    // Two sweeps are usual; a third only confirms them.
    const std::int64_t total =
        slabs_a_sweep * (options.to_convergence ? std::max(3, sweep + 1) : options.max_sweeps);
    check_cuda(cudaMemsetAsync(news.data(), 0, sizeof(int), stream), "cannot clear device memory");
    for (int sub = 0; sub < launcher.sub_sweeps(); ++sub)
      for (int slab = 0; slab < launcher.slabs(sub); ++slab) {
        launcher.launch(sweep, sub, slab, stream);
        ++launched;
        in_batch += launcher.slab_nodes(sub);
        if (in_batch < nodes_a_batch) continue;
        in_batch = 0;
        batch[side].record(stream);
        at_event[side] = launched;
        side = 1 - side;
        batch[side].wait();
        job.report(
            {step, at_event[side], total, nodes_a_sweep / static_cast<double>(slabs_a_sweep), "nodes"});
        job.throw_if_stopped();
      }
    solution.sweeps = sweep + 1;
    if (!options.to_convergence) continue;
    int any = 0;
    check_cuda(cudaMemcpyAsync(&any, news.data(), sizeof(any), cudaMemcpyDeviceToHost, stream),
               "cannot read the device");
    check_cuda(cudaStreamSynchronize(stream), "the fold kernel failed");
    job.throw_if_stopped();
    if (any == 0) return;
  }
  if (options.to_convergence) solution.warnings.push_back(unsettled_warning(solution.sweeps));
}

template <class Real>
FoldSolution CudaPmmSolver::run(FoldProblem problem, const FoldOptions& options, const Job& job) const {
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds_since_begin = [begin] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  problem.grid = with_thin_axes_spaced(problem.grid);
  check_pmm_problem(problem, options);
  if (problem.speeds) return solve_varying_on_device<Real>(std::move(problem), options, job);
  const Grid3& grid = problem.grid;
  const TileLayout layout(grid);
  DeviceFold<Real> device(layout);
  StartValues<Real> start = take_start_values<Real>(problem, job);
  check_pmm_start(start, grid);
  FoldSolution solution;
  solution.start_seconds = seconds_since_begin();

  const DeviceStream stream;
  DeviceEvent sent, swept, marched, taken;
  RowStaging staging(stream);
  const auto subs = sub_sweeps<Real>(grid, problem.F, problem.b);
  SlabLauncher<Real> launcher(layout, subs, options.skip_settled,
                              {device.T.data(), device.fixed.data(), device.stamps.data()},
                              device.news.data());
  sent.record(stream);
  upload(layout, start, static_cast<int>(subs.size()), device, stream, staging, job);
  swept.record(stream);
  march(launcher, options, device.news, stream, solution, job);
  marched.record(stream);

  const auto nx = static_cast<std::size_t>(grid.n[0]);
  std::int64_t unreached = 0;
  if constexpr (sizeof(Real) == sizeof(double)) solution.arrival = Field<float>(grid.n);
  Real* const times = start.time.data();
  float* const rounded = solution.arrival.data();
  staging.download(
      device.T.data(), static_cast<std::size_t>(layout.pitch) * sizeof(Real), nx * sizeof(Real),
      layout.rows(),
      [&](std::size_t first, std::size_t count, const char* from) {
        const Real* const values = reinterpret_cast<const Real*>(from);
#pragma omp parallel for schedule(static) reduction(+ : unreached)
        for (std::size_t m = 0; m < count * nx; ++m) {
          times[first * nx + m] = values[m];
          if (rounded != nullptr) rounded[first * nx + m] = static_cast<float>(values[m]);
          unreached += std::isfinite(values[m]) ? 0 : 1;
        }
      },
      [&] { job.throw_if_stopped(); });
  taken.record(stream);
  taken.wait();
  solution.unreached = unreached;
  solution.device_seconds = marched.seconds_since(swept);
  solution.transfer_seconds = swept.seconds_since(sent) + taken.seconds_since(marched);
  if constexpr (sizeof(Real) == sizeof(double))
    solution.arrival64 = std::move(start.time);
  else
    solution.arrival = std::move(start.time);
  solution.seconds = seconds_since_begin();
  return solution;
}

}  // namespace

std::unique_ptr<FoldSolver> make_cuda_pmm_solver() {
  return std::make_unique<CudaPmmSolver>();
}

}  // namespace foldwave
