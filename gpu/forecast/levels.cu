// Latencies of memory by its levels: each warp follows indices, 128 bytes a step, through as much as fits a
// level or does not. Which level answers is seen from the cycles, not assumed. A step's latency holds that of
// the multiplication that makes an address of an index, as a kernel's own loads do.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "gpu/forecast/bench_parts.cuh"
#include "gpu/forecast/device_timer.cuh"

namespace foldwave {

namespace {

using Link = std::uint32_t;
constexpr Link lanes = 32;
constexpr int steps = 256;
constexpr int shared_lines = 256;

// Lines in an order that visits each once and is no stride: a linear congruence of full period.
__host__ __device__ inline Link line_after(Link line, Link count) {
  return (line * 1664525U + 1013904223U) & (count - 1);
}

__global__ void link_kernel(Link* links, Link count) {
  const Link m = blockIdx.x * blockDim.x + threadIdx.x;
  if (m >= count * lanes) return;
  links[m] = line_after(m / lanes, count) * lanes + m % lanes;
}

__device__ __forceinline__ Link follow(const Link* links, Link at) {
  Link next;
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(next) : "l"(links + at));
  return next;
}

__device__ __forceinline__ unsigned clock_of_chase() {
  unsigned cycles;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(cycles)::"memory");
  return cycles;
}

// Where a warp begins: spread over the lines.
__device__ inline Link first_link(Link warp, Link count, Link salt) {
  return (((warp + 1) * 2654435761U + salt * 40503U) & (count - 1)) * lanes + threadIdx.x % lanes;
}

__global__ void chase_kernel(const Link* links, Link count, int warm, unsigned* cycles, Link* out,
                             Link salt) {
  Link at = first_link(threadIdx.x / lanes, count, salt);
  for (int s = 0; s < warm; ++s)
    at = follow(links, at);
  __syncthreads();
  const unsigned begin = clock_of_chase();
#pragma unroll 16
  for (int s = 0; s < steps; ++s)
    at = follow(links, at);
  // The last answer is waited for before the clock is read.
  asm volatile("" : "+r"(at)::"memory");
  if (at == 0xffffffffU) out[1] = 1;
  const unsigned took = clock_of_chase() - begin;
  out[0] = at;
  if (threadIdx.x % lanes == 0) cycles[threadIdx.x / lanes] = took;
}

// Four chains a thread, on all multiprocessors.
__global__ void loaded_kernel(const Link* links, Link count, unsigned* cycles, Link* out, int chains,
                              Link salt) {
  const Link warp = (blockIdx.x * blockDim.x + threadIdx.x) / lanes;
  Link at[4];
  for (Link c = 0; c < 4; ++c)
    at[c] = first_link(4 * warp + c, count, salt);
  const unsigned begin = clock_of_chase();
  if (chains == 4) {
#pragma unroll 4
    for (int s = 0; s < steps; ++s)
      for (Link& a : at)
        a = follow(links, a);
  } else {
#pragma unroll 4
    for (int s = 0; s < steps; ++s)
      at[0] = follow(links, at[0]);
  }
  const Link sum = at[0] + at[1] + at[2] + at[3];
  if (sum == 0xffffffffU) out[1] = 1;
  const unsigned took = clock_of_chase() - begin;
  out[0] = sum;
  if (threadIdx.x % lanes == 0) cycles[warp] = took;
}

__global__ void shared_kernel(unsigned* cycles, unsigned* stores, Link* out) {
  __shared__ Link links[shared_lines * lanes];
  for (Link m = threadIdx.x; m < shared_lines * lanes; m += blockDim.x)
    links[m] = line_after(m / lanes, shared_lines) * lanes + m % lanes;
  __syncthreads();
  Link at = first_link(threadIdx.x / lanes, shared_lines, 0);
  const auto base = static_cast<unsigned>(__cvta_generic_to_shared(links));
  unsigned begin = clock_of_chase();
#pragma unroll 16
  for (int s = 0; s < steps; ++s)
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(at) : "r"(base + 4 * at) : "memory");
  if (at == 0xffffffffU) out[1] = 1;
  const unsigned loads = clock_of_chase() - begin;
  __syncthreads();
  begin = clock_of_chase();
#pragma unroll
  for (int s = 0; s < 16; ++s)
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(base + 4 * (threadIdx.x + 1024 * (s % 8))), "r"(at)
                 : "memory");
  const unsigned stored = clock_of_chase() - begin;
  out[0] = at;
  if (threadIdx.x % lanes != 0) return;
  cycles[threadIdx.x / lanes] = loads;
  stores[threadIdx.x / lanes] = stored;
}

// What a store costs who issues it; it is not waited for.
__global__ void store_kernel(unsigned* cycles, Link* to) {
  __syncthreads();
  const unsigned begin = clock_of_chase();
#pragma unroll
  for (int s = 0; s < 16; ++s)
    asm volatile("st.global.u32 [%0], %1;" ::"l"(to + threadIdx.x + 1024 * s), "r"(s) : "memory");
  const unsigned took = clock_of_chase() - begin;
  if (threadIdx.x % lanes == 0) cycles[threadIdx.x / lanes] = took;
}

class Chase {
 public:
  explicit Chase(std::size_t bytes)
      : links_(bytes / sizeof(Link)), cycles_(16384), stores_(64), out_(16384) {}

