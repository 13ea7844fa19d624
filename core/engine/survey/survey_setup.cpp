#include "core/engine/survey/survey_setup.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/base/trilinear.hpp"
#include "core/engine/survey/section_model.hpp"
#include "core/engine/velocity_setup.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "core/imaging/rtm/source_history.hpp"
#include "core/imaging/survey/recorded_shots.hpp"
#include "core/imaging/survey/survey_layout.hpp"
#include "core/model/section.hpp"
#include "core/wave/dispersion.hpp"
#include "core/wave/padded_grid.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

namespace {

Wavelet survey_wavelet(const ImageSurvey& survey) {
  Wavelet wavelet;
  wavelet.frequency = survey.frequency;
  return wavelet;
}

// The scenario whose wave is the survey's: on this grid, absorbing all round or free on top, no sources.
Scenario wave_scenario(const Scenario& scenario, const Grid3& grid, const ImageSurvey& survey) {
  Scenario s = scenario;
  s.variants.clear();
  s.grid = grid;
  s.survey = {};
  s.survey.wavelet = survey_wavelet(survey);
  Propagation& p = s.propagation;
  p.order = survey.order;
  p.window.reset();
  p.time_order = 2;
  p.precision = Precision::binary32;
  p.duration = survey.duration;
  p.pad_cells = 0;
  p.boundaries.fill(Boundary::cpml);
  if (survey.free_surface) p.boundaries[z_min] = Boundary::free;
  return s;
}

// In whole microseconds, as SEG-Y has them.
double survey_step(double limit) {
  const double step = stability_share * limit;
  return step > 2e-6 ? std::floor(step * 1e6) * 1e-6 : step;
}

// Everything but velocities and shots.
WaveModel survey_medium(const Scenario& wave, const ImageSurvey& survey, double limit) {
  TimeStep time;
  time.dt = survey_step(limit);
  time.steps = std::max(1, static_cast<int>(std::lround(std::min(survey.duration / time.dt, 1e9))));
  WaveModel model = make_wave_model(wave, time);
  model.sources.clear();
  model.receivers.clear();
  place_snapshots(model, {});
  return model;
}

// A product of two waves has twice their band: this is four times what its sum asks for.
int survey_every(const ImageSurvey& survey, double dt) {
  return std::max(1, static_cast<int>(std::floor(0.1 / (survey.frequency * dt))));
}

SourceField kept_source(const WaveModel& medium, int every, const ImageSurvey& survey) {
  switch (survey.source_field) {
    case SourceFieldKey::levels:
      return SourceField::levels;
    case SourceFieldKey::strips:
      return SourceField::strips;
    case SourceFieldKey::strips16:
      return SourceField::strips16;
    case SourceFieldKey::strips8:
      return SourceField::strips8;
    case SourceFieldKey::checkpoints:
      return SourceField::checkpoints;
    case SourceFieldKey::packed:
      return SourceField::packed;
    case SourceFieldKey::file:
      return SourceField::strip_file;
    case SourceFieldKey::automatic:
      break;
  }
  return survey_source_field(medium, every, survey.condition, static_cast<double>(total_memory_bytes()));
}

void set_options(const ImageSurvey& survey, SurveySetup& setup) {
  setup.condition = survey.condition;
  setup.illumination = survey.illumination;
  setup.direct = survey.direct_wave;
  setup.gathers.places = survey.gathers;
  setup.gathers.offsets = survey.offsets;
  setup.gathers.most_offset = survey.most_offset;
  setup.aperture = survey.aperture;
  setup.iterations = survey.iterations;
  setup.stop_at = survey.stop_at;
  setup.gathers.angles = setup.gathers.places > 0 ? survey.angles : 0;
  setup.gathers.most_angle = survey.most_angle;
  setup.correlate_every = survey_every(survey, setup.medium.dt);
  setup.source_field = kept_source(setup.medium, setup.correlate_every, survey);
}

// Of what was recorded the direct wave is silenced by its time, at the slowest velocity of the survey's
// depth.
DirectMute direct_mute(const ImageSurvey& survey, const Grid3& grid, const Field<float>& velocity) {
  const int k = std::clamp(static_cast<int>(std::lround(survey.depth / grid.h[2])), 0, grid.n[2] - 1);
  float slowest = velocity(0, 0, k);
  for (int j = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i)
      slowest = std::min(slowest, velocity(i, j, k));
  return {static_cast<double>(slowest), 2.5 / survey.frequency, 1.0 / survey.frequency};
}

double slowest_of(const Field<float>& velocity) {
  return static_cast<double>(std::ranges::min(velocity.values()));
}

// What migrates, before it is smoothed; null: the model's own. `line` of a section through a volume.
NodeField own_velocity(const Scenario& scenario, const Grid3& grid, const MapLine* line, const Job& job) {
  const auto file = build_migration_velocity(scenario, job);
  if (!file) return nullptr;
  return std::make_shared<const Field<float>>(
      line != nullptr ? field_on_section(file->values, file->grid, grid, *line, job)
                      : resampled(file->values, file->grid, grid, job));
}

Field<float> migration_velocity(const ImageSurvey& survey, const Grid3& grid, const Field<float>& velocity) {
  Field<float> smooth =
      survey.smoothing > 0.0 ? smoothed_slowness(grid, velocity, survey.smoothing) : velocity.clone();
  if (survey.velocity_scale != 1.0)
    for (float& v : smooth.values())
      v = static_cast<float>(survey.velocity_scale * static_cast<double>(v));
  return smooth;
}

// Stable in the model, with its density, and in what migrates.
double stable_step(const WaveModel& truth, const Field<float>& migration, const Job& job) {
  const double fastest = static_cast<double>(std::ranges::max(migration.values()));
  return std::min(stable_dt(truth, job.stop),
                  stable_dt(truth.grid, truth.stencil, fastest, truth.time_order));
}

std::vector<float> survey_series(const ImageSurvey& survey, const WaveModel& medium) {
  return wavelet_series(survey_wavelet(survey), 0.0, 1.0, medium.dt, medium.steps + 1);
}

PlaceInGrid place_in(const Grid3& grid, const MapLine& line, bool along) {
  return [grid, line, along](const Vec3& map) -> std::optional<Vec3> {
    if (!along) {
      Vec3 local = map - grid.origin;
      // A section has all its shots in its plane.
      if (grid.is_section()) local.y = 0.0;
      return local;
    }
    const MapLine::Station at = line.station(map.x, map.y);
    if (!(std::abs(at.left) <= grid.h[1])) return std::nullopt;
    return Vec3{at.along, 0.0, map.z - grid.origin.z};
  };
}

MapLine survey_line(const Scenario& scenario) {
  return line_in_box(scenario.grid, section_line(scenario));
}

}  // namespace

