// Who folds now. A fold takes all processors, so one runs at a time: the preview of a drag first, then the
// full fold, then those of variants. One that runs gives way to a higher rank: it is stopped, and begun anew
// when it may go on.
#pragma once

#include <array>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>

#include "core/base/progress.hpp"

namespace foldwave {

enum class FoldRank { preview, full, variant };

class FoldTurns {
 public:
  // On the thread of the fold: waits for its turn, then calls `fold`, again where it had to give way. Throws
  // what `fold` throws, and Stopped when the job is stopped.
  void run(FoldRank rank, const Job& job, const std::function<void(const Job&)>& fold);

  // Between the previews of a drag no other fold begins.
  void hold();
  void release();

 private:
  struct Running {
    FoldRank rank;
    std::stop_source stop;
  };
  bool may_begin(FoldRank rank) const;
  std::stop_source running_below(FoldRank rank) const;
  bool wait_for_turn(FoldRank rank, const std::stop_token& stop, const std::stop_source& own);
  void ended();

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::array<int, 3> waiting_{};  // of each rank
  std::optional<Running> running_;
  bool held_ = false;
};

}  // namespace foldwave
