// How far a decoded volume is from the original, as seed 003 tells it:
//
//   largest     max |a - b|
//   mean_error  sum |a - b| / n / max |a|      (the thesis's ME has no formula; this one is ours)
//   rms         sqrt(sum (a - b)^2 / n)        (its rMSE)
//   snr         20 log10(rms of a / rms), dB; infinite where nothing differs
//
// over the values that are finite in a; what is not there must have the same bits in b, else `largest` is
// infinite. `range` is the largest finite value less the least. Sums in double.
// Errors: InputError for two of different sizes.
#pragma once

#include <span>

namespace foldwave {

struct Quality {
  double largest = 0.0, mean_error = 0.0, rms = 0.0, snr = 0.0, range = 0.0;
};

Quality quality_of(std::span<const float> original, std::span<const float> decoded);

}  // namespace foldwave
