// What the foot-point solver's pipeline needs of streams: the times of its parts, a bound on what is under
// way, and page-locked memory that outlives a solve.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "gpu/base/staging.cuh"

namespace foldwave {

// A part of a stream's work.
struct StreamPart {
  explicit StreamPart(cudaStream_t stream) { begin.record(stream); }
  double seconds() const {
    end.wait();
    return end.seconds_since(begin);
  }
  DeviceEvent begin, end;
};

// Waits for a stream when a scope is left, also by an error.
class StreamGuard {
 public:
  explicit StreamGuard(cudaStream_t stream) : stream_(stream) {}
  ~StreamGuard() { cudaStreamSynchronize(stream_); }
  StreamGuard(const StreamGuard&) = delete;
  StreamGuard& operator=(const StreamGuard&) = delete;

 private:
  cudaStream_t stream_;
};

// Keeps a few launches under way, no more, so that a stop is heeded soon.
class LaunchPace {
 public:
  explicit LaunchPace(cudaStream_t stream) : stream_(stream) {}
  void launched() {
    DeviceEvent& oldest = events_[next_++ % events_.size()];
    if (next_ > events_.size()) oldest.wait();
    oldest.record(stream_);
  }

 private:
  cudaStream_t stream_;
  std::array<DeviceEvent, 4> events_;
  std::size_t next_ = 0;
};

// Two halves of page-locked memory, kept from one solve to the next: locking pages takes longer than many a
// solve. As many are kept as were ever used at a time.
class StagingLoan {
 public:
  explicit StagingLoan(std::size_t half_bytes) {
    {
      const std::scoped_lock lock(kept().mutex);
      auto& free = kept().free;
      if (!free.empty()) {
        memory_ = std::move(free.back());
        free.pop_back();
      }
    }
    if (memory_.half_bytes >= half_bytes) return;
    memory_ = {};
    memory_ = {std::make_unique<PinnedArray<char>>(2 * half_bytes), half_bytes};
  }
  ~StagingLoan() {
    const std::scoped_lock lock(kept().mutex);
    kept().free.push_back(std::move(memory_));
  }
  StagingLoan(const StagingLoan&) = delete;
  StagingLoan& operator=(const StagingLoan&) = delete;
  void* half(std::size_t which) const { return memory_.pages->data() + which * memory_.half_bytes; }

 private:
  struct Memory {
    std::unique_ptr<PinnedArray<char>> pages;
    std::size_t half_bytes = 0;
  };
  struct Kept {
    std::mutex mutex;
    std::vector<Memory> free;
  };
  // Never destroyed: at the program's end the device's library may have gone before.
  static Kept& kept() {
    static Kept* const one = new Kept;
    return *one;
  }

  Memory memory_;
};

}  // namespace foldwave
