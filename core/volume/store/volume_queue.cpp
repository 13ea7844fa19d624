#include "core/volume/store/volume_queue.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"

namespace foldwave {

namespace {

constexpr std::chrono::milliseconds stop_look{50};

}  // namespace

VolumeQueue::VolumeQueue(Written written, std::size_t most_bytes, StageLog* log)
    : written_(std::move(written)),
      most_bytes_(most_bytes),
      log_(log),
      thread_([this](const std::stop_token& end) { work(end); }) {}

VolumeQueue::~VolumeQueue() {
  thread_.request_stop();
  changed_.notify_all();
}

void VolumeQueue::push(std::filesystem::path file, PackedVolume volume, const std::stop_token& stop) {
  const std::size_t bytes = volume.bytes();
  {
    std::unique_lock lock(mutex_);
    const Clock clock;
    const double begin = log_ != nullptr ? log_->now() : 0.0;
    const bool waits = !waiting_.empty() && bytes_ + bytes > most_bytes_;
    // One that is larger than the bound still goes in, alone.
    while (!failed_ && !waiting_.empty() && bytes_ + bytes > most_bytes_) {
      if (stop.stop_requested()) throw Stopped();
      changed_.wait_for(lock, stop_look);
    }
    state_.push_wait_seconds += clock.seconds();
    if (log_ != nullptr && waits) log_->add({"wait", begin, log_->now(), 0});
    if (failed_) std::rethrow_exception(failed_);
    bytes_ += bytes;
    waiting_.push_back({std::move(file), std::move(volume), bytes});
  }
  changed_.notify_all();
}

int VolumeQueue::finish(const std::stop_token& stop, double grace) {
  std::unique_lock lock(mutex_);
  double asked = -1.0;
  const Clock clock;
  while (!failed_ && !waiting_.empty()) {
    if (stop.stop_requested() && asked < 0.0) asked = clock.seconds();
    if (asked >= 0.0 && clock.seconds() - asked >= grace) break;
    changed_.wait_for(lock, stop_look);
  }
  if (waiting_.empty() && !failed_) return 0;
  // The thread ends before what it works on goes.
  lock.unlock();
  thread_.request_stop();
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  if (failed_) std::rethrow_exception(failed_);
  const int dropped = static_cast<int>(waiting_.size());
  waiting_.clear();
  bytes_ = 0;
  return dropped;
}

VolumeQueue::State VolumeQueue::state() const {
  const std::lock_guard lock(mutex_);
  State state = state_;
  state.waiting = static_cast<int>(waiting_.size());
  return state;
}

void VolumeQueue::work(const std::stop_token& end) {
  while (true) {
    const Item* item = nullptr;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, end, [&] { return !waiting_.empty(); }) || end.stop_requested()) return;
      // References into a deque outlive what is put behind them.
      item = &waiting_.front();
    }
    const Clock clock;
    const double begin = log_ != nullptr ? log_->now() : 0.0;
    std::exception_ptr failed;
    try {
      write_volume_file(item->file, item->volume, end);
      written_(item->file, item->volume.facts);
    } catch (const Stopped&) {
      return;
    } catch (...) {
      failed = std::current_exception();
    }
    if (log_ != nullptr) log_->add({"write", begin, log_->now(), static_cast<std::int64_t>(item->bytes)});
    {
      Item done;  // freed after the lock
      const std::lock_guard lock(mutex_);
      state_.busy_seconds += clock.seconds();
      failed_ = failed;
      if (!failed) {
        ++state_.written;
        state_.bytes += static_cast<std::int64_t>(item->bytes);
      }
      bytes_ -= item->bytes;
      done = std::move(waiting_.front());
      waiting_.pop_front();
    }
    changed_.notify_all();
    if (failed) return;
  }
}

}  // namespace foldwave
