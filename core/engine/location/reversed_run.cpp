#include "core/engine/location/reversed_run.hpp"

#include <algorithm>
#include <utility>

#include "core/base/clock.hpp"
#include "core/engine/wave_setup.hpp"

namespace foldwave {

namespace {

// Hands on what is seen of a reversal by the steps that it belongs to, and keeps the field at step 0.
class Backwards final : public SnapshotSink, public LiveView {
 public:
  Backwards(const WaveWatch& watch, int last, double dt, const SnapshotSteps& steps)
      : watch_(watch), last_(last), dt_(dt) {
    for (int m = steps.count - 1; m >= 0; --m)
      wanted_.push_back(steps.at(m));
  }

  // Of the reversal's own steps, ascending: those that are watched, and the last.
  std::vector<int> steps() const {
    std::vector<int> own;
    for (const int step : wanted_)
      own.push_back(last_ - step);
    if (own.empty() || own.back() != last_) own.push_back(last_);
    return own;
  }
  int seen() const { return seen_; }
  Field<float> at_zero() && { return std::move(at_zero_); }

  void snapshot(int step, double, const Field<float>& pressure) override {
    const int forward = last_ - step;
    if (forward == 0) at_zero_ = pressure.clone();
    if (watch_.snapshots == nullptr || std::ranges::find(wanted_, forward) == wanted_.end()) return;
    watch_.snapshots->snapshot(forward, forward * dt_, pressure);
    ++seen_;
  }

  void begin(const WaveModel& model) override { watch_.live->begin(model); }
  std::optional<LiveWish> wish() override { return watch_.live->wish(); }
  void show(LiveFrame frame) override {
    frame.step = last_ - frame.step;
    frame.time = frame.step * dt_;
    watch_.live->show(std::move(frame));
  }

 private:
  WaveWatch watch_;
  int last_;
  double dt_;
  std::vector<int> wanted_;
  Field<float> at_zero_;
  int seen_ = 0;
};

Gather sent_gather(const Traces& traces, double dt) {
  return {dt, traces.samples, traces.receivers, traces.values};
}

}  // namespace

ReversedWave send_back(const Scenario& scenario, const LocateSetup& setup, const ClockedTraces& traces,
                       const Backend& backend, const WaveWatch& watch, const Job& job) {
  const Clock clock;
  const bool exploded = std::holds_alternative<ExplodingReflectors>(scenario.survey.start);
  WaveModel model = reversed_wave(setup.medium, traces.traces, exploded);
  TimeStep time;
  time.dt = model.dt;
  time.steps = model.steps;
  SnapshotSteps steps;
  if (watch.snapshots != nullptr) steps = snapshot_steps(scenario.outputs, time);
  Backwards backwards(watch, model.steps, model.dt, steps);
  model.snapshot_every = 0;
  model.snapshot_steps = backwards.steps();

  ReversedWave reversed;
  WaveResult& wave = reversed.wave;
  const auto propagator = backend.make_wave_propagator();
  wave.grid = scenario.grid;
  wave.backward = true;
  wave.dt = model.dt;
  wave.stencil = model.stencil.name;
  wave.time_order = model.time_order;
  wave.snapshot_every = steps.every;
  wave.run = propagator->run(model, {&backwards, watch.live != nullptr ? &backwards : nullptr}, job);
  wave.run.snapshots = backwards.seen();
  wave.run.gather = sent_gather(traces.traces, model.dt);
  wave.made_by = made_by(wave.run.taken_over_by ? *cpu_backend() : backend);
  wave.propagator = wave.run.taken_over_by.value_or(propagator->name());
  wave.warnings = wave.run.warnings;
  for (const std::string& trace : traces.left_out)
    wave.warnings.push_back("/imaging/data: " + trace + " and is left out");
  wave.seconds = clock.seconds();
  reversed.at_zero = std::move(backwards).at_zero();
  return reversed;
}

ReversedWave run_reversed(const Scenario& scenario, const FoldResult& fold, const WaveResult* wave,
                          const Backend& backend, const WaveWatch& watch, const Job& job) {
  const Clock clock;
  const ImageTraces traces = image_traces(scenario, fold, wave, backend, job);
  const LocateSetup setup = image_medium(scenario, fold, traces.data_step, job);
  ReversedWave reversed =
      send_back(scenario, setup, clocked_traces(traces.gather, setup, scenario.imaging->bad_traces), backend,
                watch, job);
  reversed.wave.warnings.insert(reversed.wave.warnings.begin(), traces.warnings.begin(),
                                traces.warnings.end());
  reversed.wave.seconds = clock.seconds();
  return reversed;
}

}  // namespace foldwave
