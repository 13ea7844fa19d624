#include "core/base/stages/run_stages.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <mutex>
#include <thread>

#include "core/base/system.hpp"

namespace foldwave {

namespace {

// How far each stage is. Stage s may take an item that stage s - 1 has done; the first one, whose slot is
// free.
class StageRow {
 public:
  StageRow(std::size_t stages, Index in_flight) : done_(stages, 0), in_flight_(in_flight) {}

  // Waits for the turn; false: the row has ended.
  bool wait_for(std::size_t stage, Index item, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const auto ready = [&] {
      return ended_ || (stage == 0 ? done_.back() + in_flight_ > item : done_[stage - 1] > item);
    };
    return changed_.wait(lock, stop, ready) && !ended_ && !stop.stop_requested();
  }

  // Gives how many items the last stage has done.
  Index tell_done(std::size_t stage) {
    Index whole = 0;
    {
      const std::lock_guard lock(mutex_);
      ++done_[stage];
      whole = done_.back();
    }
    changed_.notify_all();
    return whole;
  }

  void end(std::exception_ptr failed) {
    {
      const std::lock_guard lock(mutex_);
      if (!failed_) failed_ = std::move(failed);
      ended_ = true;
    }
    changed_.notify_all();
  }

  std::exception_ptr failed() const { return failed_; }

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::vector<Index> done_;  // items of each stage
  Index in_flight_;
  std::exception_ptr failed_;
  bool ended_ = false;
};

}  // namespace

void run_stages(Index items, const std::vector<Stage>& stages, StageOrder order, int in_flight,
                const Job& job, StageLog* log) {
  const auto at_item = [&](std::size_t s, Index item) {
    const double begin = log != nullptr ? log->now() : 0.0;
    stages[s].work(item, static_cast<int>(item % in_flight));
    if (log != nullptr) log->add({stages[s].name, begin, log->now(), 0});
  };
  const auto report = [&](Index whole) { job.report({stages.back().name, whole, items, 0, {}}); };

  if (order == StageOrder::one_by_one) {
    for (Index item = 0; item < items; ++item) {
      for (std::size_t s = 0; s < stages.size(); ++s) {
        job.throw_if_stopped();
        at_item(s, item);
      }
      report(item + 1);
    }
    return;
  }
  StageRow row(stages.size(), in_flight);
  const auto of_all_threads = std::ranges::find_if(stages, &Stage::all_threads);
  const auto callers = static_cast<std::size_t>(
      std::distance(stages.begin(), of_all_threads == stages.end() ? stages.end() - 1 : of_all_threads));
  Index told = 0;  // by the caller
  const auto run = [&](std::size_t s) {
    try {
      for (Index item = 0; item < items && row.wait_for(s, item, job.stop); ++item) {
        at_item(s, item);
        const Index whole = row.tell_done(s);
        if (s == callers && whole > told) report(told = whole);
      }
    } catch (...) {
      row.end(std::current_exception());
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t s = 0; s < stages.size(); ++s)
      if (s != callers)
        threads.emplace_back([&run, s] {
          follow_thread_count();
          run(s);
        });
    run(callers);
    // The others end with their items, or are told so.
  }
  if (row.failed()) std::rethrow_exception(row.failed());
  job.throw_if_stopped();
  if (told < items) report(items);
}

}  // namespace foldwave
