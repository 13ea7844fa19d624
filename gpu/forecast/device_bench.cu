#include "gpu/forecast/device_bench.hpp"

#include <chrono>
#include <ctime>
#include <string>

#include "core/base/system.hpp"
#include "gpu/forecast/bench_parts.cuh"
#include "gpu/forecast/device_timer.cuh"

namespace foldwave {

namespace {

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

int attribute(cudaDeviceAttr which) {
  int value = 0;
  return cudaDeviceGetAttribute(&value, which, 0) == cudaSuccess ? value : 0;
}

// Single-precision cores of a multiprocessor, by the architecture.
int cores_of(int major, int minor) {
  if (major == 7 || (major == 8 && minor == 0)) return 64;
  return 128;
}

// Cycles by %clock64 over nanoseconds by %globaltimer, of a kernel that does nothing but count.
__global__ void busy_kernel(long long* cycles, unsigned long long* nanoseconds, float* out) {
  float a = 1.0F;
  unsigned long long begin_ns, end_ns;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin_ns)::"memory");
  const long long begin = clock64();
  for (int i = 0; i < 2'000'000; ++i)
    asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(a));
  const long long end = clock64();
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(end_ns)::"memory");
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  *cycles = end - begin;
  *nanoseconds = end_ns - begin_ns;
  *out = a;
}

// Where the nanoseconds stand still, as in some virtual machines, the events' own; 0: the cycles stand still.
double measured_clock(int multiprocessors) {
  DeviceTimer timer;
  DeviceArray<long long> cycles(1);
  DeviceArray<unsigned long long> nanoseconds(1);
  DeviceArray<float> out(1);
  double clock = 0.0;
  for (int run = 0; run < 3; ++run) {
    const double seconds = timer.seconds(nullptr, [&] {
      busy_kernel<<<multiprocessors, 256>>>(cycles.data(), nanoseconds.data(), out.data());
    });
    long long c = 0;
    unsigned long long ns = 0;
    check_cuda(cudaMemcpy(&c, cycles.data(), sizeof c, cudaMemcpyDeviceToHost), "the clock cannot be read");
    check_cuda(cudaMemcpy(&ns, nanoseconds.data(), sizeof ns, cudaMemcpyDeviceToHost),
               "the clock cannot be read");
    if (c <= 0) return 0.0;
    clock = static_cast<double>(c) / (ns > 0 ? 1e-9 * static_cast<double>(ns) : seconds);
  }
  return clock;
}

void describe(DeviceFigures& f) {
  cudaDeviceProp properties{};
  check_cuda(cudaGetDeviceProperties(&properties, 0), "there is no CUDA device");
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  f.device = properties.name;
  f.driver = version_text(driver);
  f.runtime = version_text(runtime);
  f.date = today();
  f.program = program_version();
  f.multiprocessors = properties.multiProcessorCount;
  f.cores = cores_of(properties.major, properties.minor);
  f.largest_warps = properties.maxThreadsPerMultiProcessor / 32;
  f.largest_blocks = properties.maxBlocksPerMultiProcessor;
  f.l1_bytes = static_cast<double>(properties.sharedMemPerMultiprocessor);
  f.l2_bytes = static_cast<double>(properties.l2CacheSize);
  f.memory_bytes = static_cast<double>(properties.totalGlobalMem);
  // Kilohertz and bits, two transfers a cycle.
  f.theoretical_bandwidth =
      2e3 * attribute(cudaDevAttrMemoryClockRate) * attribute(cudaDevAttrGlobalMemoryBusWidth) / 8.0;
}

}  // namespace

DeviceFigures measure_device(const DeviceBenchPlan& plan, const Job& job) {
  DeviceFigures f;
  describe(f);
  f.repeats = plan.repeats;
  f.clock = plan.clock_is_readable ? measured_clock(f.multiprocessors) : 0.0;
  job.throw_if_stopped();
  measure_launches(f);
  // What is counted in cycles of a clock that stands still tells nothing.
  if (f.has_clock()) {
    measure_operations(plan, job, f);
    measure_levels(plan, job, f);
    measure_requests(f);
  }
  measure_bandwidths(job, f);
  measure_copies(f);
  return f;
}

}  // namespace foldwave
