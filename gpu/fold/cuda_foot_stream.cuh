// Streams, their times, and page-locked memory that free themselves.
#pragma once

#include <cuda_runtime.h>

#include <array>
#include <cstddef>
#include <mutex>
#include <utility>

#include "gpu/device_array.cuh"

namespace foldwave {

class FootStream {
 public:
  FootStream() {
    check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cannot make a stream");
  }
  // Its work must end before the memory that it uses goes.
  ~FootStream() {
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
  }
  FootStream(const FootStream&) = delete;
  FootStream& operator=(const FootStream&) = delete;
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

// Waits for a stream when a scope is left, also by an error.
class StreamGuard {
 public:
  explicit StreamGuard(const FootStream& stream) : stream_(stream) {}
  ~StreamGuard() { cudaStreamSynchronize(stream_.get()); }
  StreamGuard(const StreamGuard&) = delete;
  StreamGuard& operator=(const StreamGuard&) = delete;

 private:
  const FootStream& stream_;
};

class FootEvent {
 public:
  FootEvent() { check_cuda(cudaEventCreate(&event_), "cannot make an event"); }
  ~FootEvent() {
    if (event_ != nullptr) cudaEventDestroy(event_);
  }
  FootEvent(FootEvent&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  FootEvent& operator=(FootEvent&&) = delete;
  cudaEvent_t get() const { return event_; }
  void record(const FootStream& stream) {
    check_cuda(cudaEventRecord(event_, stream.get()), "cannot record an event");
  }
  void wait() const { check_cuda(cudaEventSynchronize(event_), "the device's kernel failed"); }

 private:
  cudaEvent_t event_ = nullptr;
};

// The time of a part of a stream's work, by the device's clock.
class FootTimer {
 public:
  explicit FootTimer(const FootStream& stream) { begin_.record(stream); }
  void stop(const FootStream& stream) { end_.record(stream); }
  void wait() const { end_.wait(); }
  // `other` goes on only when this part is done.
  void hold_back(const FootStream& other) const {
    check_cuda(cudaStreamWaitEvent(other.get(), end_.get()), "cannot order two streams");
  }
  double seconds() const {
    wait();
    float ms = 0.0F;
    check_cuda(cudaEventElapsedTime(&ms, begin_.get(), end_.get()), "cannot time the device");
    return 1e-3 * static_cast<double>(ms);
  }

 private:
  FootEvent begin_, end_;
};

// Keeps a few launches under way, no more, so that a stop is heeded soon.
class LaunchPace {
 public:
  explicit LaunchPace(const FootStream& stream) : stream_(stream) {}
  void launched() {
    FootEvent& oldest = events_[next_++ % events_.size()];
    if (next_ > events_.size()) oldest.wait();
    oldest.record(stream_);
  }

 private:
  const FootStream& stream_;
  std::array<FootEvent, 4> events_;
  std::size_t next_ = 0;
};

// Two halves of page-locked memory, kept from one use to the next: locking pages takes longer than many a
// solve. A second user at the same time gets its own.
class StagingLoan {
 public:
  explicit StagingLoan(std::size_t half_bytes) : lock_(kept().mutex, std::try_to_lock) {
    if (lock_.owns_lock()) {
      if (kept().half_bytes < half_bytes) {
        release(kept().data);
        kept().half_bytes = 0;
        kept().data = allocate(half_bytes);
        kept().half_bytes = half_bytes;
      }
      data_ = kept().data;
      half_bytes_ = kept().half_bytes;
    } else {
      data_ = allocate(half_bytes);
      half_bytes_ = half_bytes;
    }
  }
  ~StagingLoan() {
    if (!lock_.owns_lock()) release(data_);
  }
  StagingLoan(const StagingLoan&) = delete;
  StagingLoan& operator=(const StagingLoan&) = delete;
  void* half(std::size_t which) const { return static_cast<char*>(data_) + which * half_bytes_; }

 private:
  struct Kept {
    std::mutex mutex;
    void* data = nullptr;
    std::size_t half_bytes = 0;
  };
  static Kept& kept() {
    static Kept one;
    return one;
  }
  static void* allocate(std::size_t half_bytes) {
    void* data = nullptr;
    check_cuda(cudaMallocHost(&data, 2 * half_bytes), "cannot get page-locked memory");
    return data;
  }
  static void release(void*& data) {
    if (data != nullptr) cudaFreeHost(data);
    data = nullptr;
  }

  std::unique_lock<std::mutex> lock_;
  void* data_ = nullptr;
  std::size_t half_bytes_ = 0;
};

}  // namespace foldwave
