// A measurement, for verify and the tests: a plane wave at normal incidence on a flat interface midway
// between two nodes, and what comes back of it.
//
//   exact: (Z2 - Z1) / (Z2 + Z1) of the incident wave, after the way down and up
#pragma once

#include <limits>
#include <memory>

#include "core/wave/propagator.hpp"

namespace foldwave {

struct PlaneEcho {
  double coefficient = 0.0;  // the echo projected on the incident wavelet
  // By the largest cross-correlation, to a part of a sample; not a number where there is no echo.
  double late_samples = std::numeric_limits<double>::quiet_NaN();
};

// ResourceError where the propagator gave way to another.
// At v1 / (12 f) and fourth order in time on the given propagator; densities of 0: constant density.
PlaneEcho plane_echo(const WavePropagator& propagator, double v1, double v2, double rho1, double rho2,
                     const Job& job);

}  // namespace foldwave
