#include "core/volume/codec/quality.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"

namespace foldwave {

void ErrorSums::add(const ErrorSums& other) {
  compared += other.compared;
  unlike += other.unlike;
  other_bits += other.other_bits;
  squares += other.squares;
  magnitudes += other.magnitudes;
  signal += other.signal;
  worst = worst_of(worst, other.worst);
  largest = worst_of(largest, other.largest);
  least_of_a = std::min(least_of_a, other.least_of_a);
  most_of_a = std::max(most_of_a, other.most_of_a);
}

ErrorSums error_sums(std::span<const float> original, std::span<const float> decoded) {
  if (original.size() != decoded.size())
    throw InputError("comparison", "the two have different sizes", "compare volumes of one shape");
  ErrorSums sums;
  for (std::size_t i = 0; i < original.size(); ++i) {
    const bool same = std::bit_cast<std::uint32_t>(original[i]) == std::bit_cast<std::uint32_t>(decoded[i]);
    const double a = original[i], b = decoded[i];
    sums.other_bits += same ? 0 : 1;
    if (std::isfinite(a)) {
      sums.least_of_a = std::min(sums.least_of_a, a);
      sums.most_of_a = std::max(sums.most_of_a, a);
    }
    if (!std::isfinite(a) || !std::isfinite(b)) {
      sums.unlike += same ? 0 : 1;
      continue;
    }
    const double error = std::abs(a - b);
    ++sums.compared;
    sums.squares += error * error;
    sums.magnitudes += error;
    sums.signal += a * a;
    sums.worst = worst_of(sums.worst, error);
    sums.largest = worst_of(sums.largest, std::abs(a));
  }
  return sums;
}

Quality quality_of(const ErrorSums& sums) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double n = std::max(1.0, static_cast<double>(sums.compared));
  Quality q;
  q.largest = sums.unlike > 0 ? infinity : sums.worst;
  q.mean_error = sums.magnitudes > 0.0 ? sums.magnitudes / n / sums.largest : 0.0;
  q.rms = std::sqrt(sums.squares / n);
  q.snr = sums.squares > 0.0 ? 10.0 * std::log10(sums.signal / sums.squares) : infinity;
  q.range = std::max(0.0, sums.most_of_a - sums.least_of_a);
  return q;
}

Quality quality_of(std::span<const float> original, std::span<const float> decoded) {
  return quality_of(error_sums(original, decoded));
}

}  // namespace foldwave
