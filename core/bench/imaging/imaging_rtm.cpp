#include "core/bench/imaging/imaging_rtm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <string>

#include "core/base/clock.hpp"
#include "core/base/system.hpp"
#include "core/base/worst.hpp"
#include "core/bench/imaging/marmousi.hpp"
#include "core/imaging/rtm/adjoint_check.hpp"
#include "core/imaging/rtm/exploding.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "core/imaging/survey/survey_image.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

namespace {

struct MigrationBench {
  StepperMaker make;
  const ImagingBenchPlan& plan;
  const MeasureDone& add;
  const Job& job;
  bool on_host;

  void at_most(const std::string& name, double value, double limit, const std::string& unit,
               const std::string& note) const {
    add({name, value, limit, unit, note});
  }
  void at_least(const std::string& name, double value, double least, const std::string& note) const {
    add({name, value, 1.0, "correlation", note, least});
  }
};

// A small medium that is nowhere smooth, and a shot with few receivers in it.
struct RoughCase {
  Field<float> velocity, density;
  WaveModel model;
  Shot shot;

  RoughCase(std::array<int, 3> n, const std::array<Boundary, 6>& faces, bool dense, Precision precision)
      : velocity(n), density(n) {
    for (Index x = 0; x < velocity.size(); ++x) {
      velocity[x] = 2000.0F + 10.0F * static_cast<float>(7 * x % 50);
      density[x] = 1000.0F + 20.0F * static_cast<float>(11 * x % 40);
    }
    model.grid = {n, {10.0, 11.0, 9.0}, {}, {}, {}, 0};
    model.velocity = borrowed(velocity);
    if (dense) model.density = borrowed(density);
    model.stencil = taylor_stencil(n[1] == 1 ? 8 : 4);
    model.precision = precision;
    model.boundaries = faces;
    model.pad_cells = 7;
    model.frequency = 20.0;
    model.steps = 80;
    model.dt = 0.8 * stable_dt(model);
    const Vec3 end = model.grid.extent();
    shot.source = {{0.43 * end.x, 0.5 * end.y, 0.31 * end.z}, {1.0F, -0.5F, 0.7F, -1.0F, 0.3F}};
    for (const double s : {0.07, 0.37, 0.61, 0.95})
      shot.receivers.push_back({s * end.x, 0.45 * end.y, 0.22 * end.z});
  }
  RoughCase(const RoughCase&) = delete;
  RoughCase& operator=(const RoughCase&) = delete;
};

// The worst of all faces in a section and a volume, with and without density.
double worst_adjoint(const MigrationBench& bench, Precision precision) {
  constexpr auto F = Boundary::free, S = Boundary::sponge, C = Boundary::cpml;
  double worst = 0.0;
  for (const auto& faces :
       {std::array{F, F, F, F, F, F}, std::array{S, S, S, S, F, S}, std::array{C, C, C, C, F, C},
        std::array{C, C, C, C, C, C}, std::array{F, C, C, S, S, C}})
    for (const auto& n : {std::array{29, 1, 27}, std::array{15, 13, 14}})
      for (const bool dense : {false, true}) {
        const RoughCase rough(n, faces, dense, precision);
        worst = worst_of(worst, adjoint_error(bench.make, rough.model, rough.shot, bench.job));
      }
  return worst;
}

// How far the remainder's slope is from 2, at worst.
double worst_taylor(const MigrationBench& bench) {
  constexpr auto F = Boundary::free, C = Boundary::cpml;
  double worst = 0.0;
  for (const auto& n : {std::array{29, 1, 27}, std::array{15, 13, 14}})
    for (const bool dense : {false, true}) {
      const RoughCase rough(n, {C, C, C, C, F, C}, dense, Precision::binary64);
      worst = worst_of(worst, std::abs(taylor_order(bench.make, rough.model, rough.shot, bench.job) - 2.0));
    }
  return worst;
}

// What a section of one velocity lacks of another's data, imaged by three shots.
struct ThreeShots {
  Field<float> truth, background;
  WaveModel model;
  std::vector<Shot> shots;

