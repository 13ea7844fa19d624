#include "core/imaging/locate/reversal.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.hpp"
#include "core/wave/run_control.hpp"

namespace foldwave {

namespace {

double last_time(const WaveModel& medium, const Traces& traces) {
  return (traces.samples - 1) * medium.dt;
}

// Between these the progress is seen to: enough that a device takes many at once, few where they are long.
int steps_between(const WaveStepper& wave) {
  return wave.padded().nodes() < 1'000'000 ? 64 : 16;
}

void advance_all(WaveStepper& wave, int steps, StepReporter& reporter, const Job& job) {
  for (int done = 0; done < steps;) {
    const int next = std::min(steps - done, steps_between(wave));
    if (wave.advance(next, job.stop) < next) throw Stopped();
    done += next;
    reporter.done(wave.step());
  }
}

void check_bounded(const WaveStepper& wave, const WaveModel& medium) {
  if (!(wave.largest() <= double{largest_pressure})) throw_overflowed(wave.step(), medium, {});
}

FocusMaps peak_maps(const WaveSink& sink, const WaveModel& medium, const Traces& traces) {
  FocusMaps maps;
  maps.peak = sink.values();
  maps.time = Field<float>(medium.grid.n);
  const Field<int> steps = sink.steps();
#pragma omp parallel for schedule(static) if (steps.size() > 1000000)
  for (Index m = 0; m < steps.size(); ++m)
    if (steps[m] >= 0) maps.time[m] = static_cast<float>(last_time(medium, traces) - steps[m] * medium.dt);
  return maps;
}

}  // namespace

int reversed_steps(const Traces& traces, int before) {
  return std::max(1, traces.samples - 1 + before);
}

StepperSetup reversed_setup(const WaveModel& medium, const Traces& traces) {
  StepperSetup setup{medium, {}, false, nullptr};
  setup.model.receivers.clear();
  setup.model.sources.clear();
  auto sent = std::make_shared<Gather>();
  sent->dt = medium.dt;
  sent->receivers = traces.receivers;
  for (std::size_t r = 0; r < traces.receivers.size(); ++r) {
    const auto trace = traces.trace(r);
    const auto series = injected_series(std::vector<float>(trace.rbegin(), trace.rend()), medium.time_order);
    sent->samples = static_cast<int>(series.size());
    sent->traces.insert(sent->traces.end(), series.begin(), series.end());
  }
  setup.traces = TraceSources{std::move(sent), {}, false, 1.0};
  return setup;
}

WaveModel reversed_wave(const WaveModel& medium, const Traces& traces, bool rates) {
  WaveModel model = medium;
  model.receivers.clear();
  model.sources.clear();
  model.start = nullptr;
  model.start_past = nullptr;
  model.steps = std::max(1, traces.samples - 1);
  for (std::size_t r = 0; r < traces.receivers.size(); ++r) {
    const auto trace = traces.trace(r);
    std::vector<float> series(trace.rbegin(), trace.rend());
    for (std::size_t n = 0; rates && n < series.size(); ++n)
      series[n] = trace[std::max<std::size_t>(trace.size() - 1 - n, 1) - 1] -
                  trace[std::min(trace.size() - n, trace.size() - 1)];
    model.sources.push_back({traces.receivers[r], std::move(series)});
  }
  return model;
}

Traces correlated(const Traces& traces, std::span<const float> wavelet) {
  Traces out = traces;
  const auto count = static_cast<Index>(traces.receivers.size());
  const auto samples = static_cast<Index>(traces.samples);
#pragma omp parallel for schedule(static) if (count * samples > 100000)
  for (Index r = 0; r < count; ++r) {
    const float* const from = traces.values.data() + r * samples;
    float* const to = out.values.data() + r * samples;
    for (Index n = 0; n < samples; ++n) {
      float sum = 0.0F;
      const Index most = std::min(static_cast<Index>(wavelet.size()), samples - n);
      for (Index k = 0; k < most; ++k)
        sum += from[n + k] * wavelet[static_cast<std::size_t>(k)];
      to[n] = sum;
    }
  }
  return out;
}

FocusMaps reverse_in_time(const StepperMaker& make, const WaveModel& medium, const Traces& traces, int before,
                          const FocusWish& wish, const Job& job) {
  const auto wave = make(reversed_setup(medium, traces));
  const int steps = reversed_steps(traces, before);
  StepReporter reporter(job, steps, wave->padded().nodes());
  std::unique_ptr<WaveSink> peak, energy;
  if (wish.peak) {
    peak = wave->make_sink(SinkKind::largest);
    wave->attach(*peak, 1);
  }
  if (wish.energy_from >= 0) {
    energy = wave->make_sink(SinkKind::energy);
    advance_all(*wave, std::clamp(wish.energy_from - 1, 0, steps), reporter, job);
    wave->attach(*energy, 1);
  }
  advance_all(*wave, steps - wave->step(), reporter, job);
  check_bounded(*wave, medium);
  FocusMaps maps;
  if (peak) maps = peak_maps(*peak, medium, traces);
  if (energy) {
    maps.energy = energy->values();
    for (float& value : maps.energy.values())
      value *= static_cast<float>(medium.dt);
  }
  return maps;
}

std::vector<FocusMaps> reverse_in_media(const StepperMaker& make, std::span<const WaveModel> media,
                                        const Traces& traces, int before, int at_once, const Job& job) {
  struct Running {
    std::unique_ptr<WaveStepper> wave;
    std::unique_ptr<WaveSink> peak;
  };
  std::vector<FocusMaps> all;
  if (media.empty()) return all;
  const StepperSetup sent = reversed_setup(media.front(), traces);
  const int steps = reversed_steps(traces, before);
  const auto most = static_cast<std::size_t>(std::max(1, at_once));
  for (std::size_t first = 0; first < media.size(); first += most) {
    const auto group = media.subspan(first, std::min(most, media.size() - first));
    std::vector<Running> running;
    for (const WaveModel& medium : group) {
      StepperSetup setup{medium, sent.traces, false, nullptr};
      setup.model.receivers.clear();
      setup.model.sources.clear();
      running.push_back({make(setup), nullptr});
      running.back().peak = running.back().wave->make_sink(SinkKind::largest);
      running.back().wave->attach(*running.back().peak, 1);
    }
    const int together = steps_between(*running.front().wave);
    for (int done = 0; done < steps; done += together)
      for (Running& one : running)
        if (one.wave->advance(std::min(together, steps - done), job.stop) == 0) throw Stopped();
    for (std::size_t m = 0; m < group.size(); ++m) {
      check_bounded(*running[m].wave, group[m]);
      all.push_back(peak_maps(*running[m].peak, group[m], traces));
    }
  }
  return all;
}

FocusMaps reverse_groups(const StepperMaker& make, const WaveModel& medium, const Traces& traces, int before,
                         int groups, int every, const Job& job) {
  const int count = static_cast<int>(traces.receivers.size());
  groups = std::clamp(groups, 1, count);
  StepperSetup setup = reversed_setup(medium, traces);
  std::vector<std::unique_ptr<WaveStepper>> waves;
  std::vector<const WaveStepper*> together;
  for (int g = 0; g < groups; ++g) {
    const int first = static_cast<int>(Index{1} * count * g / groups);
    const int last = static_cast<int>(Index{1} * count * (g + 1) / groups);
    setup.traces->receivers.resize(static_cast<std::size_t>(last - first));
    std::iota(setup.traces->receivers.begin(), setup.traces->receivers.end(), first);
    waves.push_back(make(setup));
    together.push_back(waves.back().get());
  }
  const auto mean = waves.front()->make_sink(SinkKind::largest);
  const int steps = reversed_steps(traces, before);
  StepReporter reporter(job, steps, groups * waves.front()->padded().nodes());
  for (int done = 0; done + every <= steps; done += every) {
    for (const auto& wave : waves)
      if (wave->advance(every, job.stop) < every) throw Stopped();
    mean->add(together);
    reporter.done(done + every);
  }
  for (const auto& wave : waves)
    check_bounded(*wave, medium);
  return peak_maps(*mean, medium, traces);
}

}  // namespace foldwave