ImageSurvey asked_survey(const Scenario& scenario) {
  return scenario.imaging && scenario.imaging->survey ? *scenario.imaging->survey : ImageSurvey{};
}

RecordedShots read_survey_data(const Scenario& scenario, const WaveModel& place, const ImageSurvey& survey,
                               const Job& job) {
  const BadTraces bad = scenario.imaging ? scenario.imaging->bad_traces : BadTraces::refuse;
  return read_recorded_shots(std::filesystem::path(scenario.folder) / survey.data, survey.headers,
                             survey_place(scenario).place, place, wavelet_band(survey_wavelet(survey)),
                             2.0 / survey.frequency, bad, job);
}

SurveyPlace survey_place(const Scenario& scenario) {
  SurveyPlace at;
  at.grid = scenario.grid;
  const bool cut = asked_survey(scenario).layout == SurveyLayout::section && !scenario.grid.is_section();
  if (cut) {
    at.line = survey_line(scenario);
    at.grid = section_grid(scenario.grid, at.line);
  }
  at.place = place_in(at.grid, at.line, cut);
  return at;
}

PreparedSurvey prepare_survey(const Scenario& scenario, const FoldResult& fold, const Job& job) {
  PreparedSurvey made;
  ImageSurvey survey = asked_survey(scenario);
  const bool section = survey.layout == SurveyLayout::section, cut = section && !scenario.grid.is_section();
  FoldResult on_section;
  if (section) made.line = survey_line(scenario);
  if (cut) on_section = fold_on_section(scenario, fold, made.line, job);
  const FoldResult& model = cut ? on_section : fold;
  const Grid3 grid = model.grid;

  Scenario wave = wave_scenario(scenario, grid, survey);
  WaveFields fields = make_wave_media(wave, model, job);
  SurveySetup& setup = made.setup;
  WaveModel truth;
  std::move(fields).give_to(truth, model.velocity);
  // What was cut goes with this function.
  if (cut && truth.velocity.get() == &on_section.velocity)
    truth.velocity = std::make_shared<const Field<float>>(on_section.velocity.clone());
  const Field<float>& v = *truth.velocity;
  const NodeField own = own_velocity(scenario, grid, cut ? &made.line : nullptr, job);
  const Field<float>& to_migrate_in = own ? *own : v;
  const ImageSurvey asked = survey;
  SurveySpeeds speeds = survey_speeds(grid, v);
  speeds.slowest = std::min(speeds.slowest, survey.velocity_scale * slowest_of(to_migrate_in));
  survey = whole_survey(survey, grid, speeds);

  wave = wave_scenario(scenario, grid, survey);
  truth.grid = grid;
  truth.stencil = scenario_stencil(wave.propagation);
  truth.boundaries = wave.propagation.boundaries;
  RecordedShots recorded;
  if (!survey.data.empty()) {
    recorded = read_survey_data(scenario, truth, survey, job);
    const Gather& first = recorded.gathers.front();
    if (!(asked.duration > 0.0)) survey.duration = recorded.delay + (first.samples - 1) * first.dt;
  }
  const auto migrates = std::make_shared<const Field<float>>(migration_velocity(survey, grid, to_migrate_in));
  setup.medium = survey_medium(wave, survey, stable_step(truth, *migrates, job));
  setup.medium.velocity = migrates;
  set_options(survey, setup);
  if (setup.gathers.angles > 0)
    setup.gathers.normals = layer_normals(grid, model.arrival, setup.gathers.places);
  setup.mute = direct_mute(survey, grid, *setup.medium.velocity);
  const std::vector<float> series = survey_series(survey, setup.medium);
  if (survey.data.empty()) {
    setup.truth = truth.velocity;
    setup.true_density = truth.density;
    setup.shots = survey_shots(survey, grid, series);
  } else {
    setup.recorded = on_scheme_clock(recorded, setup.medium.dt, setup.medium.steps,
                                     wavelet_band(survey_wavelet(survey)), job);
    setup.shots = std::move(recorded.shots);
    for (Shot& shot : setup.shots)
      shot.source.series = series;
    made.left_out = std::move(recorded.left_out);
    made.warnings = std::move(recorded.warnings);
  }
  made.survey = survey;
  return made;
}

