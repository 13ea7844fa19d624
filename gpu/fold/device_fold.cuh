// What PMM keeps on a device, how it gets there and back, and a sweep after another of one device or of some
// that share it.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/clock.hpp"
#include "core/base/text.hpp"
#include "core/fold/foot/initial.hpp"
#include "core/fold/pmm/pmm_check.hpp"
#include "gpu/base/staging.cuh"
#include "gpu/fold/slab_kernel.cuh"

namespace foldwave {

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
  TileArrays<Real> arrays() { return {T.data(), fixed.data(), stamps.data()}; }
};

// In pieces that threads share.
inline void copy_shared(char* to, const char* from, std::size_t bytes) {
  constexpr std::size_t piece = std::size_t{1} << 20;
#pragma omp parallel for schedule(static)
  for (std::size_t at = 0; at < bytes; at += piece)
    std::memcpy(to + at, from + at, std::min(piece, bytes - at));
}

inline void pack_bits(const std::uint8_t* flags, std::size_t count, char* to) {
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

// `start` becomes the solution's arrival.
template <class Real>
void download(const TileLayout& layout, const DeviceFold<Real>& device, StartValues<Real>& start,
              RowStaging& staging, FoldSolution& solution, const Job& job) {
  const auto nx = static_cast<std::size_t>(layout.n[0]);
  std::int64_t unreached = 0;
  if constexpr (sizeof(Real) == sizeof(double))
    solution.arrival = Field<float>({layout.n[0], layout.n[1], layout.n[2]});
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
  solution.unreached = unreached;
  if constexpr (sizeof(Real) == sizeof(double))
    solution.arrival64 = std::move(start.time);
  else
    solution.arrival = std::move(start.time);
}

// Launches the sweeps and keeps the queue short: progress is of slabs that are done, and a stop is heard
// soon. Team: whoever takes the slabs, a device or several.
template <class Team>
void march(Team& team, const FoldOptions& options, FoldSolution& solution, const Job& job) {
  constexpr Index nodes_a_batch = Index{1} << 25;
  const auto& launcher = team.launcher();
  std::int64_t slabs_a_sweep = 0;
  double nodes_a_sweep = 0.0;
  for (int sub = 0; sub < launcher.sub_sweeps(); ++sub) {
    slabs_a_sweep += launcher.slabs(sub);
    nodes_a_sweep += static_cast<double>(launcher.slabs(sub)) * static_cast<double>(launcher.slab_nodes(sub));
  }
  std::int64_t launched = 0;
  std::int64_t at_mark[2] = {0, 0};
  int side = 0;
  Index in_batch = 0;
  for (int sweep = 0; sweep < options.max_sweeps; ++sweep) {
    const std::string step = "fold: sweep " + std::to_string(sweep + 1);
    // Two sweeps are usual; a third only confirms them.
    const std::int64_t total =
        slabs_a_sweep * (options.to_convergence ? std::max(3, sweep + 1) : options.max_sweeps);
    team.forget_news();
    for (int sub = 0; sub < launcher.sub_sweeps(); ++sub)
      for (int slab = 0; slab < launcher.slabs(sub); ++slab) {
        team.launch(sweep, sub, slab);
        ++launched;
        in_batch += launcher.slab_nodes(sub);
        if (in_batch < nodes_a_batch) continue;
        in_batch = 0;
        team.mark(side);
        at_mark[side] = launched;
        side = 1 - side;
        team.wait_for_mark(side);
        job.report({step, at_mark[side], total, nodes_a_sweep / static_cast<double>(slabs_a_sweep), "nodes"});
        job.throw_if_stopped();
      }
    solution.sweeps = sweep + 1;
    if (!options.to_convergence) continue;
    const bool news = team.has_news();
    job.throw_if_stopped();
    if (!news) return;
  }
  if (options.to_convergence) solution.warnings.push_back(unsettled_warning(solution.sweeps));
}

inline int value_on_device(const DeviceArray<int>& of, cudaStream_t stream) {
  int value = 0;
  check_cuda(cudaMemcpyAsync(&value, of.data(), sizeof(value), cudaMemcpyDeviceToHost, stream),
             "cannot read the device");
  check_cuda(cudaStreamSynchronize(stream), "the fold kernel failed");
  return value;
}

}  // namespace foldwave
