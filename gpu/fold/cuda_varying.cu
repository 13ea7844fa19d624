#include "gpu/fold/cuda_varying.hpp"

#include <array>
#include <cmath>
#include <string>

#include "core/base/clock.hpp"
#include "core/base/text.hpp"
#include "core/fold/pmm/pmm_check.hpp"
#include "core/fold/pmm/pmm_local.hpp"
#include "core/fold/pmm/varying_fold.hpp"
#include "gpu/base/staging.cuh"

namespace foldwave {

namespace {

// The volumes on the device, and one plane of a sub-sweep.
template <class Real>
struct Plane {
  Real* T;
  const std::uint8_t* fixed;
  const float *F, *bu, *bv, *bw;
  int nu, nv;
  Index du, dv, back;  // strides; to the plane before
  Index first;         // the plane's first node
  Real towards_w;
};

template <class Real>
__global__ void update_plane(Plane<Real> p, PatchGeometry<Real> geometry, unsigned long long* news) {
  const int u = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int v = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (u >= p.nu || v >= p.nv) return;
  const Index m = p.first + u * p.du + v * p.dv;
  if (p.fixed[m] != 0) return;
  const auto halfway = [&](const float* f) {
    return Real(0.5) * (static_cast<Real>(f[m]) + static_cast<Real>(f[m + p.back]));
  };
  const Real old = p.T[m];
  const Real* const before = p.T + m + p.back;
  const Real fresh = updated_local_arrival(geometry, halfway(p.F), halfway(p.bu), halfway(p.bv),
                                           p.towards_w * halfway(p.bw), old, [&](int du, int dv) {
                                             const bool inside =
                                                 u + du >= 0 && u + du < p.nu && v + dv >= 0 && v + dv < p.nv;
                                             return inside ? before[du * p.du + dv * p.dv] : Real(INFINITY);
                                           });
  if (!(std::fabs(fresh) < std::fabs(old))) return;
  p.T[m] = fresh;
  // Only whether there is any counts.
  if (std::fabs(fresh) < std::fabs(old) * (Real(1) - rounding_share<Real>)) *news = 1;
}

void require_memory(std::size_t bytes) {
  std::size_t free = 0;
  std::size_t total = 0;
  check_cuda(cudaMemGetInfo(&free, &total), "cannot ask for the device's memory");
  if (bytes > free)
    throw DeviceError("cuda",
                      "the fold needs " + bytes_text(static_cast<double>(bytes)) + " on the device, and " +
                          bytes_text(static_cast<double>(free)) + " are free",
                      "use the CPU back end or a smaller grid");
}

// What the solver keeps on the device.
template <class Real>
struct DeviceVolumes {
  DeviceArray<Real> T;
  DeviceArray<std::uint8_t> fixed;
  DeviceArray<float> F;
  std::array<DeviceArray<float>, 3> b;
  DeviceArray<unsigned long long> news{1};

