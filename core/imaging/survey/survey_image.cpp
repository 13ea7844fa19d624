#include "core/imaging/survey/survey_image.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/imaging/residual/travel_times.hpp"
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
  return options;
}

ShotData modelled_shot(const StepperMaker& make, const SurveySetup& setup, const Shot& shot, const Job& job) {
  WaveModel there = setup.medium;
  there.velocity = setup.truth;
  there.density = setup.true_density;
  const auto wave = make({model_of_shot(there, shot, true), {}, false, nullptr});
  wave->advance(there.steps, job.stop);
  job.throw_if_stopped();
  return std::make_shared<const Gather>(wave->gather());
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

// A share of what the shot shows of a column at one depth.
void add_to_gather(const SurveySetup& setup, const Field<float>& seen, const ShotImage& image, int at, int k,
                   double share, ImageGather& gather) {
  const auto weight = static_cast<float>(share);
  gather.image(at, 0, k) += weight * seen(gather.column, 0, k);
  if (setup.illumination) gather.illumination(at, 0, k) += weight * image.illumination(gather.column, 0, k);
}

void add_by_offset(const SurveySetup& setup, const Shot& shot, const Field<float>& seen,
                   const ShotImage& image, std::vector<ImageGather>& gathers) {
  const Grid3& grid = setup.medium.grid;
  for (ImageGather& gather : gathers) {
    const double offset = 2.0 * std::abs(gather.column * grid.h[0] - shot.source.position.x);
    const double place = std::floor(offset / setup.most_offset * setup.offsets);
    if (!(place < setup.offsets)) continue;
    for (int k = 0; k < grid.n[2]; ++k)
      add_to_gather(setup, seen, image, static_cast<int>(place), k, 1.0, gather);
  }
}

void add_by_angle(const SurveySetup& setup, const ImagedShot& one, const Field<float>& seen,
                  std::vector<ImageGather>& gathers) {
  const int depths = setup.medium.grid.n[2], last = setup.angles - 1;
  for (std::size_t g = 0; g < gathers.size(); ++g)
    for (int k = 0; k < depths; ++k) {
      const double angle = static_cast<double>(one.angles(static_cast<int>(g), 0, k));
      if (!(angle < setup.most_angle)) continue;
      const double place = std::clamp(angle / setup.most_angle * setup.angles - 0.5, 0.0, 1.0 * last);
      const int at = std::min(static_cast<int>(place), last);
      add_to_gather(setup, seen, one.image, at, k, 1.0 - (place - at), gathers[g]);
      if (at < last) add_to_gather(setup, seen, one.image, at + 1, k, place - at, gathers[g]);
    }
}

void add_to_gathers(const SurveySetup& setup, const Shot& shot, const ImagedShot& one, SurveyStack& stack) {
  if (stack.gathers.empty()) return;
  const Field<float> seen = under_condition(setup, one.image.image);
  add_by_offset(setup, shot, seen, one.image, stack.gathers);
  if (setup.angles > 0) add_by_angle(setup, one, seen, stack.angle_gathers);
}

// The derivative at node i of n, h apart, of what `at` gives. One-sided where its neighbours are not there.
template <class At>
double rim_slope(int i, int n, double h, const At& at) {
  if (n < 2) return 0.0;
  if (i > 0 && i + 1 < n) return (at(i + 1) - at(i - 1)) / (2.0 * h);
  const int inward = i == 0 ? 1 : -1;
  const double near = inward * (at(i + inward) - at(i)) / h;
  if (n < 3) return near;
  const double curved = inward * (4.0 * at(i + inward) - 3.0 * at(i) - at(i + 2 * inward)) / (2.0 * h);
  return std::isfinite(curved) ? curved : near;
}

}  // namespace

std::vector<Vec3> layer_normals(const Grid3& grid, const Field<float>& arrival, int gathers) {
  const std::vector<int> columns = gather_columns(grid, gathers);
  std::vector<Vec3> normals(static_cast<std::size_t>(gathers * grid.n[2]), Vec3{0.0, 0.0, -1.0});
  if (arrival.empty()) return normals;
  const auto at = [&](int i, int k) { return static_cast<double>(arrival(i, 0, k)); };
  for (int g = 0; g < gathers; ++g)
    for (int k = 0; k < grid.n[2]; ++k) {
      const int column = columns[static_cast<std::size_t>(g)];
      const Vec3 up{rim_slope(column, grid.n[0], grid.h[0], [&](int i) { return at(i, k); }), 0.0,
                    rim_slope(k, grid.n[2], grid.h[2], [&](int depth) { return at(column, depth); })};
      if (const double size = norm(up); std::isfinite(size) && size > 0.0)
        normals[static_cast<std::size_t>(g * grid.n[2] + k)] = (1.0 / size) * up;
    }
  return normals;
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
    gather.illumination = sums.illumination.clone();
    gather.image =
        setup.illumination ? illuminated(sums.image, sums.illumination, setup.damping) : sums.image.clone();
  }
  return gathers;
}

