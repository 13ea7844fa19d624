#include "gpu/base/triad.cuh"

#include <algorithm>

#include "gpu/base/device_array.cuh"

namespace foldwave {

namespace {

constexpr std::size_t values = std::size_t{1} << 27;  // 512 MiB an array, ten times the largest cache
constexpr int runs = 10;

__global__ void triad_kernel(float4* a, const float4* b, const float4* c) {
  const std::size_t m = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const float4 u = b[m], v = c[m];
  a[m] = {u.x + 0.5F * v.x, u.y + 0.5F * v.y, u.z + 0.5F * v.z, u.w + 0.5F * v.w};
}

class Event {
 public:
  Event() { check_cuda(cudaEventCreate(&event_), "cannot time the device"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  cudaEvent_t get() const { return event_; }
  void record() { check_cuda(cudaEventRecord(event_), "cannot time the device"); }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace

double device_triad_bytes_per_second() {
  DeviceArray<float4> a(values / 4), b(values / 4), c(values / 4);
  b.clear();
  c.clear();
  Event begin, end;
  double best = 0.0;
  for (int run = 0; run < runs; ++run) {
    begin.record();
    triad_kernel<<<values / 4 / 256, 256>>>(a.data(), b.data(), c.data());
    end.record();
    check_cuda(cudaEventSynchronize(end.get()), "the triad failed on the device");
    float ms = 0.0F;
    check_cuda(cudaEventElapsedTime(&ms, begin.get(), end.get()), "cannot time the device");
    best = std::max(best, 12.0 * values / (1e-3 * ms));
  }
  return best;
}

}  // namespace foldwave
