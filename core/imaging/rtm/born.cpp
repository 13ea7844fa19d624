#include "core/imaging/rtm/born.hpp"

#include "core/base/error.hpp"

namespace foldwave {

namespace {

struct BornPair {
  std::unique_ptr<WaveStepper> background, scattered;
};

// Forward, with the Born wave where m is given.
void run_born(BornPair& pair, int steps, const Job& job) {
  for (int n = 0; n < steps; ++n) {
    pair.background->advance(1, job.stop);
    pair.scattered->scatter(*pair.background);
    pair.scattered->advance(1, job.stop);
    if (job.stop.stop_requested()) throw Stopped();
  }
}

BornPair born_pair(const StepperMaker& make, const WaveModel& model, const Shot& shot, const NodeField& m) {
  StepperSetup scattered{model_of_shot(model, shot, true), {}, false, m};
  scattered.model.sources.clear();
  return {make({model_of_shot(model, shot, false), {}, false, nullptr}), make(scattered)};
}

// The background at its last step, recorded all the way.
Field<float> adjoint_image(const StepperMaker& make, const WaveModel& model, const ShotData& data,
                           WaveStepper& background, StripRecord& strips, const Job& job) {
  check_shot_data(model, *data);
  StepperSetup back{model, TraceSources{data, {}, true, PaddedGrid(model).cell_measure()}, true, nullptr};
  back.model.sources.clear();
  back.model.receivers.clear();
  const auto adjoint = make(back);
  const auto sink = background.make_sink(SinkKind::rates);
  background.turn_back(strips);
  adjoint->advance(1, job.stop);
  const WaveStepper* const both[]{&background, adjoint.get()};
  for (;;) {
    sink->add(both);
    if (background.step() == 0) break;
    background.advance(1, job.stop);
    adjoint->advance(1, job.stop);
    if (job.stop.stop_requested()) throw Stopped();
  }
  Field<float> image = sink->values();
  for (Index x = 0; x < image.size(); ++x) {
    const double v_dt = static_cast<double>((*model.velocity)[x]) * model.dt;
    const double rho = model.density != nullptr ? static_cast<double>((*model.density)[x]) : 1.0;
    image[x] = static_cast<float>(static_cast<double>(image[x]) / (v_dt * v_dt * rho));
  }
  return image;
}

}  // namespace

Gather born_shot(const StepperMaker& make, const WaveModel& model, const Shot& shot, const NodeField& m,
                 const Job& job) {
  BornPair pair = born_pair(make, model, shot, m);
  run_born(pair, model.steps, job);
  return pair.scattered->gather();
}

Field<float> born_adjoint_shot(const StepperMaker& make, const WaveModel& model, const Shot& shot,
                               const ShotData& data, const Job& job) {
  const auto background = make({model_of_shot(model, shot, false), {}, false, nullptr});
  const auto strips = background->make_strip_record({StripPrecision::exact, 1, model.steps, {}});
  background->record(*strips);
  background->advance(model.steps, job.stop);
  if (job.stop.stop_requested()) throw Stopped();
  return adjoint_image(make, model, data, *background, *strips, job);
}

NormalShot born_normal_shot(const StepperMaker& make, const WaveModel& model, const Shot& shot,
                            const NodeField& m, const DataMute& mute, const Job& job) {
  BornPair pair = born_pair(make, model, shot, m);
  const auto strips = pair.background->make_strip_record({StripPrecision::exact, 1, model.steps, {}});
  pair.background->record(*strips);
  run_born(pair, model.steps, job);
  Gather seen = pair.scattered->gather();
  if (mute) seen = mute(seen);
  NormalShot normal;
  for (const float d : seen.traces)
    normal.data_power += static_cast<double>(d) * static_cast<double>(d);
  const auto data = std::make_shared<Gather>(mute ? mute(seen) : std::move(seen));
  normal.image = adjoint_image(make, model, data, *pair.background, *strips, job);
  return normal;
}

}  // namespace foldwave
