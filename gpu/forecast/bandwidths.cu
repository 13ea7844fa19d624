// What loads cost in L1 by how they lie, and how fast the levels of memory are to the whole device.
#include <algorithm>
#include <vector>

#include "gpu/forecast/bench_graph.cuh"
#include "gpu/forecast/bench_parts.cuh"

namespace foldwave {

namespace {

constexpr int request_rounds = 64;
constexpr int pitch_values = 512;  // as rows of a volume lie: all at the same place of a line of the cache

__device__ __forceinline__ unsigned clock_of_requests() {
  unsigned cycles;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(cycles)::"memory");
  return cycles;
}

// As a kernel's loads of what it does not write.
__device__ __forceinline__ float load_l1(const float* from) {
  float v;
  asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(from));
  return v;
}

// A warp's lanes lie in `rows` rows. Eight loads at a time, 128 bytes further each; the rounds take turns
// between two places, as loads that are always the same would be done once.
__global__ void request_kernel(const float* values, int rows, int shift, unsigned* begins, unsigned* ends,
                               float* out) {
  const int lane = static_cast<int>(threadIdx.x % 32), width = 32 / rows;
  const float* const from = values + (lane / width) * pitch_values + lane % width + shift;
  float sum = 0.0F;
  unsigned begin = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    begin = clock_of_requests();
#pragma unroll 1
    for (int r = 0; r < request_rounds; ++r) {
      float v[8];
#pragma unroll
      for (int k = 0; k < 8; ++k)
        v[k] = load_l1(from + 32 * k + r % 2 * 8 * pitch_values);
#pragma unroll
      for (int k = 0; k < 8; ++k)
        sum += v[k];
    }
    end = clock_of_requests();
  }
  out[threadIdx.x] = sum;
  if (threadIdx.x % 32 != 0) return;
  begins[threadIdx.x / 32] = begin;
  ends[threadIdx.x / 32] = end;
}

__global__ void shared_rate_kernel(unsigned* begins, unsigned* ends, float* out) {
  __shared__ float values[1024 + 32 * 8];
  for (unsigned m = threadIdx.x; m < 1024 + 32 * 8; m += blockDim.x)
    values[m] = static_cast<float>(m);
  __syncthreads();
  const auto from = static_cast<unsigned>(__cvta_generic_to_shared(values + threadIdx.x));
  float sum = 0.0F;
  const unsigned begin = clock_of_requests();
#pragma unroll 1
  for (int r = 0; r < request_rounds; ++r) {
    float v[8];
#pragma unroll
    for (unsigned k = 0; k < 8; ++k)
      asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v[k]) : "r"(from + 128 * k) : "memory");
#pragma unroll
    for (int k = 0; k < 8; ++k)
      sum += v[k];
  }
  const unsigned end = clock_of_requests();
  out[threadIdx.x] = sum;
  if (threadIdx.x % 32 != 0) return;
  begins[threadIdx.x / 32] = begin;
  ends[threadIdx.x / 32] = end;
}

__device__ __forceinline__ float4 load_past_l1(const float4* from) {
  float4 v;
  asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(from));
  return v;
}

// `laps` times through `count` vectors.
__global__ void read_kernel(const float4* values, std::size_t count, int laps, float* out) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  float sum = 0.0F;
  for (int lap = 0; lap < laps; ++lap)
    for (std::size_t m = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; m < count; m += 4 * threads) {
      float4 v[4];
#pragma unroll
      for (std::size_t k = 0; k < 4; ++k)
        v[k] = m + k * threads < count ? load_past_l1(values + m + k * threads) : float4{};
#pragma unroll
      for (const float4& u : v)
        sum += u.x + u.y + u.z + u.w;
    }
  if (sum == 1.0F) out[0] = sum;
}

// Every block through all of it: what one multiprocessor fetches the others fetch, too, and about then.
__global__ void same_kernel(const float4* values, std::size_t count, float* out) {
  float sum = 0.0F;
  for (std::size_t m = threadIdx.x; m < count; m += 4 * blockDim.x) {
    float4 v[4];
#pragma unroll
    for (std::size_t k = 0; k < 4; ++k)
      v[k] = m + k * blockDim.x < count ? load_past_l1(values + m + k * blockDim.x) : float4{};
#pragma unroll
    for (const float4& u : v)
      sum += u.x + u.y + u.z + u.w;
  }
  if (sum == 1.0F) out[0] = sum;
}

constexpr int mixed_lines = 32;  // of a warp

// A line from L2, then its own values again in another order.
template <int Hits>
__global__ void mixed_kernel(const float* values, float* out) {
  const unsigned lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const float* line = values + std::size_t{warp} * mixed_lines * 32;
  float sum = 0.0F;
#pragma unroll 1
  for (int l = 0; l < mixed_lines; ++l, line += 32) {
    float v[Hits + 1];
#pragma unroll
    for (unsigned k = 0; k <= Hits; ++k)
      v[k] = load_l1(line + ((lane + k) & 31U));
#pragma unroll
    for (const float u : v)
      sum += u;
  }
  if (sum == 1.0F) out[0] = sum;
}

// As a step of a wave without its neighbours: three arrays read, one written.
__global__ void stream_kernel(const float* a, const float* b, const float* c, float* to, std::size_t count) {
  const std::size_t m = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (m < count) to[m] = 2.0F * a[m] - b[m] + 0.5F * c[m];
}

