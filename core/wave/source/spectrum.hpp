// Amplitude spectra of real traces.
//
//   A(f_k) = |sum over n of s_n exp(-2 pi i k n / N)|,   f_k = k / (N dt),   k = 0 .. N/2
//
// the discrete Fourier transform without a window, s padded with zeros to N, the next power of two (Cooley
// and Tukey 1965). Units: seconds, hertz; amplitudes are sums, in the trace's own unit.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "core/wave/wave_model.hpp"

namespace foldwave {

struct Spectrum {
  double step = 0.0;              // hertz between two values
  std::vector<double> amplitude;  // from 0 Hz to Nyquist; empty: none

  double nyquist() const {
    return amplitude.empty() ? 0.0 : step * (static_cast<double>(amplitude.size()) - 1);
  }
};

// In place, of a length that is a power of two: sum over n of x_n exp(-2 pi i k n / N).
void fourier_transform(std::span<std::complex<double>> values);

// Of samples every `dt` seconds, padded to `length` samples at least. Fewer than two samples: empty.
Spectrum amplitude_spectrum(std::span<const float> samples, double dt, std::size_t length = 0);

// The root mean square over the traces, from their first `samples`. Looks at the job's stop token.
Spectrum mean_spectrum(const Gather& gather, int samples, const Job& job = {});

// Where the largest amplitude is, between the values by a parabola; 0 without any.
double peak_frequency(const Spectrum& spectrum);

}  // namespace foldwave
