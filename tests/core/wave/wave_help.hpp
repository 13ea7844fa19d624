// Shots on small uniform grids, for the tests of the propagator.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/worst.hpp"
#include "core/wave/cpu/cpu_propagator.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

using Trace = std::vector<double>;

struct Shot {
  WaveModel model;
  Field<float> velocity;

  Shot(std::array<int, 3> n, std::array<double, 3> h, float v) : velocity(n, v) {
    model.grid = {n, h, {}, {}, {}, 0};
    model.velocity = borrowed(velocity);
  }
  Shot(const Shot&) = delete;
  Shot& operator=(const Shot&) = delete;

  void fire(Vec3 position, double frequency) {
    Wavelet wavelet;
    wavelet.frequency = model.frequency = frequency;
    model.sources.push_back({position, wavelet_series(wavelet, 0.0, 1.0, model.dt, model.steps)});
  }
  std::vector<Trace> traces() const {
    const Gather gather = make_cpu_wave_propagator()->run(model, nullptr, {}).gather;
    std::vector<Trace> all;
    for (int r = 0; r < static_cast<int>(gather.receivers.size()); ++r)
      all.emplace_back(gather.trace(r), gather.trace(r) + gather.samples);
    return all;
  }
};

inline double largest(const Trace& trace) {
  double most = 0.0;
  for (const double p : trace)
    most = worst_of(most, std::abs(p));
  return most;
}

inline double largest_difference(const Trace& a, const Trace& b) {
  double most = 0.0;
  for (std::size_t n = 0; n < std::min(a.size(), b.size()); ++n)
    most = worst_of(most, std::abs(a[n] - b[n]));
  return most;
}

}  // namespace foldwave
