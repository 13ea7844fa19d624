#include "core/imaging/rtm/exploding.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

WaveModel at_half_velocity(const WaveModel& model) {
  WaveModel half = model;
  auto velocity = std::make_shared<Field<float>>(model.velocity->clone());
  for (float& v : velocity->values())
    v *= 0.5F;
  half.velocity = velocity;
  half.sources.clear();
  return half;
}

}  // namespace

Gather zero_offset_section(const StepperMaker& make, const WaveModel& model, const NodeField& reflectivity,
                           const Job& job) {
  StepperSetup setup{at_half_velocity(model), {}, false, nullptr};
  setup.model.start = reflectivity;
  const auto wave = make(setup);
  wave->advance(model.steps, job.stop);
  if (job.stop.stop_requested()) throw Stopped();
  return wave->gather();
}

Field<float> migrate_zero_offset(const StepperMaker& make, const WaveModel& model, const Gather& section,
                                 const Job& job) {
  check_shot_data(model, section);
  Gather rates = section;
  for (std::size_t r = 0; r < section.receivers.size(); ++r) {
    const float* const from = section.trace(static_cast<int>(r));
    float* const to = rates.traces.data() + r * static_cast<std::size_t>(section.samples);
    for (int n = 0; n < section.samples; ++n)
      to[n] = from[std::max(0, n - 1)] - from[std::min(section.samples - 1, n + 1)];
  }
  StepperSetup setup{at_half_velocity(model),
                     TraceSources{std::make_shared<Gather>(std::move(rates)), {}, true, 1.0}, false, nullptr};
  setup.model.receivers.clear();
  const auto wave = make(setup);
  wave->advance(model.steps, job.stop);
  if (job.stop.stop_requested()) throw Stopped();
  Field<float> image(model.grid.n);
  wave->pressure(image);
  return image;
}

}  // namespace foldwave
