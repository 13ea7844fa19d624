// The acoustic propagator's interface; the CPU one is in wave/cpu/cpu_propagator.hpp, the CUDA one in
// gpu/wave.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/wave/live_view.hpp"
#include "core/wave/wave_model.hpp"

namespace foldwave {

// Who looks on while a wave runs; each may be null.
struct WaveWatch {
  WaveWatch(SnapshotSink* sink = nullptr, LiveView* view = nullptr) : snapshots(sink), live(view) {}
  SnapshotSink* snapshots;
  LiveView* live;
};

class WavePropagator {
 public:
  virtual ~WavePropagator() = default;
  virtual std::string name() const = 0;

  // Bytes that `run` takes besides the velocity it is given.
  virtual std::int64_t memory_bytes(const WaveModel& model) const = 0;

  // Throws InputError for an unstable dt (unless check_stability is off) or a source or receiver outside the
  // grid; NumericError with the step when the field overflows. A set stop token ends the run within 0.2 s and
  // gives back what there is, marked `stopped`. Who watches changes nothing of the result.
  virtual WaveRun run(const WaveModel& model, const WaveWatch& watch, const Job& job) const = 0;
};

}  // namespace foldwave
