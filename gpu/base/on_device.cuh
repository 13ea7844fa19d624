// Which device the calling thread's calls go to.
#pragma once

#include "gpu/base/device_array.cuh"

namespace foldwave {

// The calling thread's device, as it was before at the end.
class OnDevice {
 public:
  explicit OnDevice(int device) {
    check_cuda(cudaGetDevice(&before_), "the device does not answer");
    check_cuda(cudaSetDevice(device), "the device does not answer");
  }
  ~OnDevice() { cudaSetDevice(before_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_ = 0;
};

}  // namespace foldwave
