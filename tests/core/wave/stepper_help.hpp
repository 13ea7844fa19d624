// Small models for the tests of steppers: every node another velocity, sources and receivers on and between
// nodes, and the Born pair made of steppers.
#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

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
inline std::vector<double> born_samples(const StepperSetup& of, const Field<float>& m) {
  StepperSetup quiet = of;
  quiet.model.sources.clear();
  quiet.scattering = borrowed(m);
  StepperSetup deaf = of;
  deaf.model.receivers.clear();
  const auto background = make_cpu_stepper(deaf);
  const auto scattered = make_cpu_stepper(quiet);
  for (int n = 0; n < of.model.steps; ++n) {
    background->advance(1);
    scattered->scatter(*background);
    scattered->advance(1);
  }
  return scattered->exact_samples();
}

// F' d, with the background taken back by its strips.
inline Field<double> born_adjoint(const StepperSetup& of, const std::shared_ptr<const Gather>& data) {
  StepperSetup deaf = of;
  deaf.model.receivers.clear();
  const auto background = make_cpu_stepper(deaf);
  const auto strips = background->make_strip_record({});
  background->record(*strips);
  background->advance(of.model.steps);
  background->turn_back(*strips);
  StepperSetup back = of;
  back.model.sources.clear();
  back.model.receivers.clear();
  back.adjoint = true;
  back.traces = TraceSources{data, {}, true, PaddedGrid(of.model).cell_measure()};
  const auto adjoint = make_cpu_stepper(back);
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

}  // namespace foldwave
