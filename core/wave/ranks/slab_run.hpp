// The part of one rank in a wave over ranks: its slab's passes, and what it tells its neighbours and rank 0.
#pragma once

#include "core/scale/ranks/communicator.hpp"
#include "core/wave/cpu/cpu_wave.hpp"
#include "core/wave/propagator.hpp"
#include "core/wave/ranks/slab_plan.hpp"

namespace foldwave {

struct SlabTask {
  SlabCut cut;  // of this rank
  int halo = 0;
  bool present_alone = false;
  bool snapshots = false;
  bool bricks = false;               // snapshots are packed by the ranks
  bool parts = false;                // snapshots are written by them, each its part
  std::vector<std::int32_t> bounds;  // planes where slabs begin, and the end
  WaveModel model;                   // of the slab
};

// Of rank 0 alone: the whole model, how it is cut, and who looks on.
struct SlabRoot {
  const WaveModel& whole;
  const SlabPlan& plan;
  SnapshotSink* snapshots = nullptr;
  const Job& job;
  WaveRun& result;
};

// `root` is null on all ranks but 0, which then gives the result or throws; the others come back. Parts of
// snapshots are written by `write_part`.
void run_slab(Communicator& ranks, SlabTask task, const WriteFieldPart& write_part, const SlabRoot* root);

}  // namespace foldwave
