#include "core/volume/store/volume_queue.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"

namespace foldwave {

namespace {

using Steady = std::chrono::steady_clock;

constexpr std::chrono::milliseconds stop_look{50};

}  // namespace

VolumeQueue::VolumeQueue(Written written, std::size_t most_bytes, int most_threads, Told told, StageLog* log)
    : written_(std::move(written)),
      told_(std::move(told)),
      most_bytes_(most_bytes),
      most_threads_(std::max(1, most_threads)),
      log_(log) {
  threads_.reserve(static_cast<std::size_t>(most_threads_));
}

VolumeQueue::~VolumeQueue() {
  end_threads();
}

void VolumeQueue::end_threads() {
  for (std::jthread& thread : threads_)
    thread.request_stop();
  changed_.notify_all();
  for (std::jthread& thread : threads_)
    if (thread.joinable()) thread.join();
}

void VolumeQueue::push(std::filesystem::path file, PackedVolume volume, const std::stop_token& stop) {
  const std::size_t bytes = volume.bytes();
  // A function must be one that can be copied.
  const auto held = std::make_shared<PackedVolume>(std::move(volume));
  push(
      std::move(file), [held](const std::stop_token&) { return std::move(*held); }, bytes, stop);
}

void VolumeQueue::push(std::filesystem::path file, Make make, std::size_t bytes,
                       const std::stop_token& stop) {
  Write write = [log = log_, file, make = std::move(make)](const std::stop_token& end) {
    const PackedVolume volume = make(end);
    const double begin = log != nullptr ? log->now() : 0.0;
    write_volume_file(file, volume, end);
    if (log != nullptr) log->add({"write", begin, log->now(), static_cast<std::int64_t>(volume.bytes())});
    return Put{volume.facts, volume.bytes()};
  };
  push_write(std::move(file), std::move(write), bytes, stop);
}

void VolumeQueue::push_write(std::filesystem::path file, Write write, std::size_t bytes,
                             const std::stop_token& stop) {
  add({std::move(file), std::move(write), bytes}, stop);
}

void VolumeQueue::add(Item item, const std::stop_token& stop) {
  {
    std::unique_lock lock(mutex_);
    const Clock clock;
    const double begin = log_ != nullptr ? log_->now() : 0.0;
    const bool waits = !items_.empty() && bytes_ + item.bytes > most_bytes_;
    // One that is larger than the bound still goes in, alone.
    while (!failed_ && !items_.empty() && bytes_ + item.bytes > most_bytes_) {
      if (stop.stop_requested()) throw Stopped();
      changed_.wait_for(lock, stop_look);
    }
    state_.push_wait_seconds += clock.seconds();
    if (log_ != nullptr && waits) log_->add({"wait", begin, log_->now(), 0});
    if (failed_) std::rethrow_exception(failed_);
    bytes_ += item.bytes;
    items_.push_back(std::move(item));
    const auto waiting = std::count_if(items_.begin(), items_.end(),
                                       [](const Item& one) { return one.step == Step::waiting; });
    if (waiting > idle_ && threads_.size() < static_cast<std::size_t>(most_threads_))
      threads_.emplace_back([this](const std::stop_token& end) { work(end); });
  }
  changed_.notify_all();
}

int VolumeQueue::finish(const std::stop_token& stop, double grace) {
  std::unique_lock lock(mutex_);
  std::optional<Steady::time_point> end;
  while (!failed_ && (!items_.empty() || telling_)) {
    const auto now = Steady::now();
    if (stop.stop_requested() && !end)
      end = now + std::chrono::duration_cast<Steady::duration>(std::chrono::duration<double>(grace));
    if (end && now >= *end) break;
    changed_.wait_until(lock, end ? std::min(*end, now + stop_look) : now + stop_look);
  }
  if (items_.empty() && !telling_ && !failed_) return 0;
  // The threads end before what they work on goes.
  lock.unlock();
  end_threads();
  lock.lock();
  if (failed_) std::rethrow_exception(failed_);
  // What is whole behind a file that is not is told all the same.
  const auto dropped = std::erase_if(items_, [](const Item& item) { return item.step != Step::whole; });
  tell(lock);
  bytes_ = 0;
  if (failed_) std::rethrow_exception(failed_);
  return static_cast<int>(dropped);
}

VolumeQueue::State VolumeQueue::state() const {
  const std::lock_guard lock(mutex_);
  State state = state_;
  state.waiting = static_cast<int>(items_.size());
  return state;
}

void VolumeQueue::work(const std::stop_token& end) {
  std::unique_lock lock(mutex_);
  const auto next = [this] {
    return std::any_of(items_.begin(), items_.end(),
                       [](const Item& item) { return item.step == Step::waiting; });
  };
  while (true) {
    ++idle_;
    const bool found = changed_.wait(lock, end, [&] { return failed_ || next(); });
    --idle_;
    if (!found || end.stop_requested() || failed_) return;
    if (!take_one(lock, end)) return;
  }
}

// Writes the first file that waits; false when that is the end.
bool VolumeQueue::take_one(std::unique_lock<std::mutex>& lock, const std::stop_token& end) {
  // References into a deque outlive what is put behind them and taken before them.
  Item& item =
      *std::find_if(items_.begin(), items_.end(), [](const Item& one) { return one.step == Step::waiting; });
  item.step = Step::under_way;
  lock.unlock();
  const Clock clock;
  std::exception_ptr failed;
  try {
    item.put = item.write(end);
    item.write = {};  // and what it holds
  } catch (const Stopped&) {
    lock.lock();
    return false;
  } catch (...) {
    failed = std::current_exception();
  }
  lock.lock();
  state_.busy_seconds += clock.seconds();
  if (failed) {
    if (!failed_) failed_ = failed;
    changed_.notify_all();
    return false;
  }
  item.step = Step::whole;
  tell(lock);
  return !failed_;
}

// Tells of the files that are whole and have none before them that is not, and forgets them.
void VolumeQueue::tell(std::unique_lock<std::mutex>& lock) {
  if (telling_) return;
  telling_ = true;
  const Clock clock;
  const auto call = [&](const auto& what) {
    lock.unlock();
    std::exception_ptr failed;
    try {
      what();
    } catch (...) {
      failed = std::current_exception();
    }
    lock.lock();
    if (failed && !failed_) failed_ = failed;
    return !failed;
  };
  const auto is_next = [this] { return !failed_ && !items_.empty() && items_.front().step == Step::whole; };
  while (is_next()) {
    while (is_next()) {
      const Item& item = items_.front();
      if (!call([&] { written_(item.file, item.put.facts); })) break;
      ++state_.written;
      state_.bytes += static_cast<std::int64_t>(item.put.bytes);
      bytes_ -= std::min(bytes_, item.bytes);
      items_.pop_front();
      changed_.notify_all();
    }
    if (told_) call(told_);
  }
  state_.busy_seconds += clock.seconds();
  telling_ = false;
  changed_.notify_all();
}

}  // namespace foldwave
