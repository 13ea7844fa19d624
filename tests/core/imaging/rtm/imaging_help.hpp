// A small section with shots near its top, for the tests of migration: absorbing all round, 10 m, 20 Hz.
#pragma once

#include <memory>
#include <vector>

#include "core/imaging/rtm/rtm.hpp"
#include "core/wave/cpu/cpu_stepper.hpp"
#include "core/wave/source/wavelet.hpp"
#include "core/wave/stencil.hpp"

namespace foldwave {

struct SmallSurvey {
  Field<float> truth, background;
  WaveModel model;  // of the background
  std::vector<Shot> shots;
  StepperMaker make = make_cpu_stepper;

  explicit SmallSurvey(std::array<int, 3> n = {101, 1, 61}, int count = 5)
      : truth(n, 2000.0F), background(n, 2000.0F) {
    model.grid = {n, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    model.velocity = borrowed(background);
    model.boundaries.fill(Boundary::cpml);
    model.frequency = 20.0;
    model.dt = 0.0017;
    model.steps = 480;
    Wavelet wavelet;
    wavelet.frequency = 20.0;
    shots = line_of_shots(model.grid, {count, 30.0, 20.0, 1},
                          wavelet_series(wavelet, 0.0, 1.0, model.dt, model.steps));
  }
  SmallSurvey(const SmallSurvey&) = delete;
  SmallSurvey& operator=(const SmallSurvey&) = delete;

  // What the truth adds to the data of the background.
  std::vector<ShotData> data() const {
    WaveModel there = model;
    there.velocity = borrowed(truth);
    auto data = model_shots(make, there, shots, {});
    const auto direct = model_shots(make, model, shots, {});
    for (std::size_t s = 0; s < data.size(); ++s)
      data[s] = std::make_shared<Gather>(difference_of(*data[s], *direct[s]));
    return data;
  }
};

// The vertex of the parabola through the largest of `values` between two places and its neighbours.
inline double peak_of(const std::vector<double>& values, int first, int last) {
  int at = first;
  for (int k = first; k < last; ++k)
    if (values[static_cast<std::size_t>(k)] > values[static_cast<std::size_t>(at)]) at = k;
  const double a = values[static_cast<std::size_t>(at) - 1], b = values[static_cast<std::size_t>(at)],
               c = values[static_cast<std::size_t>(at) + 1];
  return at + 0.5 * (a - c) / (a - 2.0 * b + c);
}

}  // namespace foldwave
