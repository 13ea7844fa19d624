#include "core/verify/plane_echo.hpp"

#include <cmath>

#include "core/base/error.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/source/start_fields.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

PlaneEcho plane_echo(const WavePropagator& propagator, double v1, double v2, double rho1, double rho2,
                     const Job& job) {
  constexpr double frequency = 10.0;
  constexpr int interface = 110;  // the first node of the lower medium
  const double h = v1 / (12.0 * frequency);
  // Wide enough for the middle not to hear the edges.
  const Grid3 grid{{281, 1, 160}, {h, h, h}, {}, {}, {}, 0};
  Field<float> velocity(grid.n, static_cast<float>(v1)), density;
  if (rho1 > 0.0) density = Field<float>(grid.n, static_cast<float>(rho1));
  for (int k = interface; k < grid.n[2]; ++k)
    for (int i = 0; i < grid.n[0]; ++i) {
      velocity(i, 0, k) = static_cast<float>(v2);
      if (rho1 > 0.0) density(i, 0, k) = static_cast<float>(rho2);
    }
  WaveModel model;
  model.grid = grid;
  model.velocity = borrowed(velocity);
  if (rho1 > 0.0) model.density = borrowed(density);
  model.time_order = 4;
  model.dt = 0.45 * h / std::max(v1, v2);
  model.frequency = frequency;
  model.boundaries.fill(Boundary::cpml);
  const double above = 30.0 * h, down = (interface - 0.5) * h;
  const double receiver = 60.0 * h;
  const auto s = [&](double t) { return ricker(frequency, t); };
  const StartFields fields =
      plane_wave_start(grid, s, v1, {0.0, 0.0, 1.0}, {0.0, 0.0, down - above}, model.dt, job);
  model.start = borrowed(fields.start);
  model.start_past = borrowed(fields.past);
  model.receivers = {{140.0 * h, 0.0, receiver}};
  const double arrival = (above + down - receiver) / v1;
  model.steps = static_cast<int>((arrival + 1.2 / frequency) / model.dt);
  const WaveRun run = propagator.run(model, nullptr, job);
  if (run.stopped) throw Stopped();
  if (run.taken_over_by)
    throw ResourceError(propagator.name(), "the wave was run by " + *run.taken_over_by, "use --backend cpu");

  // What arrives before has gone down from the start.
  const int first = static_cast<int>((arrival - 1.2 / frequency) / model.dt);
  const auto projected = [&](double late) {
    double both = 0.0, own = 0.0;
    for (int n = std::max(first, 0); n < run.gather.samples; ++n) {
      const double expected = s((n - late) * model.dt - arrival);
      both += expected * static_cast<double>(run.gather.trace(0)[n]);
      own += expected * expected;
    }
    return both / own;
  };
  PlaneEcho echo;
  double most = 0.0;
  for (int n = -200; n <= 200; ++n) {
    const double value = std::abs(projected(0.05 * n));
    if (value > most) {
      most = value;
      echo.late_samples = 0.05 * n;
    }
  }
  echo.coefficient = projected(echo.late_samples);
  return echo;
}

}  // namespace foldwave
