// How far a decoded volume is from the original, as seed 003 tells it:
//
//   largest     max |a - b|
//   mean_error  sum |a - b| / n / max |a|      (the thesis's ME has no formula; this one is ours)
//   rms         sqrt(sum (a - b)^2 / n)        (its rMSE, eq. 6.1)
//   snr         10 log10(sum a^2 / sum (a - b)^2), dB; infinite where nothing differs
//
// over the values that are finite in both. What is not must have the same bits in the other, else `largest`
// is infinite. `range` is a's largest finite value less its least. Sums in double; those of parts of a volume
// are added. Errors: InputError for two of different sizes.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

namespace foldwave {

struct ErrorSums {
  std::int64_t compared = 0;    // finite in both
  std::int64_t unlike = 0;      // finite in one, or not finite and of other bits
  std::int64_t other_bits = 0;  // of all
  double squares = 0.0, magnitudes = 0.0, signal = 0.0, worst = 0.0, largest = 0.0;
  double least_of_a = std::numeric_limits<double>::infinity();
  double most_of_a = -std::numeric_limits<double>::infinity();

  void add(const ErrorSums& other);
};
ErrorSums error_sums(std::span<const float> original, std::span<const float> decoded);

struct Quality {
  double largest = 0.0, mean_error = 0.0, rms = 0.0, snr = 0.0, range = 0.0;
};
Quality quality_of(const ErrorSums& sums);
Quality quality_of(std::span<const float> original, std::span<const float> decoded);

}  // namespace foldwave
