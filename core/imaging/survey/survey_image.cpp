#include "core/imaging/survey/survey_image.hpp"

#include <algorithm>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/imaging/rtm/image_filter.hpp"

namespace foldwave {

namespace {

Field<float> under_condition(const SurveySetup& setup, const Field<float>& sum) {
  switch (setup.condition) {
    case ImageCondition::inverse_scattering:
      return conditioned(setup.medium, sum.clone(), ImagingCondition::inverse_scattering);
    case ImageCondition::laplacian:
      return laplacian_of(setup.medium.grid, sum);
    default:
      return sum.clone();
  }
}

RtmOptions rtm_options(const SurveySetup& setup) {
  RtmOptions options;
  options.condition =
      setup.condition == ImageCondition::opposed ? ImagingCondition::opposed : ImagingCondition::correlation;
  options.correlate_every = setup.correlate_every;
  options.illumination = setup.illumination;
  options.source_field = setup.source_field;
  options.aperture = setup.aperture;
  if (setup.source_field == SourceField::strip_file) options.strips.folder = setup.strip_folder;
  if (setup.source_field == SourceField::strips16 || setup.source_field == SourceField::strips8)
    options.strips.every = setup.correlate_every;
  return options;
}

ShotData heard_in(const StepperMaker& make, const WaveModel& model, const Shot& shot, const Job& job) {
  const auto wave = make({model_of_shot(model, shot, true), {}, false, nullptr});
  wave->advance(model.steps, job.stop);
  job.throw_if_stopped();
  return std::make_shared<const Gather>(wave->gather());
}

ShotData modelled_shot(const StepperMaker& make, const SurveySetup& setup, const Shot& shot, const Job& job) {
  WaveModel there = setup.medium;
  there.velocity = setup.truth;
  there.density = setup.true_density;
  return heard_in(make, there, shot, job);
}

ShotImage migrated_shot(const StepperMaker& make, const SurveySetup& setup, std::size_t s, const Job& job) {
  const Shot& shot = setup.shots[s];
  const ShotData seen = setup.recorded.empty() ? modelled_shot(make, setup, shot, job) : setup.recorded[s];
  const RtmOptions options = rtm_options(setup);
  if (setup.direct == DirectWave::subtract)
    return migrate_shot(
        make, setup.medium, shot,
        [&](const Gather& direct) { return std::make_shared<const Gather>(difference_of(*seen, direct)); },
        options, job);
  const ShotData data =
      setup.direct == DirectWave::mute
          ? std::make_shared<const Gather>(without_direct_wave(*seen, shot.source.position, setup.mute))
          : seen;
  return migrate_shot(make, setup.medium, shot, data, options, job);
}

void add_field(Field<float>& sum, const Field<float>& more) {
  for (Index m = 0; m < sum.size(); ++m)
    sum[m] += more[m];
}

void add_to_gathers(const SurveySetup& setup, const Shot& shot, const ImagedShot& one, SurveyStack& stack) {
  if (stack.gathers.empty()) return;
  const Field<float> under = under_condition(setup, one.image.image);
  const SeenShot seen{under, one.image.illumination};
  add_by_offset(setup.medium.grid, setup.gathers, shot.source.position, seen, stack.gathers);
  if (setup.gathers.angles > 0) add_by_angle(setup.gathers, one.angles, seen, stack.angle_gathers);
}

}  // namespace

SurveyStack empty_stack(const SurveySetup& setup) {
  const Grid3& grid = setup.medium.grid;
  SurveyStack stack;
  stack.sums.image = Field<float>(grid.n);
  if (setup.illumination) stack.sums.illumination = Field<float>(grid.n);
  stack.gathers = empty_gathers(grid, setup.gathers.places, setup.gathers.offsets);
  stack.angle_gathers = empty_gathers(grid, setup.gathers.places, setup.gathers.angles);
  return stack;
}

Field<float> image_of(const SurveySetup& setup, const SurveyStack& stack) {
  Field<float> image = under_condition(setup, stack.sums.image);
  return setup.illumination ? illuminated(image, stack.sums.illumination, setup.damping) : std::move(image);
}

std::vector<ImageGather> gathers_of(const SurveySetup& setup, const std::vector<ImageGather>& all) {
  std::vector<ImageGather> gathers;
  for (const ImageGather& sums : all) {
    ImageGather& gather = gathers.emplace_back();
    gather.column = sums.column;
    gather.row = sums.row;
    gather.illumination = sums.illumination.clone();
    gather.image =
        setup.illumination ? illuminated(sums.image, sums.illumination, setup.damping) : sums.image.clone();
  }
  return gathers;
}

ImagedShot image_shot(const StepperMaker& make, const SurveySetup& setup, int shot, const Job& job) {
  const auto at = static_cast<std::size_t>(shot);
  ImagedShot one;
  if (setup.gathers.places > 0 && setup.gathers.angles > 0)
    one.angles = incidence_angles(setup.medium.grid, *setup.medium.velocity, setup.gathers,
                                  setup.shots[at].source.position, {nullptr, job.stop});
  one.image = migrated_shot(make, setup, at, job);
  return one;
}

std::vector<ShotData> reflected_data(const StepperMaker& make, const SurveySetup& setup, const Job& job) {
  std::vector<ShotData> data(setup.shots.size());
  const auto of_shot = [&](int s) {
    const auto at = static_cast<std::size_t>(s);
    const Shot& shot = setup.shots[at];
    data[at] = setup.recorded.empty() ? modelled_shot(make, setup, shot, job) : setup.recorded[at];
    if (setup.direct == DirectWave::subtract)
      data[at] =
          std::make_shared<const Gather>(difference_of(*data[at], *heard_in(make, setup.medium, shot, job)));
  };
  const auto done = [&](int s) { job.report({"image: data of shots", s + 1, std::ssize(data), 0.0, ""}); };
  for_each_shot(static_cast<int>(data.size()), PaddedGrid(setup.medium).nodes(), job, of_shot, done);
  return data;
}

void add_shot(const SurveySetup& setup, const ImagedShot& one, SurveyStack& stack) {
  if (stack.shots == 0) stack = empty_stack(setup);
  add_field(stack.sums.image, one.image.image);
  if (setup.illumination) add_field(stack.sums.illumination, one.image.illumination);
  add_to_gathers(setup, setup.shots[static_cast<std::size_t>(stack.shots)], one, stack);
  ++stack.shots;
}

void stack_survey(const StepperMaker& make, const SurveySetup& setup, SurveyStack& stack,
                  const std::function<void(const SurveyStack&)>& seen, const Job& job,
                  const WorkDevices& devices) {
  const int all = static_cast<int>(setup.shots.size()), first = stack.shots;
  std::vector<ImagedShot> images(static_cast<std::size_t>(all - first));
  const auto work = [&](int s) {
    images[static_cast<std::size_t>(s)] = image_shot(make, setup, first + s, job);
  };
  const auto done = [&](int s) {
    add_shot(setup, std::exchange(images[static_cast<std::size_t>(s)], {}), stack);
    job.report({"image: shots", stack.shots, all, 0.0, ""});
    if (seen) seen(stack);
  };
  if (first > 0) job.report({"image: shots", first, all, 0.0, ""});
  for_each_shot(all - first, PaddedGrid(setup.medium).nodes(), job, work, done, devices);
}

SourceField survey_source_field(const WaveModel& medium, int every, ImageCondition condition,
                                double machine) {
  const int at_once = shots_at_once(PaddedGrid(medium).nodes());
  return source_field_that_fits(medium, every, condition == ImageCondition::opposed, 0.5 * machine / at_once);
}

double survey_bytes(const WaveModel& medium, int shots, std::int64_t receivers, double wave,
                    SourceField field, int every) {
  const PaddedGrid padded(medium);
  const double nodes = static_cast<double>(medium.grid.size());
  // Of a shot: what it records, that less its direct wave, and its sums over time.
  const double samples = 3.0 * static_cast<double>(receivers) * (medium.steps + 1.0);
  const double shot =
      2.0 * wave + source_field_bytes(medium, field, every) + sizeof(float) * (samples + 3.0 * nodes);
  return std::min(shots, shots_at_once(padded.nodes())) * shot + sizeof(float) * 6.0 * nodes;
}

double survey_disk_bytes(const WaveModel& medium, SourceField field) {
  return shots_at_once(PaddedGrid(medium).nodes()) * source_field_disk_bytes(medium, field);
}

}  // namespace foldwave
