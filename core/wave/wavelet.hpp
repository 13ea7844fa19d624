// The Ricker wavelet, the second derivative of a Gaussian, and the source series that a survey asks for.
//
//   s(t) = A (1 - 2 a) exp(-a),   a = (pi f (t - t_peak))^2
//
// (Ricker 1953). f is the frequency of the spectrum's peak; above 2.5 f the spectrum is below 3.3 % of its
// peak, which is what this program calls the wavelet's largest frequency. Units: seconds, hertz.
#pragma once

#include <vector>

#include "core/wave/wave_model.hpp"

namespace foldwave {

inline constexpr double ricker_bandwidth = 2.5;  // largest over peak frequency

double ricker(double frequency, double time_from_peak);

// s(n dt), n = 0 .. samples - 1, cut after the wavelet has died away. `delay` seconds are added to the
// wavelet's own.
std::vector<float> ricker_series(const RickerWavelet& wavelet, double delay, double amplitude, double dt,
                                 int samples);

// The survey's sources in the grid's local coordinates, sampled for `steps` time steps.
std::vector<PointSource> survey_sources(const Survey& survey, const Grid3& grid, double dt, int steps);

}  // namespace foldwave
