#include <chrono>
#include <cmath>
#include <string>

#include "core/fold/initial.hpp"
#include "core/fold/sweeps.hpp"
#include "gpu/device_array.cuh"
#include "gpu/fold/cuda_pmm.hpp"

namespace foldwave {

namespace {

struct Stencils {
  PatchStencil<float> side[2];
};

// One plane of a sub-sweep: w is fixed, `plane` its first node's index and `back` the step to the plane
// before.
struct Plane {
  int nu, nv;
  Index du, dv;
  Index plane, back;
};

__global__ void update_plane(__grid_constant__ const Stencils stencils, const Plane p, float* T,
                             const std::uint8_t* fixed, unsigned long long* changed) {
  const int u = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int v = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  bool news = false;
  if (u < p.nu && v < p.nv) {
    const Index m = p.plane + u * p.du + v * p.dv;
    if (fixed[m] == 0) {
      const float old = T[m];
      const float* const below = T + m + p.back;
      const float fresh = updated_arrival(stencils.side, old, [&](int a, int b) {
        const bool inside = u + a >= 0 && u + a < p.nu && v + b >= 0 && v + b < p.nv;
        return inside ? below[a * p.du + b * p.dv] : INFINITY;
      });
      if (fabsf(fresh) < fabsf(old)) {
        T[m] = fresh;
        news = fabsf(fresh) < fabsf(old) * (1.0f - rounding_share<float>);
      }
    }
  }
  if (__syncthreads_or(news) && threadIdx.x == 0 && threadIdx.y == 0) atomicAdd(changed, 1ULL);
}

class CudaPmmSolver final : public FoldSolver {
 public:
  std::string name() const override { return "pmm-cuda"; }
  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override;
};

void run_sub_sweep(const SubSweep<float>& sweep, const Grid3& grid, float* T, const std::uint8_t* fixed,
                   unsigned long long* changed) {
  const int n[3] = {grid.n[0], grid.n[1], grid.n[2]};
  const Index stride[3] = {1, grid.n[0], Index{1} * grid.n[0] * grid.n[1]};
  const Stencils stencils{{sweep.stencil[0], sweep.stencil[1]}};
  const dim3 block(32, 4);
  const dim3 blocks((static_cast<unsigned>(n[sweep.u]) + block.x - 1) / block.x,
                    (static_cast<unsigned>(n[sweep.v]) + block.y - 1) / block.y);
  for (int step = 1; step < n[sweep.w]; ++step) {
    const int w = sweep.forward ? step : n[sweep.w] - 1 - step;
    const Plane plane{n[sweep.u],          n[sweep.v],
                      stride[sweep.u],     stride[sweep.v],
                      w * stride[sweep.w], sweep.forward ? -stride[sweep.w] : stride[sweep.w]};
    update_plane<<<blocks, block>>>(stencils, plane, T, fixed, changed);
  }
  check_cuda(cudaGetLastError(), "cannot start the fold kernel");
}

FoldSolution CudaPmmSolver::solve(FoldProblem problem, const FoldOptions& options, const Job& job) const {
  const auto begin = std::chrono::steady_clock::now();
  const Grid3& grid = problem.grid;
  const auto size = static_cast<std::size_t>(grid.size());
  const auto sweeps = sub_sweeps<float>(grid, problem.F, problem.b);
  StartValues<float> start = take_start_values<float>(problem, job);
  DeviceArray<float> T(start.time.data(), size);
  const DeviceArray<std::uint8_t> fixed(start.fixed.data(), size);
  DeviceArray<unsigned long long> changed(1);

  FoldSolution solution;
  const auto count = static_cast<std::int64_t>(sweeps.size());
  for (int sweep = 0; sweep < options.max_sweeps; ++sweep) {
    changed.clear();
    for (std::int64_t q = 0; q < count; ++q) {
      const std::string step = "fold: sweep " + std::to_string(sweep + 1);
      const std::int64_t total =
          count * (options.to_convergence ? std::max(3, sweep + 1) : options.max_sweeps);
      job.report({step, sweep * count + q, total, static_cast<double>(size), "nodes"});
      job.throw_if_stopped();
      run_sub_sweep(sweeps[static_cast<std::size_t>(q)], grid, T.data(), fixed.data(), changed.data());
      check_cuda(cudaDeviceSynchronize(), "the fold kernel failed");
    }
    unsigned long long news = 0;
    check_cuda(cudaMemcpy(&news, changed.data(), sizeof(news), cudaMemcpyDeviceToHost),
               "cannot read the device");
    solution.sweeps = sweep + 1;
    if (options.to_convergence && news == 0) break;
  }

  solution.arrival = std::move(start.time);
  check_cuda(cudaMemcpy(solution.arrival.data(), T.data(), size * sizeof(float), cudaMemcpyDeviceToHost),
             "cannot read the device");
  for (const float t : solution.arrival.values())
    solution.unreached += std::isinf(t) ? 1 : 0;
  solution.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return solution;
}

}  // namespace

std::unique_ptr<FoldSolver> make_cuda_pmm_solver() {
  return std::make_unique<CudaPmmSolver>();
}

}  // namespace foldwave