  ThreeShots() : truth({101, 1, 61}, 2000.0F), background(truth.clone()) {
    model.grid = {truth.shape(), {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    model.velocity = borrowed(background);
    model.boundaries.fill(Boundary::cpml);
    model.frequency = 20.0;
    model.dt = 0.0017;
    model.steps = 480;
    Wavelet wavelet;
    wavelet.frequency = 20.0;
    shots = line_of_shots(model.grid, {3, 30.0, 20.0, 1},
                          wavelet_series(wavelet, 0.0, 1.0, model.dt, model.steps));
  }
  ThreeShots(const ThreeShots&) = delete;
  ThreeShots& operator=(const ThreeShots&) = delete;

  Field<float> image(const MigrationBench& bench, ImagingCondition condition) const {
    WaveModel there = model;
    there.velocity = borrowed(truth);
    auto data = model_shots(bench.make, there, shots, bench.job);
    const auto direct = model_shots(bench.make, model, shots, bench.job);
    for (std::size_t s = 0; s < data.size(); ++s)
      data[s] = std::make_shared<Gather>(difference_of(*data[s], *direct[s]));
    RtmOptions options;
    options.condition = condition;
    options.illumination = true;
    return migrate(bench.make, model, shots, data, options, bench.job).image;
  }
};

// Nodes from `at` to the top of the parabola through the largest of values between two places.
double miss_of(const std::vector<double>& values, std::size_t first, std::size_t last, double at) {
  const auto begin = values.begin();
  const auto top =
      std::max_element(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last));
  const double a = *(top - 1), b = *top, c = *(top + 1);
  return std::abs(static_cast<double>(top - begin) + 0.5 * (a - c) / (a - 2.0 * b + c) - at);
}

void bench_scatterer(const MigrationBench& bench) {
  ThreeShots three;
  three.truth(52, 0, 33) = 2200.0F;
  const Field<float> image = three.image(bench, ImagingCondition::inverse_scattering);
  std::vector<double> across(101), down(61);
  for (std::size_t i = 0; i < across.size(); ++i)
    across[i] = std::abs(static_cast<double>(image(static_cast<int>(i), 0, 33)));
  for (std::size_t k = 0; k < down.size(); ++k)
    down[k] = std::abs(static_cast<double>(image(52, 0, static_cast<int>(k))));
  bench.at_most("scatterer", worst_of(miss_of(across, 20, 80, 52.0), miss_of(down, 15, 55, 33.0)), 0.5,
                "cells", "one node of 2200 m/s in 2000, three shots, inverse scattering; along each axis");
}

// Steepest where the velocity steps, between two nodes.
void bench_reflector(const MigrationBench& bench) {
  ThreeShots three;
  for (int k = 35; k < 61; ++k)
    for (int i = 0; i < 101; ++i)
      three.truth(i, 0, k) = 2200.0F;
  const Field<float> image = three.image(bench, ImagingCondition::correlation);
  double worst = 0.0;
  for (int i = 40; i <= 60; i += 5) {
    std::vector<double> slope(61);
    for (int k = 1; k < 60; ++k)
      slope[static_cast<std::size_t>(k)] =
          std::abs(static_cast<double>(image(i, 0, k + 1)) - static_cast<double>(image(i, 0, k - 1)));
    worst = worst_of(worst, miss_of(slope, 20, 50, 34.5));
  }
  bench.at_most("reflector", worst, 0.25, "cells", "2000 over 2200 m/s, three shots, correlation");
}

// Three reflectors, a dipping one and a syncline among them, in a velocity that grows with depth.
void bench_exploding(const MigrationBench& bench) {
  const std::array<int, 3> n{201, 1, 101};
  Field<float> velocity(n), reflectivity(n);
  const double h = 10.0, wavenumber = 20.0 / 2000.0;
  for (int k = 0; k < n[2]; ++k)
    for (int i = 0; i < n[0]; ++i) {
      velocity(i, 0, k) = 1800.0F + 0.6F * static_cast<float>(k * h);
      const double x = (i - 100) * h, z = k * h;
      const double taper = std::exp(-std::pow(x / 350.0, 4));
      for (const double depth : {300.0, 480.0 + 0.15 * x, 700.0 - 80.0 * std::exp(-x * x / 90000.0)}) {
        const double a = std::pow(std::numbers::pi * wavenumber * (z - depth), 2);
        reflectivity(i, 0, k) += static_cast<float>(taper * (1.0 - 2.0 * a) * std::exp(-a));
      }
    }
  WaveModel model;
  model.grid = {n, {h, h, h}, {}, {}, {}, 0};
  model.velocity = borrowed(velocity);
  model.boundaries.fill(Boundary::cpml);
  model.frequency = 20.0;
  model.dt = 0.8 * stable_dt(model);
  model.steps = static_cast<int>(1.4 / model.dt);
  for (int i = 0; i < n[0]; ++i)
    model.receivers.push_back({i * h, 0.0, 2.0 * h});
  const Gather section = zero_offset_section(bench.make, model, borrowed(reflectivity), bench.job);
  const Field<float> image = migrate_zero_offset(bench.make, model, section, bench.job);
  bench.at_least("exploding", correlation_below(model.grid, image, reflectivity, 150.0), 0.95,
                 "reflectivity forward, its zero-offset section back at half the velocity");
}

// A shot over a reflector, its source's wave kept in every way.
void bench_source_fields(const MigrationBench& bench) {
  const std::array<int, 3> n{201, 1, 101};
  Field<float> truth(n, 2000.0F), background(n, 2000.0F);
  for (int k = 60; k < n[2]; ++k)
    for (int i = 0; i < n[0]; ++i)
      truth(i, 0, k) = 2400.0F;
  WaveModel model;
  model.grid = {n, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
  model.velocity = borrowed(truth);
  model.boundaries.fill(Boundary::cpml);
  model.frequency = 20.0;
  model.dt = 0.0017;
  model.steps = 700;
  Wavelet wavelet;
  wavelet.frequency = 20.0;
  const auto shots =
      line_of_shots(model.grid, {1, 20.0, 20.0, 1}, wavelet_series(wavelet, 0.0, 1.0, model.dt, model.steps));
  const auto there = model_shots(bench.make, model, shots, bench.job);
  model.velocity = borrowed(background);
  const auto direct = model_shots(bench.make, model, shots, bench.job);
  const auto data = std::make_shared<Gather>(difference_of(*there[0], *direct[0]));
  const auto image_by = [&](SourceField field, int every, const std::string& folder = {},
                            double on_device = 1.0) {
    RtmOptions options;
    options.source_field = field;
    options.strips.every = every;
    options.strips.folder = folder;
    options.strips.on_device = on_device;
    return migrate_shot(bench.make, model, shots[0], data, options, bench.job).image;
  };
  const Field<float> exact = image_by(SourceField::checkpoints, 1);
  const auto distance = [&](const Field<float>& image) {
    double apart = 0.0, size = 0.0;
    for (Index m = 0; m < image.size(); ++m) {
      apart += std::pow(static_cast<double>(image[m]) - static_cast<double>(exact[m]), 2);
      size += std::pow(static_cast<double>(exact[m]), 2);
    }
    return std::sqrt(apart / size);
  };
  const std::string note = "image against that of checkpoints";
  bench.at_most("source.levels", distance(image_by(SourceField::levels, 1)), 0.0, "relative L2", note);
  const Field<float> by_strips = image_by(SourceField::strips, 1);
  bench.at_most("source.strips", distance(by_strips), 1e-5, "relative L2", note);
  // The same strips wherever they lie.
  const auto apart = [&](const Field<float>& image) {
    std::size_t unlike = 0;
    for (Index m = 0; m < image.size(); ++m)
      unlike += image[m] == by_strips[m] ? 0 : 1;
    return static_cast<double>(unlike);
  };
  const std::string folder = std::filesystem::temp_directory_path().string();
  bench.at_most("source.file", apart(image_by(SourceField::strips, 1, folder)), 0.0, "nodes unlike",
                "strips in a file against those in memory");
  if (!bench.on_host)
    bench.at_most("source.host", apart(image_by(SourceField::strips, 1, {}, 0.0)), 0.0, "nodes unlike",
                  "strips in the host's memory against those on the device");
  bench.at_most("source.bits16", distance(image_by(SourceField::strips16, 5)), 1e-3, "relative L2",
                note + ", every 5th step");
  bench.at_most("source.bits8", distance(image_by(SourceField::strips8, 5)), 1e-3, "relative L2",
                note + ", every 5th step");
}

Field<float> minus(const Field<float>& m) {
  Field<float> out = m.clone();
  for (float& v : out.values())
    v = -v;
  return out;
}

constexpr double marmousi_aperture = 3000.0, marmousi_most_offset = 4000.0;

// What is left of the wave through the water is silenced, and shots fade out with their distance; their
// sources' waves are kept as a survey keeps them.
RtmOptions marmousi_options(const WaveModel& model, int every) {
  RtmOptions options;
  options.source_field = survey_source_field(model, every, ImageCondition::inverse_scattering,
                                             static_cast<double>(total_memory_bytes()));
  options.correlate_every = every;
  options.illumination = true;
  options.condition = ImagingCondition::inverse_scattering;
  options.aperture = marmousi_aperture;
  return options;
}
std::vector<ShotData> muted(const MarmousiSurvey& survey, const std::vector<ShotData>& data) {
  std::vector<ShotData> quiet;
  for (std::size_t s = 0; s < data.size(); ++s)
    quiet.push_back(std::make_shared<const Gather>(
        without_direct_wave(*data[s], survey.shots[s].source.position, survey.mute())));
  return quiet;
}

// On the data's own 7.5 m.
void bench_fine_marmousi(const MigrationBench& bench, const std::filesystem::path& file) {
  MarmousiPlan plan;
  plan.every = 1;
  plan.shots = bench.plan.small ? 1 : 60;
  if (bench.plan.small) plan.seconds = 0.5;
  const MarmousiSurvey survey = marmousi_survey(file, plan);
  const auto data = survey.data(bench.make, bench.job);
  const auto quiet = muted(survey, data);
  const Clock clock;
  const ShotImage image =
      migrate(bench.make, survey.model, survey.shots, quiet, marmousi_options(survey.model, 8), bench.job);
  const std::string shots = std::to_string(plan.shots) + " shots on 7.5 m, aperture 3 km";
  bench.at_most("marmousi.fine.seconds", clock.seconds(), bench.on_host ? 480.0 : 10.0, "s", shots);
  bench.at_least("marmousi.fine", survey.judged(image.image), 0.60,
                 shots + ", inverse scattering over illumination");
}

void bench_marmousi(const MigrationBench& bench) {
  const char* const folder = std::getenv("FOLDWAVE_SHARED_DATA");
  const auto file = std::filesystem::path(folder != nullptr ? folder : "../shared/data") /
                    "marmousi-vp-1601x401-7.5m-kmps.f32";
  if (!std::filesystem::exists(file)) return;
  // Minutes on a processor: where it is asked for by its name.
  if (!bench.plan.cases.empty() && bench.plan.wants("marmousi.fine")) bench_fine_marmousi(bench, file);
  constexpr std::array rows{"marmousi.rtm", "marmousi.plain", "marmousi.least_squares"};
  if (std::ranges::none_of(rows, [&](const char* row) { return bench.plan.wants(row); })) return;
  MarmousiPlan plan;
  if (bench.plan.small) plan.shots = 3;
  const MarmousiSurvey survey = marmousi_survey(file, plan);
  const auto data = survey.data(bench.make, bench.job);
  const auto quiet = muted(survey, data);
  const Clock clock;
  const ShotImage image =
      migrate(bench.make, survey.model, survey.shots, quiet, marmousi_options(survey.model, 4), bench.job);
  const std::string shots = std::to_string(plan.shots) + " shots on 15 m, aperture 3 km";
  bench.at_most("marmousi.rtm.seconds", clock.seconds(), 300.0, "s", shots);
  bench.at_least("marmousi.rtm", survey.judged(image.image), 0.60,
                 shots + ", inverse scattering over illumination");
  bench.at_least("marmousi.rtm.gain", survey.judged_with_gain(image.image), 0.68,
                 shots + ", gain over 300 m");
  if (bench.plan.wants("marmousi.plain")) {
    RtmOptions plain = marmousi_options(survey.model, 4);
    plain.condition = ImagingCondition::correlation;
    const Field<float> stack = laplacian_of(
        survey.model.grid, migrate(bench.make, survey.model, survey.shots, quiet, plain, bench.job).image);
    bench.at_least("marmousi.plain", survey.judged(stack), 0.55, shots + ", Laplacian of the correlation");
    bench.at_least("marmousi.plain.gain", survey.judged_with_gain(stack), 0.68, shots + ", gain over 300 m");
  }
  if (!bench.plan.wants("marmousi.least_squares")) return;
  const Clock again;
  const Field<float> scale = least_squares_scale(survey.model, image.illumination, 1e-3, 4);
  const LeastSquaresResult found =
      least_squares_migration(bench.make, survey.model, survey.shots, data, borrowed(scale),
                              {10, survey.mute(), 0.0, marmousi_most_offset}, bench.job);
  const Field<float> band = wavelet_band(survey.model.grid, minus(found.m), *survey.smooth, plan.frequency);
  bench.at_most("marmousi.least_squares.seconds", again.seconds(), 1800.0, "s", shots + ", 10 iterations");
  bench.at_most("marmousi.least_squares.residual", found.residuals.back(), 1.0, "of the data's norm",
                shots + ", 10 iterations");
  bench.at_least(
      "marmousi.least_squares", survey.judged(band), 0.75,
      shots + ", 10 iterations, offsets to 4 km, in the wavelet's band as what it is held against");
}

}  // namespace

void bench_migration(const Backend& backend, const ImagingBenchPlan& plan, const MeasureDone& add,
                     const Job& job) {
  const MigrationBench bench{[&](const StepperSetup& setup) { return backend.make_wave_stepper(setup); },
                             plan, add, job, backend.on_host()};
  if (plan.wants("adjoint")) {
    const std::string note = "<F m, d> = <m, F'd>: five sets of faces, sections and volumes, density";
    bench.at_most("adjoint.single", worst_adjoint(bench, Precision::binary32), 1e-5, "relative", note);
    bench.at_most("adjoint.double", worst_adjoint(bench, Precision::binary64), 1e-12, "relative", note);
  }
  if (plan.wants("taylor"))
    bench.at_most("taylor", worst_taylor(bench), 0.1, "off 2",
                  "slope of the remainder of Born's wave: a section and a volume, density");
  if (plan.wants("reflector")) bench_reflector(bench);
  if (plan.wants("scatterer")) bench_scatterer(bench);
  if (plan.wants("source")) bench_source_fields(bench);
  if (plan.wants("exploding")) bench_exploding(bench);
  if (plan.wants("marmousi")) bench_marmousi(bench);
}

}  // namespace foldwave
