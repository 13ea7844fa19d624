// Imaging: Born's wave and its adjoint are each other's transpose, Born's wave is the wave's derivative, and
// a migrated reflector lies where it is.
#include <cmath>
#include <memory>
#include <string>

#include "core/imaging/rtm/adjoint_check.hpp"
#include "core/imaging/rtm/rtm.hpp"
#include "core/verify/wave_cases.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

namespace {

struct ImagingCase {
  Field<float> velocity;
  WaveModel model;
  Shot shot;

  ImagingCase(std::array<int, 3> n, std::array<Boundary, 6> faces) : velocity(n) {
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i)
          velocity(i, j, k) = 2000.0F + 10.0F * static_cast<float>((7 * i + 5 * j + 3 * k) % 50);
    model.grid = make_grid(n, {10.0, 11.0, 9.0});
    model.velocity = borrowed(velocity);
    model.stencil = taylor_stencil(4);
    model.boundaries = faces;
    model.pad_cells = 7;
    model.frequency = 20.0;
    model.steps = 90;
    model.dt = 0.8 * stable_dt(model);
    const Vec3 end = model.grid.extent();
    shot.source = {{0.43 * end.x, 0.5 * end.y, 0.31 * end.z}, {1.0F, -0.5F, 0.7F, -1.0F, 0.3F, 0.2F}};
    for (const double s : {0.07, 0.37, 0.61, 0.95})
      shot.receivers.push_back({s * end.x, 0.45 * end.y, 0.22 * end.z});
  }
  ImagingCase(const ImagingCase&) = delete;
  ImagingCase& operator=(const ImagingCase&) = delete;
};

// Cells between a step of velocity and the steepest place of its image, in the middle of the line.
double reflector_error(const StepperMaker& make, const Job& job) {
  const std::array<int, 3> n{81, 1, 51};
  Field<float> truth(n, 2000.0F), background(n, 2000.0F);
  for (int k = 30; k < n[2]; ++k)
    for (int i = 0; i < n[0]; ++i)
      truth(i, 0, k) = 2200.0F;
  WaveModel model;
  model.grid = make_grid(n, {10.0, 10.0, 10.0});
  model.boundaries = all_faces(Boundary::cpml);
  model.frequency = 20.0;
  model.dt = 0.0017;
  model.steps = 400;
  Wavelet wavelet;
  wavelet.frequency = 20.0;
  const auto shots =
      line_of_shots(model.grid, {3, 30.0, 20.0, 1}, wavelet_series(wavelet, 0.0, 1.0, model.dt, model.steps));
  model.velocity = borrowed(truth);
  auto data = model_shots(make, model, shots, job);
  model.velocity = borrowed(background);
  const auto direct = model_shots(make, model, shots, job);
  for (std::size_t s = 0; s < data.size(); ++s)
    data[s] = std::make_shared<Gather>(difference_of(*data[s], *direct[s]));
  RtmOptions options;
  options.condition = ImagingCondition::inverse_scattering;
  options.illumination = true;
  const Field<float> image = migrate(make, model, shots, data, options, job).image;
  const auto slope = [&](int k) {
    return std::abs(static_cast<double>(image(40, 0, k + 1)) - static_cast<double>(image(40, 0, k - 1)));
  };
  int at = 18;
  for (int k = 18; k < 42; ++k)
    if (slope(k) > slope(at)) at = k;
  const double a = slope(at - 1), b = slope(at), d = slope(at + 1);
  return std::abs(at + 0.5 * (a - d) / (a - 2.0 * b + d) - 29.5);
}

}  // namespace

void check_imaging(const Verified& verified, VerifyScope, const Job& job, Checks& checks) {
  constexpr auto F = Boundary::free, S = Boundary::sponge, C = Boundary::cpml;
  const ImagingCase section({29, 1, 27}, {C, C, C, C, F, S}), volume({15, 13, 14}, {C, C, F, C, C, C});
  checks.push_back({"image.adjoint.section",
                    adjoint_error(verified.make_stepper, section.model, section.shot, job), 1e-6, "relative",
                    "<F m, d> = <m, F'd>, single precision, CPML, sponge and free faces"});
  checks.push_back({"image.adjoint.volume",
                    adjoint_error(verified.make_stepper, volume.model, volume.shot, job), 1e-6, "relative",
                    "the same in a volume"});
  checks.push_back(
      {"image.taylor", std::abs(taylor_order(verified.make_stepper, section.model, section.shot, job) - 2.0),
       0.04, "order", "remainder of the Born wave against the wave, halving 1 % of slowness squared"});
  checks.push_back({"image.reflector", reflector_error(verified.make_stepper, job), 0.25, "cells",
                    "inverse scattering of three shots, 10 nodes a wavelength"});
}

}  // namespace foldwave
