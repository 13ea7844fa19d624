// Snapshots on their way out while the next steps run: the user's part of the field is copied into one of two
// arrays on the device, in the stream of the steps; a thread packs it there where the sink takes it so
// (PackedMail), brings it to the host through page-locked buffers and hands it to the sink. The steps wait
// only when both arrays are still full.
#pragma once

#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "core/base/clock.hpp"
#include "core/wave/padded_grid.hpp"
#include "gpu/base/staging.cuh"
#include "gpu/wave/packed_mail.cuh"
#include "gpu/wave/wave_kernels.cuh"

namespace foldwave {

class SnapshotMail {
 public:
  // Device memory that it takes.
  static std::int64_t device_bytes(const Grid3& grid) {
    return 8 * std::int64_t{grid.size()} + PackedMail::device_bytes(grid);
  }

  SnapshotMail(const PaddedGrid& padded, SnapshotSink& sink) : padded_(padded), sink_(sink) {
    for (Letter& letter : letters_)
      letter.values = DeviceArray<float>(static_cast<std::size_t>(padded.grid.size()));
    thread_ = std::jthread([this](const std::stop_token& stop) { deliver(stop); });
  }

  // Throws what the sink has thrown. Once `stop` is set, nothing is sent any more.
  template <class Real>
  void post(const Real* field, int step, double time, cudaStream_t steps, const std::stop_token& stop) {
    Letter& letter = letters_[posted_ % 2];
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [&] { return !letter.full || failure_ || ended_; })) return;
      if (failure_) std::rethrow_exception(failure_);
      if (ended_) return;
    }
    launch_user_part(field, padded_, letter.values.data(), steps);
    letter.ready.record(steps);
    letter.step = step;
    letter.time = time;
    {
      const std::lock_guard lock(mutex_);
      letter.full = true;
    }
    changed_.notify_all();
    ++posted_;
  }

  void throw_if_failed() {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
  }

  // What is not in the sink's hands yet is dropped; what is there the sink ends soon, by the run's token.
  void abandon() {
    thread_.request_stop();
    thread_.join();
  }
  // To be asked after finish or abandon.
  int delivered() const { return delivered_; }
  const RunPart& part() const { return part_; }  // of what was delivered, by its own thread's clock

  // Waits until all are delivered; throws what the sink has thrown.
  void finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return (!letters_[0].full && !letters_[1].full) || failure_ || ended_; });
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  struct Letter {
    DeviceArray<float> values;
    DeviceEvent ready;
    int step = 0;
    double time = 0.0;
    bool full = false;
  };

  void deliver(const std::stop_token& stop) {
    try {
      const DeviceStream stream;
      const auto& n = padded_.grid.n;
      // Either's memory is taken beside the steps, as soon as it is needed.
      std::unique_ptr<PackedMail> packed;
      if (sink_.packed() != nullptr) packed = std::make_unique<PackedMail>(padded_.grid, *sink_.packed());
      std::unique_ptr<RowStaging> staging;
      Field<float> picture;
      const std::size_t row = sizeof(float) * static_cast<std::size_t>(n[0]);
      for (std::size_t next = 0;; ++next) {
        Letter& letter = letters_[next % 2];
        {
          std::unique_lock lock(mutex_);
          if (!changed_.wait(lock, stop, [&] { return letter.full; })) return;
        }
        letter.ready.wait();
        const Clock clock;
        if (!packed || !packed->send(letter.values.data(), letter.step, letter.time, stream)) {
          if (!staging) {
            picture = Field<float>(n);
            staging = std::make_unique<RowStaging>(stream, 4 * static_cast<std::size_t>(picture.size()));
          }
          staging->download(
              letter.values.data(), row, row, static_cast<std::size_t>(n[1]) * static_cast<std::size_t>(n[2]),
              [&](std::size_t first, std::size_t count, const char* from) {
                std::memcpy(picture.data() + first * static_cast<std::size_t>(n[0]), from, count * row);
              },
              [&] {
                if (stop.stop_requested()) throw Stopped();
              });
          sink_.snapshot(letter.step, letter.time, picture);
        }
        {
          const std::lock_guard lock(mutex_);
          ++delivered_;
          part_.seconds += clock.seconds();
          part_.bytes += 4 * std::int64_t{padded_.grid.size()};
          letter.full = false;
        }
        changed_.notify_all();
      }
    } catch (const Stopped&) {
      // The run ends by its own token, or this thread by `abandon`.
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
    }
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
  }

  const PaddedGrid& padded_;
  SnapshotSink& sink_;
  Letter letters_[2];
  std::size_t posted_ = 0;
  int delivered_ = 0;
  bool ended_ = false;  // nothing is delivered any more
  RunPart part_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::exception_ptr failure_;
  std::jthread thread_;  // last: it must end before what it uses
};

}  // namespace foldwave
