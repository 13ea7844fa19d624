// Events in small sections, recorded by another scheme than they are sent back with.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "core/base/worst.hpp"
#include "core/imaging/locate/locate.hpp"
#include "core/wave/cpu/cpu_propagator.hpp"
#include "core/wave/cpu/cpu_stepper.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

inline LocateWaves cpu_waves() {
  static const auto propagator = make_cpu_wave_propagator();
  return {*propagator, make_cpu_stepper};
}

struct Blast {
  Vec3 at{};
  double time = 0.0;
  double amplitude = 1.0;
};

// Recorded at order 16 in space and fourth order in time, by steps of their own; sent back at order 8 and
// second order.
struct Recording {
  Grid3 grid;
  std::shared_ptr<Field<float>> velocity;
  Wavelet wavelet;  // 10 Hz
  std::vector<Vec3> receivers;
  double dt = 2e-3, data_dt = 1.6e-3, duration = 1.4;
  Boundary top = Boundary::cpml;

  Recording(std::array<int, 3> n, double h, double v) : grid{n, {h, h, h}, {}, {}, {}, 0} {
    velocity = std::make_shared<Field<float>>(n, static_cast<float>(v));
  }

  // Every `every`-th node of the top row.
  void line(int every, double depth = 20.0) {
    for (int i = every / 2; i < grid.n[0]; i += every)
      receivers.push_back({i * grid.h[0], 0.0, depth});
  }

  WaveModel medium() const {
    WaveModel model;
    model.grid = grid;
    model.velocity = velocity;
    model.dt = dt;
    model.frequency = wavelet.frequency;
    model.boundaries.fill(Boundary::cpml);
    model.boundaries[z_min] = top;
    return model;
  }

  Gather gather(const std::vector<Blast>& blasts) const {
    WaveModel model = medium();
    model.stencil = taylor_stencil(16);
    model.time_order = 4;
    model.dt = data_dt;
    model.steps = static_cast<int>(std::lround(duration / data_dt));
    model.receivers = receivers;
    for (const Blast& blast : blasts)
      model.sources.push_back(
          {blast.at, wavelet_series(wavelet, blast.time, blast.amplitude, data_dt, model.steps)});
    return make_cpu_wave_propagator()->run(model, nullptr, {}).gather;
  }

  LocateSetup setup() const {
    LocateSetup setup;
    setup.medium = medium();
    setup.frequency = wavelet.frequency;
    setup.band = wavelet_band(wavelet);
    setup.wavelet = wavelet_series(wavelet, 0.0, 1.0, dt, 100000);
    return setup;
  }

  LocateResult locate(const Gather& gather, const LocateOptions& options = {}) const {
    return foldwave::locate(cpu_waves(), gather, setup(), options, {});
  }
};

inline double peak_of(const Gather& gather) {
  double most = 0.0;
  for (const float value : gather.traces)
    most = worst_of(most, std::abs(double{value}));
  return most;
}

// White noise of this root mean square.
inline void add_noise(Gather& gather, double level, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise(0.0, level);
  for (float& value : gather.traces)
    value = static_cast<float>(double{value} + noise(random));
}

}  // namespace foldwave
