// What a launch costs by itself, by the number of its blocks and warps, and copies between host and device.
#include <algorithm>
#include <vector>

#include "core/base/clock.hpp"
#include "gpu/forecast/bench_graph.cuh"
#include "gpu/forecast/bench_parts.cuh"

namespace foldwave {

namespace {

constexpr int launches = 500;
constexpr std::size_t copied = std::size_t{1} << 28;

__global__ void empty_kernel(int* out, int never) {
  if (never != 0) out[0] = never;
}

class BenchStream {
 public:
  BenchStream() {
    check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cannot get a stream");
  }
  ~BenchStream() { cudaStreamDestroy(stream_); }
  BenchStream(const BenchStream&) = delete;
  BenchStream& operator=(const BenchStream&) = delete;
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

// Page-locked memory of the host.
class LockedBytes {
 public:
  explicit LockedBytes(std::size_t size) {
    check_cuda(cudaMallocHost(&data_, size), "cannot lock memory of the host");
  }
  ~LockedBytes() { cudaFreeHost(data_); }
  LockedBytes(const LockedBytes&) = delete;
  LockedBytes& operator=(const LockedBytes&) = delete;
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
};

double copy_rate(void* to, const void* from, cudaMemcpyKind kind) {
  double best = 1e30;
  for (int r = 0; r < 4; ++r) {
    const Clock clock;
    check_cuda(cudaMemcpy(to, from, copied, kind), "a copy failed");
    check_cuda(cudaDeviceSynchronize(), "a copy failed");
    best = std::min(best, clock.seconds());
  }
  return static_cast<double>(copied) / best;
}

}  // namespace

void measure_launches(DeviceFigures& f) {
  DeviceArray<int> out(1);
  DeviceTimer timer;
  const BenchStream stream;
  const auto run = [&](unsigned blocks, unsigned threads, int count) {
    double best = 1e30;
    for (int r = 0; r < 5; ++r)
      best = std::min(best, timer.seconds(stream.get(), [&] {
        for (int l = 0; l < count; ++l)
          empty_kernel<<<blocks, threads, 0, stream.get()>>>(out.data(), 0);
      }));
    return best / count;
  };
  f.launch.stream_seconds = run(1, 128, launches);
  BenchGraph graph(launches, [&](cudaStream_t s) { empty_kernel<<<1, 128, 0, s>>>(out.data(), 0); });
  f.launch.graph_seconds = graph.seconds(timer);
  std::vector<double> alone;
  for (int r = 0; r < 101; ++r) {
    const Clock clock;
    empty_kernel<<<1, 128, 0, stream.get()>>>(out.data(), 0);
    check_cuda(cudaStreamSynchronize(stream.get()), "an empty kernel failed");
    alone.push_back(clock.seconds());
  }
  std::ranges::nth_element(alone, alone.begin() + 50);
  f.launch.alone_seconds = alone[50];

  // Small blocks and large ones, the same number of blocks: t = blocks (block + warps warp).
  constexpr unsigned blocks = 1U << 19;
  const double small = (run(blocks, 128, 3) - f.launch.stream_seconds) / blocks;
  const double large = (run(blocks, 1024, 3) - f.launch.stream_seconds) / blocks;
  f.launch.warp_seconds = std::max(0.0, (large - small) / 28.0);
  f.launch.block_seconds = std::max(0.0, small - 4.0 * f.launch.warp_seconds);
}

void measure_copies(DeviceFigures& f) {
  DeviceArray<char> device(copied);
  const LockedBytes locked(copied);
  std::vector<char> pageable(copied, 1);
  f.copy.to_device = copy_rate(device.data(), locked.data(), cudaMemcpyHostToDevice);
  f.copy.from_device = copy_rate(locked.data(), device.data(), cudaMemcpyDeviceToHost);
  f.copy.pageable_to_device = copy_rate(device.data(), pageable.data(), cudaMemcpyHostToDevice);
  f.copy.pageable_from_device = copy_rate(pageable.data(), device.data(), cudaMemcpyDeviceToHost);
}

}  // namespace foldwave
