// Modes of a closed box, all faces free, from rest: p = cos(omega t) prod over axes of sin(k_a x_a). In
// double precision, so that a slope shows; the start, the velocity and what is read are single.
//
// With density. For rho = exp(-sum of b_a cos(k_a x_a)) the same p is a mode where
//
//   v^2 = omega^2 / sum of k_a^2 (1 + b_a cos(k_a x_a)),
//
// as rho d/dx((1/rho) dp/dx) = -k^2 (1 + b cos(kx)) p along each axis: an exact answer where velocity and
// density vary everywhere, evenly through the faces.
#include <limits>
#include <numbers>
#include <string>

#include "core/engine/backend.hpp"
#include "core/verify/wave_cases.hpp"
#include "core/wave/analytic.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/stencil.hpp"

namespace foldwave {

namespace {

struct Mode {
  int order = 8, time_order = 2;
  int cells = 16, halves = 2;  // along each axis; half wavelengths along each
  bool section = false;
  double density = 0.0;  // b, along each axis
};
constexpr std::array<double, 3> box{1.0, 1.1, 0.9};

std::array<double, 3> wave_numbers(const Mode& m) {
  std::array<double, 3> k{};
  for (std::size_t a = 0; a < 3; ++a)
    k[a] = m.section && a == 1 ? 0.0 : std::numbers::pi * m.halves / box[a];
  return k;
}

double true_frequency(const Mode& m) {
  const auto k = wave_numbers(m);
  return std::hypot(k[0], k[1], k[2]);
}

// The frequency that an exact step in time has with the differences of a uniform grid.
double grid_frequency(const Mode& m) {
  const auto k = wave_numbers(m);
  const Stencil stencil = taylor_stencil(m.order);
  double squares = 0.0;
  for (std::size_t a = 0; a < 3; ++a) {
    const double h = box[a] / m.cells;
    squares += stencil_symbol(stencil, k[a] * h) / (h * h);
  }
  return std::sqrt(squares);
}

// The frequency that the step gives to a mode of frequency `omega`.
double stepped_frequency(double omega, double dt, int time_order) {
  if (time_order == 2) return leapfrog_frequency(omega, dt);
  const double x = omega * dt * omega * dt;
  return std::acos(1.0 - x / 2.0 + x * x / 24.0) / dt;
}

class LastField final : public SnapshotSink {
 public:
  void snapshot(int, double, const Field<float>& pressure) override { field = pressure.clone(); }
  Field<float> field;
};

struct Box {
  Grid3 grid;
  Field<float> shape, velocity, density;
};

Box make_box(const Mode& m) {
  const int n = m.cells + 1;
  Box b;
  b.grid = make_grid({n, m.section ? 1 : n, n}, {box[0] / m.cells, box[1] / m.cells, box[2] / m.cells});
  b.shape = Field<float>(b.grid.n);
  b.velocity = Field<float>(b.grid.n);
  b.density = Field<float>(b.grid.n);
  const auto k = wave_numbers(m);
  const double omega = true_frequency(m);
  Index node = 0;
  for (int z = 0; z < b.grid.n[2]; ++z)
    for (int y = 0; y < b.grid.n[1]; ++y)
      for (int x = 0; x < b.grid.n[0]; ++x, ++node) {
        const std::array<int, 3> at{x, y, z};
        double p = 1.0, bends = 0.0, squares = 0.0;
        for (std::size_t a = 0; a < 3; ++a) {
          if (k[a] == 0.0) continue;
          const double phase = std::numbers::pi * m.halves * at[a] / m.cells;
          const bool face = at[a] == 0 || at[a] == m.cells;
          p *= face ? 0.0 : std::sin(phase);
          bends += m.density * std::cos(phase);
          squares += k[a] * k[a] * (1.0 + m.density * std::cos(phase));
        }
        b.shape[node] = static_cast<float>(p);
        b.velocity[node] = static_cast<float>(omega / std::sqrt(squares));
        b.density[node] = static_cast<float>(std::exp(-bends));
      }
  return b;
}

WaveModel model_of(const Mode& m, const Box& b) {
  WaveModel model;
  model.grid = b.grid;
  model.velocity = borrowed(b.velocity);
  if (m.density > 0.0) model.density = borrowed(b.density);
  model.stencil = taylor_stencil(m.order);
  model.time_order = m.time_order;
  model.precision = Precision::binary64;
  model.start = borrowed(b.shape);
  return model;
}

// Nine eighths of a period: there a wrong frequency shows, and a wrong amplitude or sign.
double duration_of(const Mode& m) {
  return 2.25 * std::numbers::pi / true_frequency(m);
}

double largest_stable_dt(const Mode& m) {
  const Box b = make_box(m);
  return stable_dt(model_of(m, b));
}

// The largest error of the last field against a mode of frequency `omega`.
double mode_error(const Backend& backend, const Mode& m, int steps, double omega, const Job& job) {
  const Box b = make_box(m);
  WaveModel model = model_of(m, b);
  model.steps = steps;
  model.dt = duration_of(m) / steps;
  model.snapshot_steps = {steps};
  LastField last;
  run_model(backend, model, &last, job);
  if (last.field.shape() != b.grid.n) return std::numeric_limits<double>::infinity();
  const double phase = std::cos(omega * duration_of(m));
  double error = 0.0;
  for (Index node = 0; node < b.shape.size(); ++node)
    error = worst_of(error, std::abs(double{last.field[node]} - double{b.shape[node]} * phase));
  return error;
}

// What space alone does wrong.
double space_error(const Backend& backend, const Mode& m, int steps, const Job& job) {
  return mode_error(backend, m, steps,
                    stepped_frequency(true_frequency(m), duration_of(m) / steps, m.time_order), job);
}

// What time alone does wrong.
double time_error(const Backend& backend, const Mode& m, int steps, const Job& job) {
  return mode_error(backend, m, steps, grid_frequency(m), job);
}

double slope_error(double coarse, double fine, double ratio, int order) {
  return std::abs(std::log(coarse / fine) / std::log(ratio) / order - 1.0);
}

double space_slope_error(const Backend& backend, Mode m, int coarse, int fine, const Job& job) {
  m.cells = fine;
  const int steps = static_cast<int>(std::ceil(duration_of(m) / (0.5 * largest_stable_dt(m))));
  const double second = space_error(backend, m, steps, job);
  m.cells = coarse;
  return slope_error(space_error(backend, m, steps, job), second, static_cast<double>(fine) / coarse,
                     m.order);
}

double time_slope_error(const Backend& backend, const Mode& m, const Job& job) {
  const int steps = static_cast<int>(std::ceil(duration_of(m) / (0.9 * largest_stable_dt(m))));
  return slope_error(time_error(backend, m, steps, job), time_error(backend, m, 2 * steps, job), 2.0,
                     m.time_order);
}

double density_error(const Backend& backend, const Mode& m, const Job& job) {
  return space_error(backend, m, static_cast<int>(std::ceil(duration_of(m) / (0.9 * largest_stable_dt(m)))),
                     job);
}

// The worst of a section and a volume.
template <class Measure>
double in_2d_and_3d(Mode m, Measure&& measure) {
  m.section = true;
  const double section = measure(m);
  m.section = false;
  return worst_of(section, measure(m));
}

}  // namespace

void check_standing(const Verified& verified, VerifyScope, const Job& job, Checks& checks) {
  const Backend& backend = verified.backend;
  struct Case {
    int order, coarse, fine, halves;
    double limit;
  };
  // Nodes a wavelength: few enough at high order for the error to stand above the rounding of the start, and
  // so few at order 16 that its slope is 0.91 of the order by the stencil's symbol.
  for (const Case& c : {Case{2, 24, 48, 2, 0.03}, Case{4, 20, 32, 2, 0.03}, Case{8, 14, 21, 4, 0.2},
                        Case{16, 10, 12, 4, 0.2}})
    checks.push_back(
        {"wave.standing.order" + std::to_string(c.order),
         in_2d_and_3d({.order = c.order, .halves = c.halves},
                      [&](const Mode& m) { return space_slope_error(backend, m, c.coarse, c.fine, job); }),
         c.limit, "relative", "error slope of space against the order, 2D and 3D, double precision"});
  for (const int time_order : {2, 4})
    checks.push_back({"wave.standing.time" + std::to_string(time_order),
                      in_2d_and_3d({.time_order = time_order, .cells = 12},
                                   [&](const Mode& m) { return time_slope_error(backend, m, job); }),
                      0.1, "relative",
                      "error slope of the time step against its order, 2D and 3D, double precision"});
  for (const int time_order : {2, 4})
    checks.push_back({"wave.standing.density.time" + std::to_string(time_order),
                      in_2d_and_3d({.time_order = time_order, .cells = 32, .density = 0.5},
                                   [&](const Mode& m) { return density_error(backend, m, job); }),
                      0.02, "of the amplitude",
                      "a mode where velocity and density vary, the density by a factor of 7 and 20, order " +
                          std::to_string(time_order) + " in time, 2D and 3D, double precision"});
  checks.push_back({"wave.standing.density.order",
                    in_2d_and_3d({.cells = 16, .density = 0.5},
                                 [&](Mode m) {
                                   const double coarse = density_error(backend, m, job);
                                   m.cells = 24;
                                   return slope_error(coarse, density_error(backend, m, job), 1.5, 2);
                                 }),
                    0.015, "relative",
                    "error slope of the same against 2, the order of the means of density at half nodes"});
}

}  // namespace foldwave
