// Checks of what a wave can do beyond the plain leapfrog: the flat reflector, CPML, fourth order in time.
// Fourth order in time and density are the CPU's, so they are checked there.
#include "core/engine/verify_wave_options.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/engine/worst.hpp"
#include "core/wave/cpu_propagator.hpp"
#include "core/wave/plane_echo.hpp"
#include "core/wave/wavelet.hpp"

namespace foldwave {

namespace {

// Traces near a side and a corner of a section, at 10 m, 10 Hz; `more` nodes are added on all sides.
Gather shot_in(const WavePropagator& propagator, float velocity, int more, const Job& job) {
  constexpr double h = 10.0, frequency = 10.0;
  const int n = 61 + 2 * more;
  const Grid3 grid{{n, 1, n}, {h, h, h}, {}, {}, {}, 0};
  const Field<float> field(grid.n, velocity);
  WaveModel model;
  model.grid = grid;
  model.velocity = &field;
  model.dt = 0.4 * h / double{velocity};
  model.steps = static_cast<int>((0.25 + 1000.0 / double{velocity}) / model.dt);
  model.boundaries.fill(Boundary::cpml);
  model.frequency = frequency;
  Wavelet wavelet;
  wavelet.frequency = frequency;
  const double o = more * h;
  model.sources.push_back(
      {{o + 300.0, 0.0, o + 300.0}, wavelet_series(wavelet, 0.0, 1.0, model.dt, model.steps)});
  for (int r = 0; r <= 12; ++r)
    model.receivers.push_back({o + 50.0 * r, 0.0, o + 580.0});
  WaveRun run = propagator.run(model, nullptr, job);
  if (run.stopped) throw Stopped();
  return std::move(run.gather);
}

double cpml_residual(const WavePropagator& propagator, float velocity, const Job& job) {
  const Gather small = shot_in(propagator, velocity, 0, job), large = shot_in(propagator, velocity, 75, job);
  double residual = 0.0;
  for (int r = 0; r < static_cast<int>(small.receivers.size()); ++r) {
    double peak = 0.0, difference = 0.0;
    for (int n = 0; n < small.samples; ++n) {
      peak = std::max(peak, std::abs(double{large.trace(r)[n]}));
      difference = worst_of(difference, std::abs(double{large.trace(r)[n]} - double{small.trace(r)[n]}));
    }
    residual = worst_of(residual, difference / peak);
  }
  return residual;
}

}  // namespace

void check_wave_options(const Backend& backend, VerifyScope scope, const Job& job, Checks& checks) {
  const auto propagator = backend.make_wave_propagator();
  for (const float velocity : {1500.0F, 3000.0F})
    checks.push_back({"wave.cpml." + std::to_string(static_cast<int>(velocity)),
                      cpml_residual(*propagator, velocity, job), 0.005, "of the incident peak",
                      "CPML of 10 cells of 10 m, 10 Hz, in a section, against a larger domain"});
  if (scope == VerifyScope::quick) return;
  const auto cpu = make_cpu_wave_propagator();
  const PlaneEcho echo = plane_echo(*cpu, 1500.0, 4700.0, 0.0, 0.0, job);
  constexpr double exact = (4700.0 - 1500.0) / (4700.0 + 1500.0);
  const std::string note = "plane wave at normal incidence on 1500 over 4700 m/s, h = v1/(12 f), CPU";
  checks.push_back({"wave.reflector.time", std::abs(echo.late_samples), 1.0, "samples", note});
  checks.push_back(
      {"wave.reflector.coefficient", std::abs(echo.coefficient / exact - 1.0), 0.03, "relative", note});
  const PlaneEcho dense = plane_echo(*cpu, 2000.0, 3000.0, 1000.0, 2000.0, job);
  checks.push_back({"wave.reflector.density", std::abs(dense.coefficient / 0.5 - 1.0), 0.03, "relative",
                    "impedance 2 to 6, (Z2 - Z1)/(Z2 + Z1) = 0.5, CPU"});
}

}  // namespace foldwave
