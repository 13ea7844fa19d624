// Memory on the device that frees itself, and CUDA's error codes as this program's errors.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string>
#include <utility>

#include "core/base/error.hpp"

namespace foldwave {

inline void check_cuda(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  // Clears an error that a later call could otherwise report as its own.
  cudaGetLastError();
  throw DeviceError(
      "cuda", std::string(what) + ": " + cudaGetErrorString(code),
      code == cudaErrorMemoryAllocation ? "use the CPU back end or a smaller grid" : "use the CPU back end");
}

template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  explicit DeviceArray(std::size_t size) : size_(size) {
    if (size > 0) check_cuda(cudaMalloc(&data_, size * sizeof(T)), "cannot get device memory");
  }
  DeviceArray(const T* host, std::size_t size) : DeviceArray(size) {
    if (size > 0) upload(host, size);
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(DeviceArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  void clear() {
    if (size_ == 0) return;
    check_cuda(cudaMemset(data_, 0, size_ * sizeof(T)), "cannot clear device memory");
    check_cuda(cudaStreamSynchronize(cudaStreamLegacy), "cannot clear device memory");
  }
  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  // A copy from pageable memory may return before it has arrived, as clearing does, and streams that do not
  // block would not wait for it.
  void upload(const T* host, std::size_t size) {
    check_cuda(cudaMemcpy(data_, host, size * sizeof(T), cudaMemcpyHostToDevice),
               "cannot copy to the device");
    check_cuda(cudaStreamSynchronize(cudaStreamLegacy), "cannot copy to the device");
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace foldwave
