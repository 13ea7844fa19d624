// What a flat reflector sends back, and source and receiver exchanged.
#include <cmath>
#include <string>

#include "core/engine/backend.hpp"
#include "core/verify/plane_echo.hpp"
#include "core/verify/wave_cases.hpp"
#include "core/wave/source/wavelet.hpp"
#include "core/wave/stencil.hpp"

namespace foldwave {

namespace {

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
    model.velocity = borrowed(field);
    model.dt = 0.5 * stable_dt(grid, model.stencil, 3200.0);
    model.steps = 800;
    model.boundaries = all_faces(Boundary::sponge);
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

void check_reflector(const Verified& verified, VerifyScope, const Job& job, Checks& checks) {
  const auto propagator = verified.backend.make_wave_propagator();
  const PlaneEcho echo = plane_echo(*propagator, 1500.0, 4700.0, 0.0, 0.0, job);
  constexpr double exact = (4700.0 - 1500.0) / (4700.0 + 1500.0);
  const std::string note =
      "plane wave at normal incidence on 1500 over 4700 m/s, h = v1/(12 f), fourth order in time";
  // Five of the steps that the echo's time is searched in.
  checks.push_back({"wave.reflector.time", std::abs(echo.late_samples), 0.25, "samples", note});
  checks.push_back(
      {"wave.reflector.coefficient", std::abs(echo.coefficient / exact - 1.0), 0.03, "relative", note});
  const PlaneEcho dense = plane_echo(*propagator, 2000.0, 3000.0, 1000.0, 2000.0, job);
  checks.push_back({"wave.reflector.density", std::abs(dense.coefficient / 0.5 - 1.0), 0.005, "relative",
                    "impedance 2 to 6, (Z2 - Z1)/(Z2 + Z1) = 0.5"});
}

void check_reciprocity(const Verified& verified, VerifyScope, const Job& job, Checks& checks) {
  checks.push_back({"wave.reciprocity", reciprocity_error(verified.backend, job), 2e-5, "of the peak",
                    "source and receiver exchanged in a layered section"});
}

}  // namespace foldwave