  explicit DeviceVolumes(const VaryingProblem<Real>& problem) {
    const auto nodes = static_cast<std::size_t>(problem.box.grid.size());
    require_memory(nodes * (sizeof(Real) + 4 * sizeof(float) + 1));
    T = {problem.start.time.data(), nodes};
    fixed = {problem.start.fixed.data(), nodes};
    F = {problem.speeds.F.data(), nodes};
    for (std::size_t a = 0; a < 3; ++a)
      b[a] = {problem.speeds.b[a].data(), nodes};
  }
};

// Launches one sub-sweep, listening for a stop.
template <class Real>
void launch_sub_sweep(const SweepAxes& axes, const Grid3& grid, DeviceVolumes<Real>& device,
                      cudaStream_t stream, const Job& job) {
  const auto n = [&](int a) { return grid.n[static_cast<std::size_t>(a)]; };
  const auto h = [&](int a) { return grid.h[static_cast<std::size_t>(a)]; };
  const std::array<Index, 3> strides{1, grid.n[0], Index{1} * grid.n[0] * grid.n[1]};
  const auto stride = [&](int a) { return strides[static_cast<std::size_t>(a)]; };
  const auto b = [&](int a) { return device.b[static_cast<std::size_t>(a)].data(); };
  const auto geometry = make_patch_geometry<Real>(h(axes.u), h(axes.v), h(axes.w));
  const dim3 threads(32, 4);
  const dim3 blocks((static_cast<unsigned>(n(axes.u)) + 31) / 32, (static_cast<unsigned>(n(axes.v)) + 3) / 4);
  constexpr int planes_at_once = 64;
  for (int step = 1; step < n(axes.w); ++step) {
    const int w = axes.forward ? step : n(axes.w) - 1 - step;
    const Plane<Real> plane{device.T.data(),
                            device.fixed.data(),
                            device.F.data(),
                            b(axes.u),
                            b(axes.v),
                            b(axes.w),
                            n(axes.u),
                            n(axes.v),
                            stride(axes.u),
                            stride(axes.v),
                            axes.forward ? -stride(axes.w) : stride(axes.w),
                            w * stride(axes.w),
                            axes.forward ? Real(1) : Real(-1)};
    update_plane<<<blocks, threads, 0, stream>>>(plane, geometry, device.news.data());
    if (step % planes_at_once == 0) {
      check_cuda(cudaStreamSynchronize(stream), "the fold kernel failed");
      job.throw_if_stopped();
    }
  }
  check_cuda(cudaGetLastError(), "cannot start a kernel");
}

}  // namespace

template <class Real>
FoldSolution solve_varying_on_device(FoldProblem problem, const FoldOptions& options, const Job& job) {
  const Clock clock;
  FoldSolution solution;
  VaryingProblem<Real> varying = prepare_varying<Real>(problem, job);
  solution.start_seconds = clock.seconds();
  const Grid3& grid = varying.box.grid;
  const Clock sending;
  DeviceVolumes<Real> device(varying);
  double transfer = sending.seconds();

  const DeviceStream stream;
  DeviceEvent begun, marched;
  begun.record(stream);
  const auto sub_sweeps = sweep_axes(grid);
  const auto count = static_cast<std::int64_t>(sub_sweeps.size());
  bool settled = false;
  for (int sweep = 0; sweep < options.max_sweeps && !settled; ++sweep) {
    check_cuda(cudaMemsetAsync(device.news.data(), 0, sizeof(unsigned long long), stream),
               "cannot clear device memory");
    std::int64_t done = sweep * count;
    const std::string step = "fold: sweep " + std::to_string(sweep + 1);
    // Two sweeps are usual; a third only confirms them.
    const std::int64_t sweeps = options.to_convergence ? std::max(3, sweep + 1) : options.max_sweeps;
    for (const SweepAxes& axes : sub_sweeps) {
      job.report({step, done++, count * sweeps, static_cast<double>(grid.size()), "nodes"});
      job.throw_if_stopped();
      launch_sub_sweep(axes, grid, device, stream, job);
    }
    solution.sweeps = sweep + 1;
    unsigned long long news = 0;
    check_cuda(cudaMemcpyAsync(&news, device.news.data(), sizeof(news), cudaMemcpyDeviceToHost, stream),
               "cannot read the device");
    check_cuda(cudaStreamSynchronize(stream), "the fold kernel failed");
    settled = options.to_convergence && news == 0;
  }
  if (options.to_convergence && !settled) solution.warnings.push_back(unsettled_warning(solution.sweeps));
  marched.record(stream);
  marched.wait();
  solution.device_seconds = marched.seconds_since(begun);

  const Clock fetching;
  Field<Real>& time = varying.start.time;
  check_cuda(cudaMemcpy(time.data(), device.T.data(), device.T.size() * sizeof(Real), cudaMemcpyDeviceToHost),
             "cannot copy from the device");
  transfer += fetching.seconds();
  solution.transfer_seconds = transfer;
  add_box_warning(varying.box, solution);
  put_arrival(std::move(time), varying.box.before, problem.grid, solution);
  solution.seconds = clock.seconds();
  return solution;
}
template FoldSolution solve_varying_on_device<float>(FoldProblem, const FoldOptions&, const Job&);
template FoldSolution solve_varying_on_device<double>(FoldProblem, const FoldOptions&, const Job&);

}  // namespace foldwave
