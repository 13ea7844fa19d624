#include "ui/jobs/fold_turns.hpp"

#include <algorithm>

namespace foldwave {

bool FoldTurns::may_begin(FoldRank rank) const {
  const auto higher = waiting_.begin() + static_cast<std::ptrdiff_t>(rank);
  return !running_ && (rank == FoldRank::preview || !held_) &&
         std::all_of(waiting_.begin(), higher, [](int count) { return count == 0; });
}

// To be asked without the lock: what a stop sets off is not known here.
std::stop_source FoldTurns::running_below(FoldRank rank) const {
  return running_ && running_->rank > rank ? running_->stop : std::stop_source(std::nostopstate);
}

void FoldTurns::ended() {
  {
    const std::scoped_lock lock(mutex_);
    running_.reset();
  }
  changed_.notify_all();
}

// Whether the turn came; false: the job was stopped before.
bool FoldTurns::wait_for_turn(FoldRank rank, const std::stop_token& stop, const std::stop_source& own) {
  int& waiting = waiting_[static_cast<std::size_t>(rank)];
  std::stop_source lower;
  {
    const std::scoped_lock lock(mutex_);
    ++waiting;
    lower = running_below(rank);
  }
  lower.request_stop();
  bool mine = false;
  {
    std::unique_lock lock(mutex_);
    mine = changed_.wait(lock, stop, [&] { return may_begin(rank); });
    --waiting;
    if (mine) running_ = Running{rank, own};
  }
  changed_.notify_all();
  return mine;
}

void FoldTurns::run(FoldRank rank, const Job& job, const std::function<void(const Job&)>& fold) {
  while (true) {
    const std::stop_source own;
    if (!wait_for_turn(rank, job.stop, own)) throw Stopped();
    const std::stop_callback pass_on(job.stop, [own]() mutable { own.request_stop(); });
    try {
      fold({job.progress, own.get_token()});
      return ended();
    } catch (const Stopped&) {
      ended();
      if (job.stop.stop_requested() || !own.stop_requested()) throw;
    } catch (...) {
      ended();
      throw;
    }
  }
}

void FoldTurns::hold() {
  std::stop_source lower;
  {
    const std::scoped_lock lock(mutex_);
    held_ = true;
    lower = running_below(FoldRank::preview);
  }
  lower.request_stop();
}

void FoldTurns::release() {
  {
    const std::scoped_lock lock(mutex_);
    held_ = false;
  }
  changed_.notify_all();
}

}  // namespace foldwave