  void set_bytes(std::size_t bytes) {
    count_ = static_cast<Link>(bytes / sizeof(Link) / lanes);
    link_kernel<<<(count_ * lanes + 255) / 256, 256>>>(links_.data(), count_);
    check_cuda(cudaGetLastError(), "a chase does not start");
  }
  // Cycles a step, by the mean of a block's warps.
  double of_block(int warps, int salt) {
    // A whole lap where it can fit L1; what fits L2 was just written there.
    const int warm = count_ <= 4096 ? static_cast<int>(count_) : 32;
    chase_kernel<<<1, 32 * warps>>>(links_.data(), count_, warm, cycles_.data(), out_.data(),
                                    static_cast<Link>(salt));
    return mean_cycles(cycles_, warps) / steps;
  }
  double of_device(int blocks, int warps, int chains, int salt) {
    loaded_kernel<<<blocks, 32 * warps>>>(links_.data(), count_, cycles_.data(), out_.data(), chains,
                                          static_cast<Link>(salt));
    return mean_cycles(cycles_, blocks * warps) / steps;
  }
  std::pair<double, double> of_shared(int warps) {
    shared_kernel<<<1, 32 * warps>>>(cycles_.data(), stores_.data(), out_.data());
    const double loads = mean_cycles(cycles_, warps) / steps;
    return {loads, mean_cycles(stores_, warps) / 16.0};
  }
  double of_stores(int warps) {
    store_kernel<<<1, 32 * warps>>>(cycles_.data(), links_.data());
    return mean_cycles(cycles_, warps) / 16.0;
  }

 private:
  static double mean_cycles(const DeviceArray<unsigned>& cycles, int count) {
    check_cuda(cudaGetLastError(), "a chase does not start");
    std::vector<unsigned> host(static_cast<std::size_t>(count));
    check_cuda(cudaMemcpy(host.data(), cycles.data(), host.size() * sizeof(unsigned), cudaMemcpyDeviceToHost),
               "a chase failed");
    double sum = 0.0;
    for (const unsigned c : host)
      sum += c;
    return sum / count;
  }

  DeviceArray<Link> links_;
  DeviceArray<unsigned> cycles_, stores_;
  DeviceArray<Link> out_;
  Link count_ = 0;
};

template <class Measure>
LatencyCurve curve_by_warps(const char* name, double per, const DeviceBenchPlan& plan, const Job& job,
                            const Measure& measure) {
  LatencyCurve curve{name, {}, {}};
  for (int warps = 1; warps <= plan.largest_warps; ++warps) {
    job.throw_if_stopped();
    std::vector<double> repeats;
    for (int r = 0; r < plan.repeats; ++r)
      repeats.push_back(measure(warps, r));
    curve.warps.push_back(warps);
    // The counter's step is shared by all steps of the chase.
    curve.cycles.push_back(measurement_of(repeats, 1.0 / per, 2));
  }
  return curve;
}

// Not above `bytes`, and a page at least.
std::size_t power_of_two_below(double bytes) {
  std::size_t power = 4096;
  while (2.0 * static_cast<double>(power) <= bytes)
    power *= 2;
  return power;
}

}  // namespace

void measure_levels(const DeviceBenchPlan& plan, const Job& job, DeviceFigures& f) {
  const std::size_t most = std::size_t{1} << 30;
  Chase chase(most);
  for (std::size_t bytes = 4096; bytes <= most; bytes *= 2) {
    job.throw_if_stopped();
    chase.set_bytes(bytes);
    std::vector<double> runs;
    for (int r = 0; r < 9; ++r)
      runs.push_back(chase.of_block(1, r));
    std::ranges::sort(runs);
    f.chase.push_back({static_cast<double>(bytes), runs[4]});
  }
  const auto level = [&](const char* name, std::size_t bytes) {
    chase.set_bytes(bytes);
    f.latencies.push_back(
        curve_by_warps(name, steps, plan, job, [&](int warps, int r) { return chase.of_block(warps, r); }));
  };
  level("memory read", most);
  level("L2 read", power_of_two_below(f.l2_bytes / 8.0));
  level("L1 read", power_of_two_below(f.l1_bytes / 8.0));
  f.latencies.push_back(
      curve_by_warps("memory write", 16, plan, job, [&](int warps, int) { return chase.of_stores(warps); }));
  f.latencies.push_back(curve_by_warps("shared read", steps, plan, job,
                                       [&](int warps, int) { return chase.of_shared(warps).first; }));
  f.latencies.push_back(curve_by_warps("shared write", 16, plan, job,
                                       [&](int warps, int) { return chase.of_shared(warps).second; }));
  chase.set_bytes(most);
  for (const auto& [warps, chains] :
       {std::pair{1, 1}, {4, 1}, {16, 1}, {32, 1}, {16, 4}, {32, 4}, {48, 4}, {64, 4}}) {
    const int blocks = f.multiprocessors * (warps > 32 ? 2 : 1), of_block = warps > 32 ? warps / 2 : warps;
    std::vector<double> runs;
    for (int r = 0; r < 5; ++r)
      runs.push_back(chase.of_device(blocks, of_block, chains, r));
    std::ranges::sort(runs);
    f.loaded.push_back({warps * chains, runs[2]});
  }
}

}  // namespace foldwave
