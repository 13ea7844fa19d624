#include "core/wave/cpu_propagator.hpp"

#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/wave/cpu_wave.hpp"
#include "core/wave/live_frames.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/taps.hpp"
#include "core/wave/wave_check.hpp"

namespace foldwave {

namespace {

template <class Real>
struct WeightedTap {
  Index index = 0;
  Real weight{};
};

// The nodes of all sources or receivers in one list; those of number q are start[q] .. start[q + 1] - 1.
template <class Real>
struct TapLists {
  std::vector<WeightedTap<Real>> taps;
  std::vector<std::size_t> start{0};

  void add(const std::vector<Tap>& of_one, double scale) {
    for (const Tap& tap : of_one)
      taps.push_back({tap.index, static_cast<Real>(tap.weight * scale)});
    start.push_back(taps.size());
  }
};

template <class Real>
void read_receivers(const Field<Real>& p, const TapLists<Real>& receivers, int step, Gather& gather) {
  const auto count = static_cast<Index>(gather.receivers.size());
#pragma omp parallel for schedule(static) if (count > 2000)
  for (Index r = 0; r < count; ++r) {
    Real value{};
    for (std::size_t t = receivers.start[static_cast<std::size_t>(r)];
         t < receivers.start[static_cast<std::size_t>(r) + 1]; ++t)
      value += receivers.taps[t].weight * p[receivers.taps[t].index];
    gather.traces[static_cast<std::size_t>(r * gather.samples + step)] = static_cast<float>(value);
  }
}

template <class Real>
void add_sources(Field<Real>& p, const std::vector<std::vector<float>>& series, const TapLists<Real>& taps,
                 int step) {
  const auto n = static_cast<std::size_t>(step);
  for (std::size_t s = 0; s < series.size(); ++s) {
    if (n >= series[s].size()) continue;
    for (std::size_t t = taps.start[s]; t < taps.start[s + 1]; ++t)
      p[taps.taps[t].index] += taps.taps[t].weight * static_cast<Real>(series[s][n]);
  }
}

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
  const auto begin = std::chrono::steady_clock::now();
  const PaddedGrid padded(model);
  CpuWave<Real> wave(padded, model);

  TapLists<Real> sources, receivers;
  std::vector<std::vector<float>> series;
  for (const PointSource& source : model.sources) {
    sources.add(source_taps(padded, source.position, model.interpolation), 1.0 / padded.cell_measure());
    series.push_back(injected_series(source.series, model.time_order));
  }
  // Each node's own v^2 dt^2 goes into its weight.
  for (WeightedTap<Real>& tap : sources.taps)
    tap.weight *= wave.squared_velocity_steps()[tap.index];
  for (const Vec3& position : model.receivers)
    receivers.add(receiver_taps(padded, position, model.interpolation), 1.0);

  WaveRun result;
  result.gather = make_gather(model);
  const bool snapshots = watch.snapshots != nullptr && takes_snapshots(model);
  Field<float> picture;
  if (snapshots) picture = Field<float>(model.grid.n);
  const auto record = [&](int step) {
    read_receivers(wave.present(), receivers, step, result.gather);
    if (!snapshots || !is_snapshot_step(model, step)) return;
    copy_out(padded, wave.present(), picture);
    watch.snapshots->snapshot(step, step * model.dt, picture);
    ++result.snapshots;
  };

  StepReporter reporter(job, model.steps, padded.nodes());
  LiveFrames live(watch.live, padded, model);
  record(0);
  const auto first_step = std::chrono::steady_clock::now();
  for (int step = 0; step < model.steps; ++step) {
    if (job.stop.stop_requested() || !wave.step(job.stop)) {
      result.stopped = true;
      break;
    }
    add_sources(wave.present(), series, sources, step);
    if (is_overflow_check(step + 1, model.steps) && !(wave.largest() <= static_cast<Real>(largest_pressure)))
      throw_overflowed(step + 1, model, place_of_largest(padded, wave.present()));
    record(step + 1);
    result.steps_done = step + 1;
    reporter.done(step + 1);
    live.offer(step + 1, wave.present(), result.gather);
  }
  const auto end = std::chrono::steady_clock::now();
  finish_run(result, padded.nodes(), std::chrono::duration<double>(end - begin).count(),
             std::chrono::duration<double>(end - first_step).count());
  return result;
}

class CpuWavePropagator final : public WavePropagator {
 public:
  std::string name() const override { return std::string("cpu, ") + leapfrog_instruction_set(); }

  std::int64_t memory_bytes(const WaveModel& model) const override {
    const std::int64_t fields = model.precision == Precision::binary64 ? CpuWave<double>::memory_bytes(model)
                                                                       : CpuWave<float>::memory_bytes(model);
    return fields + gather_bytes(model) + (takes_snapshots(model) ? 4 * std::int64_t{model.grid.size()} : 0);
  }

  WaveRun run(const WaveModel& model, const WaveWatch& watch, const Job& job) const override {
    check_wave_model(model);
    if (model.copy_every_step)
      throw InputError("kernel", "there is nothing to copy every step in the cpu back end",
                       "leave it out, or use --backend cuda");
    if (model.kernel != WaveKernel::automatic)
      throw InputError("kernel",
                       std::string("\"") + wave_kernel_name(model.kernel) + "\" is not in the cpu back end",
                       "use auto, or --backend cuda");
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
