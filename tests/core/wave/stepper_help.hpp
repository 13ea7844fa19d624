// Small models for the tests of steppers: every node another velocity, sources and receivers on and between
// nodes, and the Born pair made of steppers.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <random>
#include <vector>

#include "core/base/worst.hpp"
#include "core/wave/cpu/cpu_stepper.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/stencil.hpp"

namespace foldwave {

// F, S and C: a face's kind in the tables of these tests; and every kind, alone and beside others.
namespace faces {
inline constexpr auto F = Boundary::free, S = Boundary::sponge, C = Boundary::cpml;
}
inline constexpr std::array<std::array<Boundary, 6>, 5> step_faces = [] {
  using namespace faces;
  return std::array<std::array<Boundary, 6>, 5>{
      {{F, F, F, F, F, F}, {S, S, S, S, F, S}, {C, C, C, C, F, C}, {C, C, C, C, C, C}, {F, C, C, S, S, C}}};
}();

struct StepCase {
  std::array<int, 3> n{29, 1, 27};
  std::array<Boundary, 6> faces{};
  int order = 8;
  int time_order = 2;
  bool density = false;
  Precision precision = Precision::binary64;
  int steps = 70;
  int pad = 7;
};

struct StepModel {
  Field<float> velocity, density;
  StepperSetup setup;

  explicit StepModel(const StepCase& c) : velocity(c.n), density(c.n) {
    for (int k = 0; k < c.n[2]; ++k)
      for (int j = 0; j < c.n[1]; ++j)
        for (int i = 0; i < c.n[0]; ++i) {
          velocity(i, j, k) = 2000.0F + 10.0F * static_cast<float>((7 * i + 5 * j + 3 * k) % 50);
          density(i, j, k) = 1000.0F + 20.0F * static_cast<float>((3 * i + 11 * j + 5 * k) % 40);
        }
    WaveModel& m = setup.model;
    m.grid = {c.n, {10.0, 11.0, 9.0}, {}, {}, {}, 0};
    m.velocity = borrowed(velocity);
    if (c.density) m.density = borrowed(density);
    m.stencil = taylor_stencil(c.order);
    m.time_order = c.time_order;
    m.precision = c.precision;
    m.boundaries = c.faces;
    m.pad_cells = c.pad;
    m.frequency = 20.0;
    m.steps = c.steps;
    m.dt = 0.8 * stable_dt(m);
    const Vec3 end = m.grid.extent();
    m.sources.push_back({{0.43 * end.x, 0.5 * end.y, 0.31 * end.z}, {1.0F, -0.5F, 0.7F, -1.0F, 0.3F, 0.2F}});
    for (const double s : {0.05, 0.37, 0.61, 0.98})
      m.receivers.push_back({s * end.x, 0.45 * end.y, 0.22 * end.z});
    m.receivers.push_back({std::min(10.0, end.x), std::min(11.0, end.y), std::min(18.0, end.z)});
  }
  StepModel(const StepModel&) = delete;
  StepModel& operator=(const StepModel&) = delete;
};

inline Field<float> random_field(std::array<int, 3> n, unsigned seed) {
  std::mt19937 draw(seed);
  std::uniform_real_distribution<float> value(-1.0F, 1.0F);
  Field<float> field(n);
  for (float& v : field.values())
    v = value(draw);
  return field;
}

// F m: the traces of the Born wave.
inline std::vector<double> born_samples(const StepperSetup& of, const Field<float>& m,
                                        const StepperMaker& make = make_cpu_stepper) {
  StepperSetup quiet = of;
  quiet.model.sources.clear();
  quiet.scattering = borrowed(m);
  StepperSetup deaf = of;
  deaf.model.receivers.clear();
  const auto background = make(deaf);
  const auto scattered = make(quiet);
  for (int n = 0; n < of.model.steps; ++n) {
    background->advance(1);
    scattered->scatter(*background);
    scattered->advance(1);
  }
  return scattered->exact_samples();
}

// F' d, with the background taken back by its strips.
inline Field<double> born_adjoint(const StepperSetup& of, const std::shared_ptr<const Gather>& data,
                                  const StepperMaker& make = make_cpu_stepper) {
  StepperSetup deaf = of;
  deaf.model.receivers.clear();
  const auto background = make(deaf);
  const auto strips = background->make_strip_record({});
  background->record(*strips);
  background->advance(of.model.steps);
  background->turn_back(*strips);
  StepperSetup back = of;
  back.model.sources.clear();
  back.model.receivers.clear();
  back.adjoint = true;
  back.traces = TraceSources{data, {}, true, PaddedGrid(of.model).cell_measure()};
  const auto adjoint = make(back);
  const auto image = background->make_sink(SinkKind::rates);
  adjoint->advance(1);
  for (;;) {
    const WaveStepper* const both[]{background.get(), adjoint.get()};
    image->add(both);
    if (background->step() == 0) break;
    background->advance(1);
    adjoint->advance(1);
  }
  Field<double> sum = image->exact_values();
  for (Index m = 0; m < sum.size(); ++m) {
    const double v_dt = static_cast<double>((*of.model.velocity)[m]) * of.model.dt;
    const double rho = of.model.density != nullptr ? static_cast<double>((*of.model.density)[m]) : 1.0;
    sum[m] /= v_dt * v_dt * rho;
  }
  return sum;
}

inline Field<float> pressure_of(const WaveStepper& wave) {
  Field<float> out(wave.padded().grid.n);
  wave.pressure(out);
  return out;
}

inline double largest_of(const Field<float>& field) {
  double most = 0.0;
  for (const float v : field.values())
    most = worst_of(most, std::abs(static_cast<double>(v)));
  return most;
}

inline double difference(const Field<float>& a, const Field<float>& b) {
  double most = 0.0;
  for (Index m = 0; m < a.size(); ++m)
    most = worst_of(most, std::abs(static_cast<double>(a[m]) - static_cast<double>(b[m])));
  return most;
}

// The worst difference of the levels on the way back, over the largest level; `seen` is told each of them.
inline double way_back(const StepModel& model, const StripOptions& options, int at_once = 1,
                       const StepperMaker& make = make_cpu_stepper,
                       const std::function<void(const Field<float>&)>& seen = nullptr) {
  const auto wave = make(model.setup);
  const auto strips = wave->make_strip_record(options);
  wave->record(*strips);
  std::vector<Field<float>> levels;
  levels.push_back(pressure_of(*wave));
  for (int n = 0; n < model.setup.model.steps; ++n) {
    wave->advance(1);
    levels.push_back(pressure_of(*wave));
  }
  double most = 0.0, worst = 0.0;
  for (const auto& level : levels)
    most = std::max(most, largest_of(level));
  wave->turn_back(*strips);
  for (;;) {
    const Field<float> here = pressure_of(*wave);
    worst = worst_of(worst, difference(here, levels[static_cast<std::size_t>(wave->step())]));
    if (seen) seen(here);
    if (wave->step() == 0) break;
    wave->advance(at_once);
  }
  return worst / most;
}

// A wavelet of few hertz, as a scheme that keeps strips at Nyquist asks for.
inline void give_slow_wavelet(StepModel& model) {
  const double dt = model.setup.model.dt, f = 0.04 / dt;
  std::vector<float>& series = model.setup.model.sources[0].series;
  series.clear();
  for (int n = 0; n < 120; ++n) {
    const double a = std::pow(std::numbers::pi * f * (n * dt - 1.5 / f), 2);
    series.push_back(static_cast<float>((1.0 - 2.0 * a) * std::exp(-a)));
  }
}

}  // namespace foldwave
