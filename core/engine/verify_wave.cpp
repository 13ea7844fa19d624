#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "core/base/text.hpp"
#include "core/engine/verify.hpp"
#include "core/engine/verify_wave_options.hpp"
#include "core/engine/verify_wave_parts.hpp"
#include "core/engine/worst.hpp"
#include "core/wave/analytic.hpp"
#include "core/wave/cpu_leapfrog.hpp"
#include "core/wave/dispersion.hpp"
#include "core/wave/stencil.hpp"
#include "core/wave/wavelet.hpp"

namespace foldwave {

namespace {

constexpr std::array<Boundary, 6> all_free{};
constexpr std::array<Boundary, 6> all_sponge{Boundary::sponge, Boundary::sponge, Boundary::sponge,
                                             Boundary::sponge, Boundary::sponge, Boundary::sponge};

double largest_magnitude(const std::vector<double>& trace) {
  double most = 0.0;
  for (const double p : trace)
    most = worst_of(most, std::abs(p));
  return most;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0.0;
  for (std::size_t n = 0; n < std::min(a.size(), b.size()); ++n)
    most = worst_of(most, std::abs(a[n] - b[n]));
  return most;
}

// --- standing wave in a closed box, in double: what space alone does wrong
// --------------------------------------

// p = cos(omega t) prod over axes of sin(pi mode x / L), all faces free. `cells` along each axis.
double standing_error(int order, int cells, int mode, double dt, int steps, bool section, const Job& job) {
  const std::array<double, 3> length{1.0, 1.1, 0.9};
  const Grid3 grid = make_grid({cells + 1, section ? 1 : cells + 1, cells + 1},
                               {length[0] / cells, length[1] / cells, length[2] / cells});
  const Field<float> velocity(grid.n, 1.0F);
  const PaddedGrid padded(grid, taylor_stencil(order), all_free, 0);
  CpuLeapfrog<double> wave(padded, velocity, dt);
  const double along = std::numbers::pi * mode;
  double squares = 0.0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (!(section && axis == 1)) squares += along * along / (length[axis] * length[axis]);
  const double omega = leapfrog_frequency(std::sqrt(squares), dt);
  const auto shape = [&](int i, int j, int k) {
    const double y = section ? 1.0 : std::sin(along * j / cells);
    return std::sin(along * i / cells) * y * std::sin(along * k / cells);
  };
  const auto each_node = [&](auto&& visit) {
    for (int k = 1; k < cells; ++k)
      for (int j = section ? 0 : 1; j < (section ? 1 : cells); ++j)
        for (int i = 1; i < cells; ++i)
          visit(padded.index(i, j, k), shape(i, j, k));
  };
  each_node([&](Index m, double s) {
    wave.present()[m] = s;
    wave.past()[m] = s * std::cos(omega * dt);
  });
  for (int n = 0; n < steps; ++n)
    if (!wave.step(job.stop)) throw Stopped();
  double error = 0.0;
  const double phase = std::cos(omega * steps * dt);
  each_node([&](Index m, double s) { error = worst_of(error, std::abs(wave.present()[m] - s * phase)); });
  return error;
}

double standing_slope_error(int order, int coarse, int fine, int mode, bool section, const Job& job) {
  const double limit = stable_dt(make_grid({2, section ? 1 : 2, 2}, {1.0 / fine, 1.1 / fine, 0.9 / fine}),
                                 taylor_stencil(order), 1.0);
  // Five quarters of a period: there a wrong frequency shows most.
  const double omega = std::numbers::pi * mode * std::sqrt(1.0 + (section ? 0.0 : 1.0 / 1.21) + 1.0 / 0.81);
  const double duration = 2.5 * std::numbers::pi / omega;
  const int steps = static_cast<int>(std::ceil(duration / (0.5 * limit)));
  const double dt = duration / steps;
  const double slope = std::log(standing_error(order, coarse, mode, dt, steps, section, job) /
                                standing_error(order, fine, mode, dt, steps, section, job)) /
                       std::log(static_cast<double>(fine) / coarse);
  return std::abs(slope / order - 1.0);
}

void check_standing(const Job& job, Checks& checks) {
  struct Case {
    int order, coarse, fine, mode;
  };
  // Nodes a wavelength: few enough at high order for the error to stand above double precision's rounding.
  for (const Case& c : {Case{2, 24, 48, 2}, Case{4, 20, 32, 2}, Case{8, 12, 18, 2}, Case{16, 14, 18, 4}})
    checks.push_back({"wave.standing.order" + std::to_string(c.order),
                      worst_of(standing_slope_error(c.order, c.coarse, c.fine, c.mode, false, job),
                               standing_slope_error(c.order, c.coarse, c.fine, c.mode, true, job)),
                      0.1, "relative",
                      "error slope against the order, 2D and 3D, double precision on the CPU"});
}

// --- the stability limit
// ----------------------------------------------------------------------------------------

struct StabilityCase {
  int order;
  bool section;
};

std::vector<StabilityCase> stability_cases(VerifyScope scope) {
  std::vector<StabilityCase> cases;
  for (int order = 2; order <= max_stencil_order; order += 2)
    if (scope == VerifyScope::full || order == 2 || order == 8 || order == 16) {
      cases.push_back({order, false});
      cases.push_back({order, true});
    }
  return cases;
}

// A closed box, unequal spacings, and an impulse in it, which excites every wavenumber.
WaveModel closed_box(const StabilityCase& c, double share, Field<float>& velocity) {
  WaveModel model;
  model.grid = make_grid({20, c.section ? 1 : 18, 21}, {10.0, 8.0, 12.0});
  velocity = Field<float>(model.grid.n, 3000.0F);
  model.velocity = &velocity;
  model.stencil = taylor_stencil(c.order);
  model.dt = share * stable_dt(model.grid, model.stencil, 3000.0);
  model.steps = 5000;
  const double y = c.section ? 0.0 : 56.0;
  model.sources.push_back({{70.0, y, 96.0}, {1e6F}});
  for (int r = 1; r < 8; ++r)
    model.receivers.push_back({20.0 * r, c.section ? 0.0 : 16.0 * r, 24.0 * r});
  return model;
}

double mean_square(const Gather& gather, int from, int to) {
  double sum = 0.0;
  for (std::size_t r = 0; r < gather.receivers.size(); ++r)
    for (int n = from; n < to; ++n) {
      const double p = gather.trace(static_cast<int>(r))[n];
      sum += p * p;
    }
  return sum / (to - from);
}

void check_stability(const Backend& backend, VerifyScope scope, const Job& job, Checks& checks) {
  const auto cases = stability_cases(scope);
  double growth = 0.0;
  int not_refused = 0, not_blown = 0;
  for (const StabilityCase& c : cases) {
    Field<float> velocity;
    const Gather gather = record(backend, closed_box(c, 0.98, velocity), job);
    const double ratio = std::sqrt(mean_square(gather, 4000, 5001) / mean_square(gather, 0, 1000));
    growth = std::isfinite(ratio) ? std::max(growth, ratio) : std::numeric_limits<double>::infinity();

    WaveModel model = closed_box(c, 1.02, velocity);
    try {
      record(backend, model, job);
      ++not_refused;
    } catch (const InputError&) {
    }
    model.check_stability = false;
    try {
      record(backend, model, job);
      ++not_blown;
    } catch (const NumericError&) {
    }
  }
  const std::string note = std::to_string(cases.size()) + " cases of order and dimension, closed box";
  checks.push_back(
      {"wave.stability.below", growth, 2.0, "ratio",
       "0.98 of the limit, amplitude after 4000 to 5000 steps over that of the first 1000; " + note});
  checks.push_back({"wave.stability.refused", static_cast<double>(not_refused), 0.0, "cases",
                    "1.02 of the limit is refused; " + note});
  checks.push_back({"wave.stability.blows_up", static_cast<double>(not_blown), 0.0, "cases",
                    "1.02 of the limit, forced, overflows within 5000 steps; " + note});
}

// --- boundaries
// -------------------------------------------------------------------------------------------------

// What comes back from a sponge of 50 cells, over the incident peak: 10 Hz, 2000 m/s, 10 m, against a domain
// too large for echoes to arrive.
double sponge_residual_2d(const Backend& backend, const Job& job) {
  constexpr double velocity = 2000.0, frequency = 10.0, h = 10.0, dt = 0.3 * h / velocity;
  const auto shot = [&](int more) {
    const Grid3 grid = make_grid({61 + 2 * more, 1, 61 + 2 * more}, {h, h, h});
    const Field<float> field(grid.n, static_cast<float>(velocity));
    WaveModel model;
    model.grid = grid;
    model.velocity = &field;
    model.dt = dt;
    model.steps = static_cast<int>(1.2 / dt);
    model.boundaries = all_sponge;
    Wavelet wavelet;
    wavelet.frequency = frequency;
    const double o = more * h;
    model.sources.push_back(
        {{o + 300.0, 0.0, o + 300.0}, wavelet_series(wavelet, 0.0, 1.0, dt, model.steps)});
    for (int r = 0; r <= 12; ++r)
      model.receivers.push_back({o + 50.0 * r, 0.0, o + 550.0});
    return record(backend, model, job);
  };
  const Gather small = shot(0), large = shot(120);
  double residual = 0.0;
  for (std::size_t r = 0; r < small.receivers.size(); ++r)
    residual = worst_of(residual, largest_difference(trace_of(small, r), trace_of(large, r)) /
                                      largest_magnitude(trace_of(large, r)));
  return residual;
}

// The same in 3D, where nothing is left once the direct wave is past.
double sponge_residual_3d(const Backend& backend, const Job& job) {
  constexpr double velocity = 2000.0, frequency = 10.0, h = 10.0, dt = 0.3 * h / velocity;
  const Grid3 grid = make_grid({41, 41, 41}, {h, h, h});
  const Field<float> field(grid.n, static_cast<float>(velocity));
  WaveModel model;
  model.grid = grid;
  model.velocity = &field;
  model.dt = dt;
  model.steps = static_cast<int>(0.9 / dt);
  model.boundaries = all_sponge;
  Wavelet wavelet;
  wavelet.frequency = frequency;
  const Vec3 source{200.0, 200.0, 200.0};
  model.sources.push_back({source, wavelet_series(wavelet, 0.0, 1.0, dt, model.steps)});
  model.receivers = {{200.0, 200.0, 380.0}, {20.0, 200.0, 380.0}, {20.0, 380.0, 20.0}};
  const Gather gather = record(backend, model, job);
  double residual = 0.0;
  for (std::size_t r = 0; r < gather.receivers.size(); ++r) {
    auto trace = trace_of(gather, r);
    const double incident = largest_magnitude(trace);
    const double past = norm(model.receivers[r] - source) / velocity + wavelet.peak_time() + 1.5 / frequency;
    trace.erase(trace.begin(), trace.begin() + static_cast<std::ptrdiff_t>(past / dt));
    residual = worst_of(residual, largest_magnitude(trace) / incident);
  }
  return residual;
}

// Under a free surface the field is that of the whole space less its mirror image: both are computed, so what
// is left is the error of the reflection coefficient -1 alone.
double free_surface_error(const Backend& backend, const Job& job) {
  constexpr int depth = 40;
  constexpr double h = 10.0, dt = 5e-4;
  const auto shot = [&](int above, const std::vector<Vec3>& receivers) {
    const Grid3 grid = make_grid({70, 40, depth + above + 1}, {h, h, h});
    const Field<float> field(grid.n, 2000.0F);
    WaveModel model;
    model.grid = grid;
    model.velocity = &field;
    model.dt = dt;
    model.steps = 700;
    const double surface = above * h;
    model.sources.push_back({{100.0, 200.0, surface + 120.0}, wavelet_series({}, 0.0, 1.0, dt, model.steps)});
    for (Vec3 receiver : receivers) {
      receiver.z += surface;
      model.receivers.push_back(receiver);
    }
    return record(backend, model, job);
  };
  std::vector<Vec3> below, both;
  for (const double offset : {0.0, 100.0, 300.0, 500.0})
    below.push_back({100.0 + offset, 200.0, 60.0});
  both = below;
  for (const Vec3& p : below)
    both.push_back({p.x, p.y, -p.z});
  const Gather half = shot(0, below), whole = shot(depth, both);
  double error = 0.0;
  for (std::size_t r = 0; r < below.size(); ++r) {
    const auto direct = trace_of(whole, r), image = trace_of(whole, r + below.size());
    auto expected = direct;
    for (std::size_t n = 0; n < expected.size(); ++n)
      expected[n] -= image[n];
    error = worst_of(error, largest_difference(trace_of(half, r), expected) / largest_magnitude(image));
  }
  return error;
}

// Source and receiver change places in a layered section with a free surface and sponges.
double reciprocity_error(const Backend& backend, const Job& job) {
  const Grid3 grid = make_grid({60, 1, 50}, {10.0, 10.0, 8.0});
  Field<float> field(grid.n, 1500.0F);
  for (int k = 20; k < grid.n[2]; ++k)
    for (int i = 0; i < grid.n[0]; ++i)
      field(i, 0, k) = i < 30 ? 3200.0F : 2400.0F;
  const auto shot = [&](Vec3 from, Vec3 to) {
    WaveModel model;
    model.grid = grid;
    model.velocity = &field;
    model.dt = 0.5 * stable_dt(grid, model.stencil, 3200.0);
    model.steps = 800;
    model.boundaries = all_sponge;
    model.boundaries[z_min] = Boundary::free;
    model.pad_cells = 20;
    Wavelet wavelet;
    wavelet.frequency = 15.0;
    model.sources.push_back({from, wavelet_series(wavelet, 0.0, 1.0, model.dt, model.steps)});
    model.receivers = {to};
    return trace_of(record(backend, model, job), 0);
  };
  const Vec3 a{123.0, 0.0, 41.0}, b{447.0, 0.0, 309.0};
  const auto there = shot(a, b), back = shot(b, a);
  return largest_difference(there, back) / largest_magnitude(there);
}

}  // namespace

Checks verify_wave(const Backend& backend, VerifyScope scope, const Job& job) {
  Checks checks;
  check_standing(job, checks);
  check_point_source(backend, job, checks);
  check_stability(backend, scope, job, checks);
  checks.push_back({"wave.sponge", sponge_residual_2d(backend, job), 0.03, "of the incident peak",
                    "60 cells of 10 m, 10 Hz, 2000 m/s, in a section, normal to oblique incidence"});
  if (scope == VerifyScope::full)
    checks.push_back({"wave.sponge.3d", sponge_residual_3d(backend, job), 0.03, "of the incident peak",
                      "the same in 3D, what is left when the direct wave is past"});
  checks.push_back({"wave.free_surface", free_surface_error(backend, job), 1e-4, "of the image's peak",
                    "field under a free surface against whole space less its image, to 70 degrees"});
  check_wave_options(backend, scope, job, checks);
  checks.push_back({"wave.reciprocity", reciprocity_error(backend, job), 2e-5, "of the peak",
                    "source and receiver exchanged in a layered section"});
  return checks;
}

}  // namespace foldwave
