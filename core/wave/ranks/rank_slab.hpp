// A rank's slab of a wave where it lives, in the processor's memory or a device's, and what makes such slabs.
// All ranks of a wave take slabs of one kind: kernels of two give each other's values but for rounding.
#pragma once

#include <memory>
#include <string>

#include "core/scale/ranks/communicator.hpp"
#include "core/wave/padded_grid.hpp"
#include "core/wave/propagator.hpp"
#include "core/wave/ranks/slab_plan.hpp"

namespace foldwave {

struct SlabTask {
  SlabCut cut;  // of this rank
  int halo = 0;
  bool present_alone = false;
  bool on_device = false;
  bool snapshots = false;
  bool bricks = false;               // snapshots are packed by the ranks
  bool parts = false;                // snapshots are written by them, each its part
  std::vector<std::int32_t> bounds;  // planes where slabs begin, and the end
  WaveModel model;                   // of the slab
};

class RankSlab {
 public:
  virtual ~RankSlab() = default;
  virtual const PaddedGrid& padded() const = 0;
  virtual WaveKernel kernel() const = 0;
  virtual std::string device() const { return {}; }  // "NVIDIA H200 at 0000:1b:00.0"

  // Neighbours' copies of the start, and the samples of it.
  virtual void begin(Gather& gather) = 0;
  // From `step` on a pass or some, and neighbours' copies of what they made: no more than `steps`, or where
  // steps go two at a time, as those of one device do, one beyond them. Gives how many it took: on all ranks
  // the same.
  virtual int advance(int step, int steps, Gather& gather) = 0;
  virtual void copy_traces(int last_step, Gather& gather) = 0;  // those that are not in the gather yet

  // Of the present level: infinity for what is no number.
  virtual double largest() = 0;
  virtual std::string place_of_largest() = 0;
  // Of the whole grid's planes, that it has; `before`: of the level before, where it went one beyond.
  virtual void copy_planes(PlaneRange planes, bool before, float* to) = 0;

  virtual const RunPart& gather_part() const = 0;  // of what reading samples took
  virtual std::vector<std::string> warnings() const { return {}; }
};

class RankEngine {
 public:
  virtual ~RankEngine() = default;
  virtual std::string name() const = 0;  // "cpu, avx2"
  virtual bool on_device() const = 0;
  // How a wave is cut; what has too few planes is not.
  virtual SlabPlan plan(const WaveModel& model, int ranks) const = 0;
  virtual std::int64_t slab_bytes(const WaveModel& model, int ranks) const = 0;  // where it lives
  // Of rank 0's host, for its own slab: a device's is uploaded from there.
  virtual std::int64_t host_bytes(const WaveModel& model, int ranks) const = 0;
  virtual std::unique_ptr<WavePropagator> make_lone_propagator() const = 0;
  // Throws where the memory is not to be had. The task outlives it.
  virtual std::unique_ptr<RankSlab> make(Communicator& ranks, const SlabTask& task) const = 0;
};

const RankEngine& cpu_rank_engine();

}  // namespace foldwave
