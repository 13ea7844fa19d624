#include "core/bench/imaging/imaging_survey.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "core/engine/pipeline.hpp"
#include "core/engine/survey/survey_run.hpp"
#include "core/imaging/residual/first_break.hpp"
#include "core/imaging/residual/travel_times.hpp"
#include "core/imaging/rtm/shots.hpp"
#include "core/model/scenario_json.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

namespace {

// With a survey of its usual kind; none where its file is not here.
std::optional<Scenario> first_example(const Job& job) {
  const std::filesystem::path file = "resources/scenarios/antiform.json";
  if (!std::filesystem::exists(file)) return {};
  Scenario scenario = load_scenario(file.string(), job);
  scenario.imaging.emplace().survey.emplace();
  scenario.imaging->purpose = ImagingPurpose::image;
  return scenario;
}

void bench_first_example(const Backend& backend, const ImagingBenchPlan& plan, const MeasureDone& add,
                         const Job& job) {
  std::optional<Scenario> example = first_example(job);
  if (!example) return;
  Scenario& scenario = *example;
  if (plan.small) scenario.imaging->survey->shots = 4;
  const FoldResult fold = run_fold(scenario, backend, job);
  const SurveyResult image = run_survey(scenario, fold, backend, {}, job);
  const std::string note = "the first example's section, " + std::to_string(image.shots) + " shots, " +
                           std::to_string(image.steps) + " steps";
  add({"survey.line", image.seconds, 6.0, "s", note});
  add({"survey.line.first", image.first_seconds, 0.5, "s", note});
  add({"survey.line.correlation", image_correlation(image), 1.0, "correlation", note, 0.5});
}

// Its volume, on a device: minutes on a processor.
void bench_first_volume(const Backend& backend, const MeasureDone& add, const Job& job) {
  std::optional<Scenario> example = first_example(job);
  if (!example || backend.on_host()) return;
  Scenario& scenario = *example;
  scenario.imaging->survey->layout = SurveyLayout::volume;
  const FoldResult fold = run_fold(scenario, backend, job);
  const SurveyResult image = run_survey(scenario, fold, backend, {}, job);
  const std::string note = "the first example's volume, " + std::to_string(scenario.grid.n[0]) + "^3, " +
                           std::to_string(image.shots) + " shots, " + std::to_string(image.steps) + " steps";
  add({"survey.volume", image.seconds, 8.0, "s", note});
}

// 2000 over 2200 m/s, halfway between two nodes.
Scenario flat_layers() {
  Scenario scenario;
  scenario.grid = {{101, 1, 61}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
  FoldEvent& fold = scenario.events.emplace_back();
  fold.horizon = PlaneHorizon{{500.0, 0.0, 345.0}, 0.0, 0.0, {}};
  scenario.stack.layers.resize(2);
  scenario.stack.layers[0].velocity = 2000.0;
  scenario.stack.layers[1].velocity = 2200.0;
  scenario.survey.sources.emplace_back().position = {500.0, 0.0, 100.0};
  scenario.imaging.emplace().survey.emplace().shots = 20;
  scenario.imaging->purpose = ImagingPurpose::image;
  return scenario;
}

void bench_flat_boundary(const Backend& backend, const MeasureDone& add, const Job& job) {
  const Scenario scenario = flat_layers();
  const SurveyResult image = run_survey(scenario, run_fold(scenario, backend, job), backend, {}, job);
  double worst = 0.0;
  for (int i = 40; i <= 60; i += 4) {
    const auto slope = [&](int k) {
      return std::abs(static_cast<double>(image.image(i, 0, k + 1)) -
                      static_cast<double>(image.image(i, 0, k - 1)));
    };
    int at = 25;
    for (int k = 25; k <= 45; ++k)
      if (slope(k) > slope(at)) at = k;
    const double a = slope(at - 1), b = slope(at), c = slope(at + 1);
    const double off = std::abs(at + 0.5 * (a - c) / (a - 2.0 * b + c) - 34.5);
    worst = off <= worst ? worst : off;  // what is no number stays
  }
  add({"survey.flat", worst, 0.25, "cells", "2000 over 2200 m/s, 20 shots, everything automatic"});
}

// A gradient with a broad lens.
void bench_first_break(const Backend& backend, const MeasureDone& add, const Job& job) {
  const std::array<int, 3> n{161, 1, 81};
  Field<float> v(n);
  for (int k = 0; k < n[2]; ++k)
    for (int i = 0; i < n[0]; ++i) {
      const double x = 10.0 * i - 900.0, z = 10.0 * k - 350.0;
      v(i, 0, k) = static_cast<float>(1900.0 + 5.0 * k + 150.0 * std::exp(-(x * x + z * z) / 160000.0));
    }
  WaveModel model;
  model.grid = {n, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
  model.velocity = borrowed(v);
  model.stencil = taylor_stencil(16);
  model.boundaries.fill(Boundary::cpml);
  Wavelet wavelet;
  wavelet.frequency = model.frequency = 15.0;
  model.dt = 0.5 * stable_dt(model);
  model.steps = static_cast<int>(1.1 / model.dt);
  Shot shot{{{300.0, 0.0, 400.0}, wavelet_series(wavelet, 0.0, 1.0, model.dt, model.steps)}, {}};
  for (int i = 0; i < n[0]; i += 4)
    if (std::abs(10.0 * i - 300.0) > 200.0) shot.receivers.push_back({10.0 * i, 0.0, 20.0});
  const auto wave = backend.make_wave_stepper({model_of_shot(model, shot, true), {}, false, nullptr});
  wave->advance(model.steps, job.stop);
  job.throw_if_stopped();
  const FirstBreakOptions options{1.0 / wavelet.frequency};
  const auto s = [&](double t) { return t < 0.0 ? 0.0 : wavelet_value(wavelet, t); };
  const double delay = first_break_delay(s, model.dt, true, 700.0, 2000.0, options);
  const Field<float> times = travel_times(model.grid, v, shot.source.position, job);
  const double median =
      first_break_residual(wave->gather(), times_at(times, model.grid, shot.receivers), delay, options)
          .median;
  add({"survey.first_break", median / model.dt, 1.0, "samples", "median, a gradient with a lens, 15 Hz"});
}

}  // namespace

void bench_survey(const Backend& backend, const ImagingBenchPlan& plan, const MeasureDone& add,
                  const Job& job) {
  if (plan.wants("survey.line")) bench_first_example(backend, plan, add, job);
  if (plan.wants("survey.volume")) bench_first_volume(backend, add, job);
  if (plan.wants("survey.flat")) bench_flat_boundary(backend, add, job);
  if (plan.wants("survey.first_break")) bench_first_break(backend, add, job);
}

}  // namespace foldwave
