#include "core/imaging/rtm/rtm.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/imaging/rtm/image_filter.hpp"

namespace foldwave {

namespace {

SinkKind sink_of(ImagingCondition condition) {
  switch (condition) {
    case ImagingCondition::gradient:
      return SinkKind::rates;
    case ImagingCondition::opposed:
      return SinkKind::opposed;
    default:
      return SinkKind::product;
  }
}

void check_finite(const WaveStepper& wave) {
  if (!std::isfinite(wave.largest()))
    throw NumericError("imaging", "a wave grew without bound by step " + std::to_string(wave.step()),
                       "lower dt or look at the data's size");
}

// Levels that were kept have no past.
void check_source_field(const RtmOptions& options) {
  const bool rates =
      options.condition == ImagingCondition::gradient || options.condition == ImagingCondition::opposed;
  if (keeps_levels(options.source_field) && rates)
    throw InputError("imaging", "levels of the source field have no rates, which this condition asks for",
                     "keep strips, or correlate pressures");
}

void fade_across(const Grid3& grid, Vec3 source, double aperture, Field<float>& field) {
  if (!(aperture > 0.0) || field.empty()) return;
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const Vec3 at = grid.local(i, j, k);
        const double away = std::hypot(at.x - source.x, grid.is_section() ? 0.0 : at.y - source.y) / aperture;
        field(i, j, k) *=
            away < 1.0 ? static_cast<float>(0.5 + 0.5 * std::cos(std::numbers::pi * away)) : 0.0F;
      }
}

void add_to(Field<float>& sum, const Field<float>& more) {
  if (sum.empty()) {
    sum = more.clone();
    return;
  }
  for (Index m = 0; m < sum.size(); ++m)
    sum[m] += more[m];
}

}  // namespace

Field<float> conditioned(const WaveModel& model, Field<float> sum, ImagingCondition condition) {
  if (condition == ImagingCondition::inverse_scattering) {
    Field<float> image = laplacian_of(model.grid, sum);
    for (Index m = 0; m < image.size(); ++m)
      image[m] *= 0.5F * (*model.velocity)[m] * (*model.velocity)[m];
    return image;
  }
  if (condition == ImagingCondition::gradient)
    for (Index m = 0; m < sum.size(); ++m) {
      const double v_dt = static_cast<double>((*model.velocity)[m]) * model.dt;
      const double rho = model.density != nullptr ? static_cast<double>((*model.density)[m]) : 1.0;
      sum[m] = static_cast<float>(static_cast<double>(sum[m]) / (v_dt * v_dt * rho));
    }
  return sum;
}

ShotImage migrate_shot(const StepperMaker& make, const WaveModel& model, const Shot& shot,
                       const ShotData& data, const RtmOptions& options, const Job& job) {
  check_shot_data(model, *data);
  Shot unheard = shot;
  unheard.receivers.clear();
  return migrate_shot(
      make, model, unheard, [&](const Gather&) { return data; }, options, job);
}

ShotImage migrate_shot(const StepperMaker& make, const WaveModel& model, const Shot& shot,
                       const ShotDataOf& data_of, const RtmOptions& options, const Job& job) {
  check_source_field(options);
  const auto source = make({model_of_shot(model, shot, true), {}, false, nullptr});
  StripOptions strips = options.strips;
  strips.steps = model.steps;
  const int every = std::max(1, options.correlate_every);
  if (keeps_levels(options.source_field)) strips.every = every;
  const auto history = make_source_history(*source, options.source_field, strips, options.packed);
  history->forward(model.steps, job.stop);
  job.throw_if_stopped();
  check_finite(*source);
  const ShotData data = data_of(source->gather());
  check_shot_data(model, *data);

  StepperSetup back{model, TraceSources{data, {}, true, PaddedGrid(model).cell_measure()}, false, nullptr};
  back.model.sources.clear();
  back.model.receivers.clear();
  const auto receivers = make(back);
  const auto image = source->make_sink(sink_of(options.condition));
  const auto energy = options.illumination ? source->make_sink(SinkKind::energy) : nullptr;

  const WaveStepper* const both[]{source.get(), receivers.get()};
  for (int n = model.steps; n > 0;) {
    // The next step that counts, in the time of the source.
    const int next = (n - 1) / every * every;
    history->back(n - next, job.stop);
    receivers->advance(n - next, job.stop);
    if (job.stop.stop_requested()) throw Stopped();
    n = next;
    image->add(both);
    if (energy) energy->add({both, 1});
  }
  check_finite(*receivers);
  ShotImage made{conditioned(model, image->values(), options.condition),
                 energy ? energy->values() : Field<float>(), history->bytes()};
  for (Field<float>* const field : {&made.image, &made.illumination})
    fade_across(model.grid, shot.source.position, options.aperture, *field);
  return made;
}

ShotImage migrate(const StepperMaker& make, const WaveModel& model, const std::vector<Shot>& shots,
                  const std::vector<ShotData>& data, const RtmOptions& options, const Job& job,
                  const std::function<void(int, const ShotImage&)>& seen) {
  if (shots.size() != data.size())
    throw InputError("imaging",
                     std::to_string(shots.size()) + " shots and " + std::to_string(data.size()) + " gathers",
                     "give one gather a shot");
  std::vector<ShotImage> images(shots.size());
  ShotImage stack;
  const auto work = [&](int s) {
    const auto at = static_cast<std::size_t>(s);
    images[at] = migrate_shot(make, model, shots[at], data[at], options, job);
  };
  const auto done = [&](int s) {
    ShotImage& one = images[static_cast<std::size_t>(s)];
    add_to(stack.image, one.image);
    if (options.illumination) add_to(stack.illumination, one.illumination);
    one = {};
    job.report({"imaging: shots migrated", s + 1, static_cast<std::int64_t>(shots.size()), 0.0, ""});
    if (seen) seen(s + 1, stack);
  };
  for_each_shot(static_cast<int>(shots.size()), PaddedGrid(model).nodes(), job, work, done);
  if (options.illumination) stack.image = illuminated(stack.image, stack.illumination, options.damping);
  return stack;
}

}  // namespace foldwave
