// What an acoustic propagator is given, and what it gives back: plain values in the grid's local coordinates.
//
//   (1/v^2) p_tt = Laplacian p + sum over sources of s_q(t) delta(x - x_q)
//
// so that in a uniform 3D medium p(r, t) = s(t - r/v) / (4 pi r), and in 2D the line-source answer. Where
// there is a density, rho div((1/rho) grad p) stands for the Laplacian.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"
#include "core/model/scenario.hpp"
#include "core/volume/codec/quick/quick_block.hpp"
#include "core/volume/store/quick_bricks.hpp"
#include "core/wave/stencil.hpp"
#include "core/wave/wave_kernel_name.hpp"

namespace foldwave {

struct PackedVolume;
struct VolumeFacts;

struct PointSource {
  Vec3 position{};            // local, metres
  std::vector<float> series;  // s(n dt), n = 0 .. ; zero after its end
};

using NodeField = std::shared_ptr<const Field<float>>;

// A field that somebody else holds, and for longer than what is given it.
inline NodeField borrowed(const Field<float>& field) {
  return {std::shared_ptr<void>(), &field};
}

struct WaveModel {
  Grid3 grid;          // the user's grid; pads are added outside by the propagator
  NodeField velocity;  // m/s at the grid's nodes
  NodeField density;   // kg/m^3 there; null: constant, and nothing is paid for it
  Stencil stencil = taylor_stencil(8);
  int time_order = 2;  // or 4 (Lax-Wendroff)
  Precision precision = Precision::binary32;
  double dt = 0.0;
  int steps = 0;
  std::array<Boundary, 6> boundaries{};
  int pad_cells = 0;       // 0: default_pad_cells of wave/padded_grid.hpp
  double frequency = 0.0;  // the sources' peak frequency, for CPML; 0: one wave to a pad
  Interpolation interpolation = Interpolation::sinc;
  std::vector<PointSource> sources;
  std::vector<Vec3> receivers;  // local, metres

  // Fields at the grid's nodes to start from instead of zero: p(0), and p(-dt) or, where that is null, a
  // field at rest (p_t = 0 at t = 0).
  NodeField start, start_past;

  int snapshot_every = 0;           // steps; 0: none
  std::vector<int> snapshot_steps;  // or these, ascending; of no effect where there is an interval

  WaveKernel kernel = WaveKernel::automatic;
  bool copy_every_step =
      false;  // the newest level goes to the host and back after each step, to show its cost

  // Of a slab (core/wave/ranks): the largest velocity on the whole grid's faces, 0 being this grid's, and how
  // many planes beyond its own must come out right, for receivers near a cut.
  std::array<double, 6> face_speed{};
  int margin = 0;

  bool check_stability = true;  // false: run an unstable step all the same (for tests of the limit)
};

// Traces: sample n of receiver r is the pressure at time n dt, for n = 0 .. steps.
struct Gather {
  double dt = 0.0;
  int samples = 0;
  std::vector<Vec3> receivers;  // local
  std::vector<float> traces;    // receivers x samples, samples fastest
  // Of the stations that recorded them; empty: traces go by their numbers.
  std::vector<std::string> names{};

  const float* trace(int receiver) const { return traces.data() + Index{1} * receiver * samples; }
};

// Snapshots that a device has packed before they leave it: all bricks by the codec quick, rounded as the sink
// asks. Calls come as those of SnapshotSink do, for the same snapshots in the same order.
using PackedSnapshot = std::shared_ptr<const QuickBricks>;
class PackedSnapshotSink {
 public:
  virtual ~PackedSnapshotSink() = default;
  virtual QuickSteps steps(float largest) = 0;  // for the next one, whose largest magnitude this is
  virtual void packed_snapshot(int step, double time, const PackedSnapshot& pressure) = 0;
};

// Snapshots whose bricks are packed as those of the sink's files by who has the field, as the ranks of a
// wave. Calls come as those of SnapshotSink do, for the same snapshots in the same order.
class BrickSnapshotSink {
 public:
  virtual ~BrickSnapshotSink() = default;
  // How the next one is packed, whose largest finite magnitude this is. Throws nothing.
  virtual VolumeFacts brick_facts(int step, double time, float largest) = 0;
  virtual void brick_snapshot(PackedVolume&& pressure) = 0;
};

// Planes of the user's grid along z.
struct PlaneRange {
  int first = 0, count = 0;
};

// Snapshots whose parts are written, each into a file, by who has their planes, as the ranks of a wave;
// neighbours share a plane. Calls come as those of SnapshotSink do, for the same snapshots in the same order.
class PartSnapshotSink {
 public:
  virtual ~PartSnapshotSink() = default;
  // Where the next one's go. May throw Stopped.
  virtual std::vector<std::string> part_files(int step, std::size_t count) = 0;
  // All of them are there.
  virtual void parts_written(int step, double time, std::span<const PlaneRange> parts) = 0;
};

// Writes a part; `grid` is the user's, whole. Throws as a sink does.
struct FieldPart {
  Grid3 grid;
  PlaneRange planes;
  double time = 0.0;  // s
  std::span<const float> values;
};
using WriteFieldPart = std::function<void(const std::string& file, const FieldPart& part)>;

// Takes snapshots as they are made, one at a time, perhaps on a thread of the propagator's, never after its
// run. The field has the user's grid, pads cut off, only valid during the call; the first is step 0. Once the
// run's stop token is set it may throw Stopped: that snapshot is dropped, and the run ends the sooner.
class SnapshotSink {
 public:
  virtual ~SnapshotSink() = default;
  virtual void snapshot(int step, double time, const Field<float>& pressure) = 0;
  // Not null: snapshots may come packed, each either so or as a field.
  virtual PackedSnapshotSink* packed() { return nullptr; }
  // Likewise, as bricks of its files.
  virtual BrickSnapshotSink* bricks() { return nullptr; }
  // Likewise, as files of their parts.
  virtual PartSnapshotSink* parts() { return nullptr; }
};

// What a part of a run took: seconds by the clock of who did it, and the bytes that went through.
struct RunPart {
  double seconds = 0.0;
  std::int64_t bytes = 0;
};

// Where the time of a run went; the parts mean the same on every back end. On the CPU they follow one another
// and add up to the run. A device hands out snapshots and live frames beside its steps: there they overlap.
struct WaveParts {
  double set_up_seconds = 0.0;  // up to the first step
  double step_seconds = 0.0;    // of steps alone: with sources, reading at receivers, the watch for overflow
  RunPart snapshots;            // from the field through the sink
  RunPart live;                 // frames, from the field through the view
  RunPart gather;               // samples that were read, on their way into the gather
};

struct WaveRun {
  Gather gather;
  int steps_done = 0;
  int snapshots = 0;
  WaveKernel kernel = WaveKernel::automatic;  // that ran
  double seconds = 0.0;                       // of the whole run
  WaveParts parts;
  double points_per_second = 0.0;            // padded nodes a second of the steps alone
  std::optional<std::string> taken_over_by;  // the propagator that ran it in place of the one that was asked
  std::vector<std::string> warnings;
  bool stopped = false;  // the stop token ended it; what is there is good up to steps_done
};

}  // namespace foldwave
