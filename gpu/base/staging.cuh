// Copies between pageable arrays and the device through two page-locked buffers, so that one is filled while
// the other travels; and events that time a stretch of a stream by the device's clock.
#pragma once

#include <algorithm>
#include <cstring>

#include "gpu/base/device_array.cuh"

namespace foldwave {

class DeviceEvent {
 public:
  DeviceEvent() : DeviceEvent(cudaEventDefault) {}
  // cudaEventDisableTiming: one that only orders.
  explicit DeviceEvent(unsigned flags) {
    check_cuda(cudaEventCreateWithFlags(&event_, flags), "cannot make an event");
  }
  ~DeviceEvent() { cudaEventDestroy(event_); }
  DeviceEvent(const DeviceEvent&) = delete;
  DeviceEvent& operator=(const DeviceEvent&) = delete;

  void record(cudaStream_t stream) { check_cuda(cudaEventRecord(event_, stream), "cannot record an event"); }
  bool has_come() const {
    const cudaError_t code = cudaEventQuery(event_);
    // "Not yet" counts as an error that a later call would report as its own.
    if (code == cudaErrorNotReady) {
      cudaGetLastError();
      return false;
    }
    check_cuda(code, "the device failed");
    return true;
  }
  void wait() const { check_cuda(cudaEventSynchronize(event_), "the device failed"); }
  // `stream` goes on only when the event has come.
  void hold_back(cudaStream_t stream) const {
    check_cuda(cudaStreamWaitEvent(stream, event_), "cannot order two streams");
  }
  double seconds_since(const DeviceEvent& begin) const {
    float milliseconds = 0.0F;
    check_cuda(cudaEventElapsedTime(&milliseconds, begin.event_, event_), "cannot read the device's clock");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  cudaEvent_t event_ = nullptr;
};

class DeviceStream {
 public:
  enum class Turn { usual, first };  // when blocks of several streams wait
  explicit DeviceStream(Turn turn = Turn::usual) {
    int least = 0, most = 0;
    check_cuda(cudaDeviceGetStreamPriorityRange(&least, &most), "the device does not answer");
    check_cuda(
        cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, turn == Turn::first ? most : least),
        "cannot make a stream");
  }
  // What was started must not outlive the memory that it works on.
  ~DeviceStream() {
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
  }
  DeviceStream(const DeviceStream&) = delete;
  DeviceStream& operator=(const DeviceStream&) = delete;
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

template <class T>
class PinnedArray {
 public:
  explicit PinnedArray(std::size_t size) {
    check_cuda(cudaMallocHost(&data_, size * sizeof(T)), "cannot get page-locked memory");
  }
  ~PinnedArray() { cudaFreeHost(data_); }
  PinnedArray(const PinnedArray&) = delete;
  PinnedArray& operator=(const PinnedArray&) = delete;
  T* data() { return data_; }

 private:
  T* data_ = nullptr;
};

// Rows of `width` bytes that lie `pitch` bytes apart on the device and are handed over one after the other on
// the host.
class RowStaging {
 public:
  // `most` bytes are all that will be copied at a time.
  explicit RowStaging(cudaStream_t stream, std::size_t most = std::size_t{16} << 20)
      : stream_(stream), bytes_(std::min(most, std::size_t{16} << 20)) {}

  // What still travels must not outlive the buffers.
  ~RowStaging() { cudaStreamSynchronize(stream_); }
  RowStaging(const RowStaging&) = delete;
  RowStaging& operator=(const RowStaging&) = delete;

  // fill(first, count, to) writes rows first .. first + count - 1. `between` is called before each part; it
  // may throw.
  template <class Fill, class Between>
  void upload(void* device, std::size_t pitch, std::size_t width, std::size_t rows, const Fill& fill,
              const Between& between) {
    each_part(width, rows, [&](int side, std::size_t first, std::size_t count) {
      between();
      done_[side].wait();
      fill(first, count, buffer_[side].data());
      check_cuda(cudaMemcpy2DAsync(static_cast<char*>(device) + first * pitch, pitch, buffer_[side].data(),
                                   width, width, count, cudaMemcpyHostToDevice, stream_),
                 "cannot copy to the device");
      done_[side].record(stream_);
    });
  }

  // take(first, count, from) reads rows.
  template <class Take, class Between>
  void download(const void* device, std::size_t pitch, std::size_t width, std::size_t rows, const Take& take,
                const Between& between) {
    std::size_t waiting_first = 0;
    std::size_t waiting_count = 0;
    const auto take_waiting = [&](int side) {
      if (waiting_count == 0) return;
      done_[side].wait();
      take(waiting_first, waiting_count, buffer_[side].data());
    };
    int last = 1;
    each_part(width, rows, [&](int side, std::size_t first, std::size_t count) {
      between();
      check_cuda(
          cudaMemcpy2DAsync(buffer_[side].data(), width, static_cast<const char*>(device) + first * pitch,
                            pitch, width, count, cudaMemcpyDeviceToHost, stream_),
          "cannot read the device");
      done_[side].record(stream_);
      take_waiting(1 - side);
      waiting_first = first;
      waiting_count = count;
      last = side;
    });
    take_waiting(last);
  }

 private:
  template <class Part>
  void each_part(std::size_t width, std::size_t rows, const Part& part) {
    const std::size_t most = bytes_ / width;
    if (most == 0) throw DeviceError("cuda", "a row of the grid is too long", "use the CPU back end");
    int side = 0;
    for (std::size_t first = 0; first < rows; first += most) {
      part(side, first, std::min(most, rows - first));
      side = 1 - side;
    }
  }

  cudaStream_t stream_;
  std::size_t bytes_;
  PinnedArray<char> buffer_[2] = {PinnedArray<char>(bytes_), PinnedArray<char>(bytes_)};
  DeviceEvent done_[2];
};

}  // namespace foldwave