// Of four arrays of `bytes` in all, by blocks of `threads`; what an empty launch takes is told elsewhere.
double stream_rate(DeviceTimer& timer, float* at, std::size_t bytes, unsigned threads, double empty) {
  const std::size_t count = bytes / 16;
  const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
  BenchGraph graph(static_cast<int>(std::clamp<std::size_t>((std::size_t{1} << 30) / bytes, 3, 100)),
                   [&](cudaStream_t stream) {
                     stream_kernel<<<blocks, threads, 0, stream>>>(at, at + count, at + 2 * count,
                                                                   at + 3 * count, count);
                   });
  return static_cast<double>(16 * count) / (graph.seconds(timer) - empty);
}

template <int Hits>
MixedCost mixed_cost(DeviceTimer& timer, const DeviceFigures& f, const float* values, float* out) {
  const int grid = 8 * f.multiprocessors;
  BenchGraph graph(20,
                   [&](cudaStream_t stream) { mixed_kernel<Hits><<<grid, 256, 0, stream>>>(values, out); });
  const double lines = 8.0 * 8.0 * mixed_lines;  // of a multiprocessor
  return {Hits, (graph.seconds(timer) - f.launch.graph_seconds) * f.clock / lines};
}

double cycles_each(const DeviceArray<unsigned>& begins, const DeviceArray<unsigned>& ends) {
  unsigned begin[32], end[32];
  check_cuda(cudaGetLastError(), "a bandwidth does not start");
  check_cuda(cudaMemcpy(begin, begins.data(), sizeof begin, cudaMemcpyDeviceToHost), "a bandwidth failed");
  check_cuda(cudaMemcpy(end, ends.data(), sizeof end, cudaMemcpyDeviceToHost), "a bandwidth failed");
  int span = 0;
  for (const unsigned e : end)
    for (const unsigned b : begin)
      span = std::max(span, static_cast<int>(e - b));
  return span / (32.0 * 8.0 * request_rounds);
}

}  // namespace

void measure_requests(DeviceFigures& f) {
  DeviceArray<float> values(17 * pitch_values), out(1024);
  values.clear();
  DeviceArray<unsigned> begins(32), ends(32);
  const auto best = [&](const auto& launch) {
    double least = 1e30;
    for (int run = 0; run < 5; ++run) {
      launch();
      least = std::min(least, cycles_each(begins, ends));
    }
    return least;
  };
  for (const int rows : {1, 2, 4, 8})
    for (const int shift : {0, 1})
      f.requests.push_back({rows, shift == 0, best([&] {
                              request_kernel<<<1, 1024>>>(values.data(), rows, shift, begins.data(),
                                                          ends.data(), out.data());
                            })});
  const double each = f.clock * f.multiprocessors * 128.0;
  f.l1_bandwidth = each / f.request_cycles(1, true);
  f.shared_bandwidth =
      each / best([&] { shared_rate_kernel<<<1, 1024>>>(begins.data(), ends.data(), out.data()); });
}

void measure_bandwidths(const Job& job, DeviceFigures& f) {
  constexpr std::size_t least = std::size_t{1} << 20, most = std::size_t{1} << 31;
  DeviceArray<float> values(most / sizeof(float)), out(1);
  values.clear();
  DeviceTimer timer;
  const int blocks = 2 * f.multiprocessors;
  // Half powers of two.
  for (double size = least; size <= static_cast<double>(most) * 1.001; size *= 1.4142135623730951) {
    job.throw_if_stopped();
    const std::size_t bytes = std::min(static_cast<std::size_t>(size) / 1024 * 1024, most);
    const int laps = static_cast<int>(std::clamp<std::size_t>((std::size_t{1} << 31) / bytes, 1, 64));
    const double seconds = timer.best_seconds(3, [&] {
      read_kernel<<<blocks, 1024>>>(reinterpret_cast<const float4*>(values.data()), bytes / 16, laps,
                                    out.data());
    });
    f.reads.push_back({static_cast<double>(bytes), 1.0 * laps * static_cast<double>(bytes) / seconds});

    f.streams.push_back(
        {static_cast<double>(bytes), stream_rate(timer, values.data(), bytes, 256, f.launch.graph_seconds)});
  }
  for (const std::size_t bytes : {std::size_t{1} << 24, std::size_t{1} << 25, std::size_t{1} << 30})
    for (const unsigned threads : {64U, 128U, 256U, 512U, 1024U})
      f.block_streams.push_back({static_cast<int>(threads), static_cast<double>(bytes),
                                 stream_rate(timer, values.data(), bytes, threads, f.launch.graph_seconds)});

  constexpr std::size_t same_bytes = std::size_t{1} << 22;
  const double same = timer.best_seconds(5, [&] {
    same_kernel<<<blocks, 1024>>>(reinterpret_cast<const float4*>(values.data()), same_bytes / 16,
                                  out.data());
  });
  f.same_bandwidth = 1.0 * blocks * static_cast<double>(same_bytes) / same;
  if (f.has_clock())
    f.mixed = {mixed_cost<0>(timer, f, values.data(), out.data()),
               mixed_cost<2>(timer, f, values.data(), out.data()),
               mixed_cost<4>(timer, f, values.data(), out.data()),
               mixed_cost<8>(timer, f, values.data(), out.data()),
               mixed_cost<16>(timer, f, values.data(), out.data())};
}

}  // namespace foldwave
