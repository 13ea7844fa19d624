// The part of one rank in a wave over ranks: its slab's passes, and what it tells its neighbours and rank 0.
#pragma once

#include "core/wave/ranks/rank_slab.hpp"

namespace foldwave {

// Of rank 0 alone: the whole model, how it is cut, and who looks on.
struct SlabRoot {
  const WaveModel& whole;
  const SlabPlan& plan;
  SnapshotSink* snapshots = nullptr;
  const Job& job;
  WaveRun& result;
};

// `root` is null on all ranks but 0, which then gives the result or throws; the others come back. Parts of
// snapshots are written by `write_part`. `engine` is null where this program has none of the task's kind.
void run_slab(Communicator& ranks, SlabTask task, const RankEngine* engine, const WriteFieldPart& write_part,
              const SlabRoot* root);

}  // namespace foldwave
