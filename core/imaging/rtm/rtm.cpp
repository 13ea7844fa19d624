#include "core/imaging/rtm/rtm.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "core/imaging/rtm/shot_window.hpp"
#include "core/wave/wave_check.hpp"

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

double across(const Grid3& grid, Vec3 a, Vec3 b) {
  return std::hypot(a.x - b.x, grid.is_section() ? 0.0 : a.y - b.y);
}

// Traces beyond an aperture fade out up to the window's end: cut off there at once, they would leave arcs.
void fade_beyond(const Grid3& grid, Vec3 source, double aperture, Gather& data) {
  for (std::size_t r = 0; r < data.receivers.size(); ++r) {
    const double beyond = across(grid, data.receivers[r], source) / aperture - 1.0;
    if (beyond <= 0.0) continue;
    const double share = std::min(1.0, beyond / (window_of_aperture - 1.0));
    const auto weight = static_cast<float>(0.5 + 0.5 * std::cos(std::numbers::pi * share));
    for (int n = 0; n < data.samples; ++n)
      data.traces[r * static_cast<std::size_t>(data.samples) + static_cast<std::size_t>(n)] *= weight;
  }
}

void fade_across(const Grid3& grid, Vec3 source, double aperture, Field<float>& field) {
  if (!(aperture > 0.0) || field.empty()) return;
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const double away = across(grid, grid.local(i, j, k), source) / aperture;
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

namespace {

// In the whole of a model, and not faded.
ShotImage whole_image(const StepperMaker& make, const WaveModel& model, const Shot& shot,
                      const ShotDataOf& data_of, const RtmOptions& options, const Job& job) {
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
  return {conditioned(model, image->values(), options.condition), energy ? energy->values() : Field<float>(),
          history->bytes()};
}

// Where no receiver lies in the window, the shot's image is 0.
ShotImage window_image(const StepperMaker& make, const WaveModel& model, const ShotWindow& window,
                       const Shot& shot, const ShotDataOf& data_of, const RtmOptions& options,
                       const Job& job) {
  const Grid3& grid = model.grid;
  check_position(grid, "source 0", shot.source.position);
  Shot inside{shot.source, {}};
  inside.source.position = place_in(grid, window, shot.source.position);
  for (const Vec3& receiver : shot.receivers)
    if (has_inside(grid, window, receiver)) inside.receivers.push_back(place_in(grid, window, receiver));
  const auto data_inside = [&](const Gather& direct) {
    Gather heard = direct;
    heard.dt = model.dt;
    const ShotData data = data_of(among_all(grid, window, shot.receivers, heard, model.steps + 1));
    check_shot_data(model, *data);
    for (std::size_t r = 0; r < data->receivers.size(); ++r)
      check_position(grid, "receiver " + std::to_string(r), data->receivers[r]);
    auto part = std::make_shared<Gather>(gather_in(grid, window, *data));
    if (part->receivers.empty()) {
      part->receivers = {inside.source.position};
      part->traces.assign(static_cast<std::size_t>(part->samples), 0.0F);
    }
    return ShotData(std::move(part));
  };
  ShotImage made = whole_image(make, model_in(model, window), inside, data_inside, options, job);
  for (Field<float>* const field : {&made.image, &made.illumination})
    if (!field->empty()) *field = back_in_grid(grid, window, *field);
  return made;
}

}  // namespace

ShotImage migrate_shot(const StepperMaker& make, const WaveModel& model, const Shot& shot,
                       const ShotDataOf& data_of, const RtmOptions& options, const Job& job) {
  check_source_field(options);
  const Vec3 source = shot.source.position;
  const ShotWindow window = window_about(model.grid, model.stencil.radius, source, options.aperture);
  const auto near_data = [&](const Gather& direct) {
    const ShotData data = data_of(direct);
    if (!(options.aperture > 0.0)) return data;
    auto faded = std::make_shared<Gather>(*data);
    fade_beyond(model.grid, source, options.aperture, *faded);
    return ShotData(std::move(faded));
  };
  ShotImage made = window.n == model.grid.n
                       ? whole_image(make, model, shot, near_data, options, job)
                       : window_image(make, model, window, shot, near_data, options, job);
  for (Field<float>* const field : {&made.image, &made.illumination})
    fade_across(model.grid, source, options.aperture, *field);
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
  WaveModel of_window = model;
  of_window.grid.n = widest_window(model.grid, model.stencil.radius, options.aperture).n;
  for_each_shot(static_cast<int>(shots.size()), PaddedGrid(of_window).nodes(), job, work, done);
  if (options.illumination) stack.image = illuminated(stack.image, stack.illumination, options.damping);
  return stack;
}

}  // namespace foldwave