Field<float> incidence_angles(const SurveySetup& setup, const Vec3& source, const Job& job) {
  const Grid3& grid = setup.medium.grid;
  const Field<float> times = travel_times(grid, *setup.medium.velocity, source, job);
  const std::vector<int> columns = gather_columns(grid, setup.gathers);
  Field<float> angles({setup.gathers, 1, grid.n[2]});
  const auto slope = [&](int i, int k, int di, int dk) {
    const int i0 = std::max(i - di, 0), i1 = std::min(i + di, grid.n[0] - 1);
    const int k0 = std::max(k - dk, 0), k1 = std::min(k + dk, grid.n[2] - 1);
    const double apart = (i1 - i0) * grid.h[0] + (k1 - k0) * grid.h[2];
    return (static_cast<double>(times(i1, 0, k1)) - static_cast<double>(times(i0, 0, k0))) / apart;
  };
  for (int g = 0; g < setup.gathers; ++g)
    for (int k = 0; k < grid.n[2]; ++k) {
      const int i = columns[static_cast<std::size_t>(g)];
      const Vec3 ray{slope(i, k, 1, 0), 0.0, slope(i, k, 0, 1)};
      const Vec3 normal = setup.normals.empty() ? Vec3{0.0, 0.0, -1.0}
                                                : setup.normals[static_cast<std::size_t>(g * grid.n[2] + k)];
      const double cosine = std::abs(dot(ray, normal)) / std::max(norm(ray) * norm(normal), 1e-30);
      angles(g, 0, k) = static_cast<float>(std::acos(std::min(cosine, 1.0)) * 180.0 / std::numbers::pi);
    }
  return angles;
}

double gather_flatness(const ImageGather& gather) {
  const auto n = gather.image.shape();
  double together = 0.0, apart = 0.0;
  int classes = 0;
  for (int c = 0; c < n[0]; ++c) {
    bool any = false;
    for (int k = 0; k < n[2]; ++k)
      any = any || gather.image(c, 0, k) != 0.0F;
    classes += any ? 1 : 0;
  }
  for (int k = 0; k < n[2]; ++k) {
    double sum = 0.0;
    for (int c = 0; c < n[0]; ++c) {
      const double v = static_cast<double>(gather.image(c, 0, k));
      sum += v;
      apart += v * v;
    }
    together += sum * sum;
  }
  return classes > 0 && apart > 0.0 ? together / (classes * apart) : std::numeric_limits<double>::quiet_NaN();
}

ImagedShot image_shot(const StepperMaker& make, const SurveySetup& setup, int shot, const Job& job) {
  const auto at = static_cast<std::size_t>(shot);
  ImagedShot one;
  if (setup.gathers > 0 && setup.angles > 0)
    one.angles = incidence_angles(setup, setup.shots[at].source.position, {nullptr, job.stop});
  one.image = migrated_shot(make, setup, at, job);
  return one;
}

void add_shot(const SurveySetup& setup, const ImagedShot& one, SurveyStack& stack) {
  if (stack.shots == 0) stack = empty_stack(setup);
  add_field(stack.sums.image, one.image.image);
  if (setup.illumination) add_field(stack.sums.illumination, one.image.illumination);
  add_to_gathers(setup, setup.shots[static_cast<std::size_t>(stack.shots)], one, stack);
  ++stack.shots;
}

void stack_survey(const StepperMaker& make, const SurveySetup& setup, SurveyStack& stack,
                  const std::function<void(const SurveyStack&)>& seen, const Job& job) {
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
  for_each_shot(all - first, PaddedGrid(setup.medium).nodes(), job, work, done);
}

SourceField survey_source_field(const WaveModel& medium, int every, ImageCondition condition,
                                double machine) {
  const int at_once = shots_at_once(PaddedGrid(medium).nodes());
  return source_field_that_fits(medium, every, condition == ImageCondition::opposed, 0.5 * machine / at_once);
}

double survey_bytes(const WaveModel& medium, std::int64_t receivers, double wave, SourceField field,
                    int every) {
  const PaddedGrid padded(medium);
  const double nodes = static_cast<double>(medium.grid.size());
  // Of a shot: what it records, that less its direct wave, and its sums over time.
  const double samples = 3.0 * static_cast<double>(receivers) * (medium.steps + 1.0);
  const double shot =
      2.0 * wave + source_field_bytes(medium, field, every) + sizeof(float) * (samples + 3.0 * nodes);
  return shots_at_once(padded.nodes()) * shot + sizeof(float) * 6.0 * nodes;
}

}  // namespace foldwave
