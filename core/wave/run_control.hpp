// What the CPU and the CUDA propagator share around their steps: the gather, the memory check, the watch over
// the field's size, progress reports.
#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "core/wave/padded_grid.hpp"
#include "core/wave/wave_model.hpp"

namespace foldwave {

// An empty gather of steps + 1 samples a receiver.
Gather make_gather(const WaveModel& model);
std::int64_t gather_bytes(const WaveModel& model);

bool takes_snapshots(const WaveModel& model);
int snapshot_count(const WaveModel& model);
bool is_snapshot_step(const WaveModel& model, int step);

// What a source adds at step n: s(n dt), and at fourth order in time s + (dt^2 / 6) s'', so that its wave has
// the amplitude of s although the source takes no part in the scheme's second Laplacian.
std::vector<float> injected_series(const std::vector<float>& series, int time_order);

// Throws ResourceError, on a device DeviceError, when `needed` is more than `available` (0: not known).
void check_memory(std::int64_t needed, std::int64_t available, bool on_device = false);

// The field is looked at every 50 steps and after the last one.
bool is_overflow_check(int steps_done, int steps);

// A field past this is growing without bound; single precision ends at 3e38.
inline constexpr float largest_pressure = 1e30F;

// Throws NumericError that names the step, dt, the limit and where the field is largest.
[[noreturn]] void throw_overflowed(int step, const WaveModel& model, const std::string& where);

// "x = .. m from the grid's origin": where a field is largest, or the first place where it is not a number.
template <class Real>
std::string place_of_largest(const PaddedGrid& padded, const Field<Real>& field);

// The largest stable step for the model's stencil, velocity, density and order in time; with a density a
// bound for these fields, for which they are gone through (wave/density_limit.hpp) until `stop` is set.
double stable_dt(const WaveModel& model, const std::stop_token& stop = {});

// Sets the seconds of the whole run, and the rate of its steps by their own seconds.
void finish_run(WaveRun& run, Index padded_nodes, double seconds);

// Reports the first and last step and, between them, at most twenty times a second.
class StepReporter {
 public:
  StepReporter(const Job& job, int steps, Index padded_nodes)
      : job_(job), steps_(steps), nodes_(padded_nodes) {}
  void done(int step);

 private:
  const Job& job_;
  int steps_ = 0;
  Index nodes_ = 0;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace foldwave
