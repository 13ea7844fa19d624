#include "core/wave/cpu/cpu_propagator.hpp"

#include <string>
#include <vector>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/wave/cpu/cpu_wave.hpp"
#include "core/wave/live_frames.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/wave_check.hpp"

namespace foldwave {

namespace {

// The user's part of the present field.
template <class Real>
void copy_out(const PaddedGrid& padded, const Field<Real>& p, Field<float>& out) {
  const auto n = padded.grid.n;
#pragma omp parallel for collapse(2) schedule(static)
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j) {
      const Real* const from = p.data() + padded.user_index(0, j, k);
      float* const to = &out(0, j, k);
      for (int i = 0; i < n[0]; ++i)
        to[i] = static_cast<float>(from[i]);
    }
}

template <class Real>
WaveRun run_in(const WaveModel& model, const WaveWatch& watch, const Job& job) {
  const Clock clock;
  const PaddedGrid padded(model);
  CpuWave<Real> wave(padded, model);

  WaveRun result;
  result.gather = make_gather(model);
  result.kernel = wave.kernel();
  const bool snapshots = watch.snapshots != nullptr && takes_snapshots(model);
  Field<float> picture;
  if (snapshots) picture = Field<float>(model.grid.n);
  const auto take_snapshot = [&](int step) {
    if (!snapshots || !is_snapshot_step(model, step)) return;
    const TimedScope timed(result.parts.snapshots.seconds);
    copy_out(padded, wave.present(), picture);
    try {
      watch.snapshots->snapshot(step, step * model.dt, picture);
      result.parts.snapshots.bytes += 4 * std::int64_t{picture.size()};
      ++result.snapshots;
    } catch (const Stopped&) {
      if (!job.stop.stop_requested()) throw;
    }
  };
  // Steps up to the next one at which the whole field is wanted.
  const auto steps_at_once = [&](int step) {
    int steps = 1;
    while (step + steps < model.steps && !is_overflow_check(step + steps, model.steps) &&
           !(snapshots && is_snapshot_step(model, step + steps)))
      ++steps;
    return steps;
  };

  StepReporter reporter(job, model.steps, padded.nodes());
  LiveFrames live(watch.live, padded, model);
  result.parts.set_up_seconds = clock.seconds();
  wave.read_start(result.gather);
  const double read_start = wave.gather_part().seconds;
  take_snapshot(0);
  double stepping = 0.0;  // samples on their way to the gather included
  const auto step_seconds = [&] { return stepping - (wave.gather_part().seconds - read_start); };
  // Gives the last step that is done, or `step` again when it was stopped.
  const auto go_on = [&](int step) {
    const TimedScope timed(stepping);
    const int taken = wave.advance(step, steps_at_once(step), result.gather, job.stop);
    step += taken;
    if (taken > 0 && is_overflow_check(step, model.steps) &&
        !(wave.largest() <= static_cast<Real>(largest_pressure)))
      throw_overflowed(step, model, place_of_largest(padded, wave.present()));
    return step;
  };
  for (int step = 0; step < model.steps;) {
    const int reached = job.stop.stop_requested() ? step : go_on(step);
    if (reached == step) {
      result.stopped = true;
      break;
    }
    step = reached;
    take_snapshot(step);
    result.steps_done = step;
    reporter.done(step);
    live.offer(step, wave.present(), result.gather);
  }
  result.parts.step_seconds = step_seconds();
  result.parts.live = live.part();
  result.parts.gather = wave.gather_part();
  finish_run(result, padded.nodes(), clock.seconds());
  return result;
}

class CpuWavePropagator final : public WavePropagator {
 public:
  std::string name() const override {
    return std::string("cpu, ") + instruction_set_name(best_instruction_set());
  }

  std::int64_t memory_bytes(const WaveModel& model) const override {
    const std::int64_t fields = model.precision == Precision::binary64 ? CpuWave<double>::memory_bytes(model)
                                                                       : CpuWave<float>::memory_bytes(model);
    return fields + gather_bytes(model) + (takes_snapshots(model) ? 4 * std::int64_t{model.grid.size()} : 0);
  }

  WaveRun run(const WaveModel& model, const WaveWatch& watch, const Job& job) const override {
    check_wave_model(model, job.stop);
    if (model.copy_every_step)
      throw InputError("kernel", "there is nothing to copy every step in the cpu back end",
                       "leave it out, or use --backend cuda");
    check_memory(memory_bytes(model), available_memory_bytes());
    return model.precision == Precision::binary64 ? run_in<double>(model, watch, job)
                                                  : run_in<float>(model, watch, job);
  }
};

}  // namespace

std::unique_ptr<WavePropagator> make_cpu_wave_propagator() {
  return std::make_unique<CpuWavePropagator>();
}

}  // namespace foldwave
