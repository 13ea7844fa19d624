// Work on numbered items in a row of stages, as reading, unpacking, filtering, packing and writing of blocks:
// one stage after the other, or overlapped, each stage on a thread of its own and all of them at once on
// different items. Every stage sees the items in order, one at a time, so that what is written is the same
// both ways. At most `in_flight` items are under way, each in a slot of its own that the caller's buffers go
// by; the first stage waits for a free slot (back-pressure).
// Time: t overlapped = sum of the slowest stage's times + what fills and empties the row; seconds.
// Errors: the first failure of a stage ends all of them and is thrown; Stopped within 0.2 s, if no stage
// takes longer.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/grid.hpp"
#include "core/base/progress.hpp"
#include "core/base/stages/stage_log.hpp"

namespace foldwave {

struct Stage {
  std::string name;
  std::function<void(Index item, int slot)> work;
  bool all_threads = false;  // its loops do: it is the calling thread's, whose team has its cores already
};

enum class StageOrder { one_by_one, overlapped };

// Reports items that the last stage has done, from the thread that calls, which does the first stage of all
// threads, or else the last; `stages` holds one at least, `in_flight` is 1 or more. The log, where there is
// one, is told when each stage was at an item.
void run_stages(Index items, const std::vector<Stage>& stages, StageOrder order, int in_flight = 4,
                const Job& job = {}, StageLog* log = nullptr);

}  // namespace foldwave
