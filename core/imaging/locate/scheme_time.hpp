// Traces on another clock: of another step, and as a scheme of second order in time would have recorded them.
//
// The leapfrog carries a wave of angular frequency w as the exact equation carries one of
//
//   w' = (2 / dt) sin(w dt / 2)
//
// in any medium, so what it records of a source S~(w) = S(w') is D~(w) = D(w') (Koene, Robertsson, Broggini
// and Andersson 2018). Traces moved to its clock before it sends them back, and with them the wavelet, are
// free of the time step's error. Each trace is taken to be zero outside its samples, and is cut to a band:
//
//   y(m dt_to) = df sum over k of B(f_k) D(w_from(f_k)) exp(i w_k t_m),   f_k = k df
//
// B is 1 up to `full`, a cosine down to 0 at `none`; what either clock cannot hold is left out. Two matrix
// products; memory and work as traces x frequencies. Units: seconds, hertz.
#pragma once

#include <span>
#include <vector>

#include "core/model/scenario.hpp"

namespace foldwave {

struct Band {
  double full = 0.0, none = 0.0;
};

// Up to the wavelet's largest frequency, and nothing above 1.4 times that.
Band wavelet_band(const Wavelet& wavelet);

struct TraceClock {
  double dt = 0.0;      // between samples
  double scheme = 0.0;  // the step of a leapfrog of second order in time; 0: exact
  double start = 0.0;   // of the first sample
};

// `traces`: a multiple of `samples` values, samples fastest; gives as many traces of `to_samples`.
std::vector<float> on_clock(std::span<const float> traces, int samples, const TraceClock& from,
                            const TraceClock& to, int to_samples, const Band& band);

}  // namespace foldwave