ForetoldSurvey foretold_survey(const Scenario& scenario, double slowest, double fastest) {
  const ImageSurvey asked = asked_survey(scenario);
  const bool cut = asked.layout == SurveyLayout::section && !scenario.grid.is_section();
  const Grid3 grid = cut ? section_grid(scenario.grid, survey_line(scenario)) : scenario.grid;
  const ImageSurvey survey = whole_survey(asked, grid, {slowest, slowest});
  const Scenario wave = wave_scenario(scenario, grid, survey);
  const double limit =
      stable_dt(grid, scenario_stencil(wave.propagation), fastest, wave.propagation.time_order);
  ForetoldSurvey foretold{survey_medium(wave, survey, limit), survey};
  foretold.correlate_every = survey_every(survey, foretold.medium.dt);
  foretold.source_field = kept_source(foretold.medium, foretold.correlate_every, survey);
  return foretold;
}

WorkDevices survey_devices(const SurveySetup& setup, const Backend& backend) {
  // A step of fewer nodes leaves a large device idle; more shots than these do not fill it better.
  constexpr double nodes_that_fill = 2e7, most = 6.0;
  WorkDevices devices = backend.devices();
  if (backend.on_host()) return devices;
  const double nodes = static_cast<double>(PaddedGrid(setup.medium).nodes());
  const double images = 4.0 * sizeof(float) * static_cast<double>(setup.medium.grid.size());
  const double one = 2.0 * static_cast<double>(backend.make_lone_propagator()->memory_bytes(setup.medium)) +
                     images + source_field_bytes(setup.medium, setup.source_field, setup.correlate_every);
  const double fit = 0.7 * static_cast<double>(backend.free_memory_bytes()) / one;
  devices.together = static_cast<int>(std::max(1.0, std::min({most, nodes_that_fill / nodes, fit})));
  return devices;
}

int all_shots(const ForetoldSurvey& survey) {
  return survey.survey.shots * (survey.survey.layout == SurveyLayout::volume ? survey.survey.lines : 1);
}

namespace {

// How many there are of recorded shots their file tells, which is not read for this.
int most_at_once(const ForetoldSurvey& survey) {
  return survey.survey.data.empty() ? all_shots(survey) : std::numeric_limits<int>::max();
}

// Least squares keeps the data of all shots.
double kept_data_bytes(const ForetoldSurvey& survey) {
  if (survey.survey.iterations == 0) return 0.0;
  const auto receivers = static_cast<double>(receiver_count(survey.survey, survey.medium.grid));
  return sizeof(float) * all_shots(survey) * receivers * (survey.medium.steps + 1.0);
}

}  // namespace

double foretold_bytes(const ForetoldSurvey& survey, const Backend& backend) {
  const WaveModel& medium = survey.medium;
  return survey_bytes(medium, most_at_once(survey), receiver_count(survey.survey, medium.grid),
                      static_cast<double>(backend.make_lone_propagator()->memory_bytes(medium)),
                      survey.source_field, survey.correlate_every) +
         kept_data_bytes(survey);
}

double foretold_host_bytes(const ForetoldSurvey& survey, const Backend& backend) {
  if (backend.on_host()) return foretold_bytes(survey, backend);
  const WaveModel& medium = survey.medium;
  return survey_bytes(medium, most_at_once(survey), receiver_count(survey.survey, medium.grid), 0.0,
                      SourceField::strip_file, survey.correlate_every) +
         kept_data_bytes(survey);
}

}  // namespace foldwave
