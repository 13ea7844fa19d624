// A wavelet's samples from a text file, and those samples at another interval.
//
// One number a line, at a given interval, or two: time in seconds and value, at equal intervals from the
// first time, which only says where the samples begin. Lines that start with # are comments. Resampling is
// band-limited: a Kaiser-windowed sinc of 16 samples a side, cut at the lower of the two Nyquist frequencies.
// Errors: InputError with file and line for what is no number, unequal intervals or fewer than two samples.
#pragma once

#include <string>
#include <vector>

namespace foldwave {

struct SampledWavelet {
  double interval = 0.0, begin = 0.0;  // seconds
  std::vector<double> values;
};

// `interval` is used for a file of one column; a file of two must agree with it, unless it is 0.
SampledWavelet read_wavelet(const std::string& file, const std::string& folder, double interval);

// amplitude s(n dt - delay), n = 0 .. at most samples - 1.
std::vector<float> resampled(const SampledWavelet& wavelet, double delay, double amplitude, double dt,
                             int samples);

}  // namespace foldwave
