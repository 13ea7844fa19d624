// Exact waves to test against.
//
// Point source, uniform 3D medium:   p = s(t - r/v) / (4 pi r)
// Line source, uniform 2D medium:    p = (1 / 2 pi) INT over tau > r/v of s(t - tau) / sqrt(tau^2 - r^2/v^2)
// dtau;
//   with tau = (r/v) cosh(phi) the integrand is smooth:  p = (1 / 2 pi) INT of s(t - (r/v) cosh(phi)) dphi,
//   phi from 0 to acosh(t v / r), by Simpson's rule.
// (Morse and Feshbach 1953, chapter 7.) Metres, seconds; s must be zero before t = 0.
#pragma once

#include <functional>
#include <vector>

namespace foldwave {

using TimeFunction = std::function<double(double)>;

double point_source_3d(const TimeFunction& s, double time, double distance, double velocity);

// `finest_time`: the time over which s varies, for the width of the quadrature (1 / f for a wavelet of
// frequency f).
double line_source_2d(const TimeFunction& s, double time, double distance, double velocity,
                      double finest_time);

// ||a - b|| / ||b|| over the samples of two traces.
double relative_l2(const std::vector<double>& trace, const std::vector<double>& exact);

// The angular frequency that the leapfrog gives a standing wave of true frequency omega when space is exact:
// sin(result dt / 2) = omega dt / 2.
double leapfrog_frequency(double omega, double dt);

}  // namespace foldwave
