// Checks against the exact traces of a point in 3D and of a line in 2D.
#include <cmath>

#include "core/base/text.hpp"
#include "core/engine/backend.hpp"
#include "core/verify/wave_cases.hpp"
#include "core/wave/analytic.hpp"
#include "core/wave/dispersion.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

namespace {

struct PointCase {
  bool section = false;
  double dt = 0.0;
  int time_order = 2;
  Stencil stencil = taylor_stencil(8);
  Vec3 shift{};  // of the source from its node, and of the receivers the other way
};
constexpr double velocity = 2000.0, frequency = 20.0, away = 250.0;

// Largest relative L2 error at receivers about 250 m away, along an axis and oblique, before any echo of the
// walls.
double point_source_error(const Backend& backend, const PointCase& c, const Job& job) {
  const bool section = c.section;
  const double dt = c.dt;
  constexpr double duration = 0.265;
  const Grid3 grid = make_grid({60, section ? 1 : 72, 72}, {10.0, 10.0, 10.0});
  const Field<float> field(grid.n, static_cast<float>(velocity));
  WaveModel model;
  model.grid = grid;
  model.velocity = borrowed(field);
  model.dt = dt;
  model.steps = static_cast<int>(duration / dt);
  model.time_order = c.time_order;
  model.stencil = c.stencil;
  const double y = section ? 0.0 : 310.0;
  Wavelet wavelet;
  wavelet.frequency = frequency;
  const Vec3 source = Vec3{160.0, y, 310.0} + c.shift;
  model.sources.push_back({source, wavelet_series(wavelet, 0.0, 1.0, dt, model.steps)});
  model.receivers = {{410.0, y, 310.0}, {310.0, y, 510.0}};
  if (!section) model.receivers.push_back({310.0, y + 200.0, 310.0});
  for (Vec3& receiver : model.receivers)
    receiver = receiver - c.shift;
  const Gather gather = record(backend, model, job);

  const auto s = [&](double t) { return ricker(frequency, t - wavelet.peak_time()); };
  double error = 0.0;
  for (std::size_t r = 0; r < gather.receivers.size(); ++r) {
    const double distance = norm(model.receivers[r] - source);
    std::vector<double> exact(static_cast<std::size_t>(gather.samples));
    for (std::size_t n = 0; n < exact.size(); ++n) {
      const double t = static_cast<double>(n) * dt;
      exact[n] = section ? line_source_2d(s, t, distance, velocity, 1.0 / frequency)
                         : point_source_3d(s, t, distance, velocity);
    }
    error = worst_of(error, relative_l2(trace_of(gather, r), exact));
  }
  return error;
}

}  // namespace

void check_point_source(const Verified& verified, VerifyScope, const Job& job, Checks& checks) {
  constexpr double dt = 0.1 * 10.0 / velocity;
  const auto add = [&](const char* name, const PointCase& c, const std::string& note) {
    checks.push_back({std::string("wave.point") + name, point_source_error(verified.backend, c, job), 0.01,
                      "relative L2", note});
  };
  add("3d.order8", {.dt = dt}, "20 Hz, 10 m, 2000 m/s, 250 m, v dt/h = 0.1, against s(t - r/v)/(4 pi r)");
  add("2d.order8", {.section = true, .dt = dt}, "the same in a section, against the line source");
  add("3d.between_nodes", {.dt = dt, .shift = {-2.6, 3.7, 4.9}}, "source and receivers off the nodes");
  add("3d.time4", {.dt = 4.0 * dt, .time_order = 4}, "fourth order in time at v dt/h = 0.4");
  const Stencil windowed = windowed_stencil(0.5, 6.0, 8);
  add("3d.windowed", {.dt = dt, .stencil = windowed},
      "the seed's windowed operator, alpha 0.5, beta 6, half-length 8: moment error " +
          number_text(moment_error(windowed), 2));
}

void check_error_budget(const Verified& verified, VerifyScope, const Job& job, Checks& checks) {
  constexpr double budget = 0.02;
  const double limit = stable_dt(make_grid({2, 2, 2}, {10.0, 10.0, 10.0}), taylor_stencil(8), velocity);
  const double step = automatic_dt(budget, frequency, away / velocity, limit);
  checks.push_back({"wave.error_budget", point_source_error(verified.backend, {.dt = step}, job), budget,
                    "relative L2",
                    "the automatic step for a budget of 2 %: v dt/h = " + number_text(step * 200.0, 3)});
}

}  // namespace foldwave
