// The Ricker wavelet, the second derivative of a Gaussian, and the source series that a survey asks for.
//
//   s(t) = A (1 - 2 a) exp(-a),   a = (pi f (t - t_peak))^2
//
// (Ricker 1953). f is the frequency of the spectrum's peak; above 2.5 f the spectrum is below 3.3 % of its
// peak, which is what this program calls the wavelet's largest frequency. The first derivative of a Gaussian,
//
//   s(t) = -A x exp((1 - x^2) / 2),   x = 2 pi f (t - t_peak)
//
// has its extremes A and -A at x = -1 and 1, its spectrum's peak at f and 3.3 % of it left at 3.2 f. A
// wavelet from a file: wave/source/wavelet_file.hpp. Units: seconds, hertz.
#pragma once

#include <string>
#include <vector>

#include "core/wave/wave_model.hpp"

namespace foldwave {

double ricker(double frequency, double time_from_peak);
double gaussian_derivative(double frequency, double time_from_middle);

// The wavelet's value at a time, for those that have a formula.
double wavelet_value(const Wavelet& wavelet, double time);

// s(n dt), n = 0 .. samples - 1, of a wavelet by formula, cut after it has died away. `delay` seconds are
// added to the wavelet's own.
std::vector<float> wavelet_series(const Wavelet& wavelet, double delay, double amplitude, double dt,
                                  int samples);

// The survey's sources in the grid's local coordinates, sampled for `steps` time steps.
// `folder` is where a wavelet's relative file is looked for.
std::vector<PointSource> survey_sources(const Survey& survey, const Grid3& grid, double dt, int steps,
                                        const std::string& folder = {});

}  // namespace foldwave
