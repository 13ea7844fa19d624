// Checks against the exact traces of a point in 3D and of a line in 2D.
#include <cmath>

#include "core/base/text.hpp"
#include "core/engine/verify_wave_options.hpp"
#include "core/engine/verify_wave_parts.hpp"
#include "core/engine/worst.hpp"
#include "core/wave/analytic.hpp"
#include "core/wave/dispersion.hpp"
#include "core/wave/wavelet.hpp"

namespace foldwave {

namespace {

struct PointCase {
  bool section = false;
  double dt = 0.0;
  int time_order = 2;
  Stencil stencil = taylor_stencil(8);
};
// Largest relative L2 error at receivers 250 m away, along an axis and oblique, before any echo of the walls.
double point_source_error(const Backend& backend, const PointCase& c, const Job& job) {
  const bool section = c.section;
  const double dt = c.dt;
  constexpr double velocity = 2000.0, frequency = 20.0, duration = 0.265;
  const Grid3 grid = make_grid({60, section ? 1 : 72, 72}, {10.0, 10.0, 10.0});
  const Field<float> field(grid.n, static_cast<float>(velocity));
  WaveModel model;
  model.grid = grid;
  model.velocity = &field;
  model.dt = dt;
  model.steps = static_cast<int>(duration / dt);
  model.time_order = c.time_order;
  model.stencil = c.stencil;
  const double y = section ? 0.0 : 310.0;
  Wavelet wavelet;
  wavelet.frequency = frequency;
  const Vec3 source{160.0, y, 310.0};
  model.sources.push_back({source, wavelet_series(wavelet, 0.0, 1.0, dt, model.steps)});
  model.receivers = {{410.0, y, 310.0}, {310.0, y, 510.0}};
  if (!section) model.receivers.push_back({310.0, y + 200.0, 310.0});
  const Gather gather = record(backend, model, job);

  const auto s = [&](double t) { return ricker(frequency, t - wavelet.peak_time()); };
  std::vector<double> exact(static_cast<std::size_t>(gather.samples));
  for (std::size_t n = 0; n < exact.size(); ++n) {
    const double t = static_cast<double>(n) * dt;
    exact[n] = section ? line_source_2d(s, t, 250.0, velocity, 1.0 / frequency)
                       : point_source_3d(s, t, 250.0, velocity);
  }
  double error = 0.0;
  for (std::size_t r = 0; r < gather.receivers.size(); ++r)
    error = worst_of(error, relative_l2(trace_of(gather, r), exact));
  return error;
}

}  // namespace

void check_point_source(const Backend& backend, const Job& job, Checks& checks) {
  constexpr double dt = 0.1 * 10.0 / 2000.0;
  checks.push_back({"wave.point3d.order8", point_source_error(backend, {.dt = dt}, job), 0.01, "relative L2",
                    "20 Hz, 10 m, 2000 m/s, 250 m, v dt/h = 0.1, against s(t - r/v)/(4 pi r)"});
  checks.push_back({"wave.point2d.order8", point_source_error(backend, {.section = true, .dt = dt}, job),
                    0.01, "relative L2", "the same in a section, against the line source"});
  checks.push_back({"wave.point3d.time4", point_source_error(backend, {.dt = 4.0 * dt, .time_order = 4}, job),
                    0.01, "relative L2", "fourth order in time at v dt/h = 0.4"});
  const Stencil windowed = windowed_stencil(0.5, 6.0, 8);
  checks.push_back({"wave.point3d.windowed",
                    point_source_error(backend, {.dt = dt, .stencil = windowed}, job), 0.01, "relative L2",
                    "the seed's windowed operator, alpha 0.5, beta 6, half-length 8: moment error " +
                        number_text(moment_error(windowed), 2)});
  constexpr double budget = 0.02;
  const double limit = stable_dt(make_grid({2, 2, 2}, {10.0, 10.0, 10.0}), taylor_stencil(8), 2000.0);
  const double step = automatic_dt(budget, 20.0, 250.0 / 2000.0, limit);
  checks.push_back({"wave.error_budget", point_source_error(backend, {.dt = step}, job), budget,
                    "relative L2",
                    "the automatic step for a budget of 2 %: v dt/h = " + number_text(step * 200.0, 3)});
}

}  // namespace foldwave
