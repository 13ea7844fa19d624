// Seconds of what a stream did, by the device's own events.
#pragma once

#include "gpu/base/device_array.cuh"

namespace foldwave {

class DeviceTimer {
 public:
  DeviceTimer() {
    check_cuda(cudaEventCreate(&begin_), "cannot time the device");
    check_cuda(cudaEventCreate(&end_), "cannot time the device");
  }
  ~DeviceTimer() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  DeviceTimer(const DeviceTimer&) = delete;
  DeviceTimer& operator=(const DeviceTimer&) = delete;

  template <class Work>
  double seconds(cudaStream_t stream, const Work& work) {
    check_cuda(cudaEventRecord(begin_, stream), "cannot time the device");
    work();
    check_cuda(cudaGetLastError(), "a measured kernel does not start");
    check_cuda(cudaEventRecord(end_, stream), "cannot time the device");
    check_cuda(cudaEventSynchronize(end_), "a measured kernel failed");
    float ms = 0.0F;
    check_cuda(cudaEventElapsedTime(&ms, begin_, end_), "cannot time the device");
    return 1e-3 * static_cast<double>(ms);
  }

  // The least of several runs, after one that is not counted.
  template <class Work>
  double best_seconds(int runs, const Work& work) {
    double best = seconds(nullptr, work);
    for (int run = 0; run < runs; ++run) {
      const double s = seconds(nullptr, work);
      if (run == 0 || s < best) best = s;
    }
    return best;
  }

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

}  // namespace foldwave
