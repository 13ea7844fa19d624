// The place, time and strength of events between nodes and steps, and how sure they are.
//
// Of traces d = sum over events of A g(x, t_0) + noise those (A, x, t_0) that leave least, by Gauss and
// Newton, all events at once. With J = (g, A dg/dx, A dg/dt_0) one step is
//
//   delta = (J'J)^-1 J' (d - sum A g),
//
// and J'J is the focus's curvature: the maximum of the matched filter |<d, g>| / |g|, which is the reversed
// field over its illumination, lies at the same place and has the same error. To first order
//
//   Cov = (J'J)^-1 J' C J (J'J)^-1,   C_r(n - m) = (sigma_r^2 / sigma^2) c(n - m)
//
// with the noise's autocorrelation c, under a cosine taper, and each trace's own level sigma_r of what the
// events leave of the traces. Noise is taken to be stationary, and independent from trace to trace; what the
// velocity's error does is not in it. A step is at most a quarter of a wavelength and of a period, so no fit
// can run away. Errors: those of the propagator; Stopped.
#pragma once

#include <vector>

#include "core/imaging/locate/ellipsoid.hpp"
#include "core/imaging/locate/prediction.hpp"
#include "core/imaging/locate/reversal.hpp"

namespace foldwave {

struct EventState {
  Vec3 position{};  // local, metres
  double time = 0.0;
  double amplitude = 0.0;  // times the wavelet
};

struct RefinedEvent {
  EventState state;
  SpaceTimeCovariance covariance{};
  double amplitude_deviation = 0.0;

  double score() const {
    return amplitude_deviation > 0.0 ? std::abs(state.amplitude) / amplitude_deviation : 0.0;
  }
};

struct Refinement {
  std::vector<RefinedEvent> events;
  Traces residual;         // what they leave
  double explained = 0.0;  // share of the traces' energy
  int runs = 0;
};

// Amplitudes are found anew. `frequency`: the wavelet's peak frequency.
Refinement refine(const Predictor& predictor, const Traces& data, std::vector<EventState> start,
                  double frequency, const Band& band, const Job& job);

// The local wave speed at a place.
double speed_at(const WaveModel& medium, Vec3 position);

}  // namespace foldwave
