// An event found by sending exact traces back in time.
#include <cmath>
#include <limits>
#include <memory>

#include "core/engine/location/image_setup.hpp"
#include "core/imaging/locate/locate.hpp"
#include "core/verify/wave_cases.hpp"
#include "core/wave/analytic.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

void check_location(const Verified& verified, VerifyScope, const Job& job, Checks& checks) {
  constexpr double v = 2500.0, cell = 20.0, time = 0.0737;
  const Grid3 grid = make_grid({90, 1, 50}, {cell, cell, cell});
  const Vec3 event{873.0, 0.0, 647.0};
  const Field<float> field(grid.n, static_cast<float>(v));
  Wavelet wavelet;

  Gather gather;
  gather.dt = 1.7e-3;
  gather.samples = 500;
  const auto s = [&](double t) { return wavelet_value(wavelet, t - time); };
  for (int i = 3; i < grid.n[0]; i += 7) {
    gather.receivers.push_back({i * cell + 4.0, 0.0, 23.0});
    const double distance = norm(gather.receivers.back() - event);
    for (int n = 0; n < gather.samples; ++n)
      gather.traces.push_back(
          static_cast<float>(line_source_2d(s, n * gather.dt, distance, v, 1.0 / wavelet.frequency)));
  }
  LocateSetup setup;
  setup.medium.grid = grid;
  setup.medium.velocity = borrowed(field);
  setup.medium.dt = 2e-3;
  setup.medium.frequency = setup.frequency = wavelet.frequency;
  setup.medium.boundaries = all_faces(Boundary::cpml);
  setup.band = wavelet_band(wavelet);
  setup.wavelet = wavelet_series(wavelet, 0.0, 1.0, setup.medium.dt, 1000);
  const auto propagator = verified.backend.make_wave_propagator();
  const LocateResult found = locate(locate_waves(verified.backend, *propagator), gather, setup, {}, job);
  // What is verified is this back end, not the one that it may fall back on.
  if (found.taken_over_by)
    throw ResourceError(verified.backend.name(), "the wave was run by " + *found.taken_over_by,
                        "use --backend cpu");

  EventState state{{}, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  state.position.x = std::numeric_limits<double>::infinity();
  if (found.events.size() == 1) state = found.events.front().state;
  const std::string note = "exact traces of a line at 13 receivers, 10 Hz, 20 m, 2500 m/s, sent back by 2 ms";
  checks.push_back({"image.location.place", norm(state.position - event) / cell, 0.02, "cells", note});
  checks.push_back(
      {"image.location.time", std::abs(state.time - time) / setup.medium.dt, 0.01, "steps", note});
  checks.push_back({"image.location.amplitude", std::abs(state.amplitude - 1.0), 0.001, "relative", note});
}

}  // namespace foldwave
