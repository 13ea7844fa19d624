#include "core/volume/codec/quality.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"

namespace foldwave {

Quality quality_of(std::span<const float> original, std::span<const float> decoded) {
  if (original.size() != decoded.size())
    throw InputError("comparison", "the two have different sizes", "compare volumes of one shape");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Quality q;
  double sum = 0.0, squares = 0.0, power = 0.0, greatest = 0.0, low = infinity, high = -infinity;
  std::size_t finite = 0;
  for (std::size_t i = 0; i < original.size(); ++i) {
    const double a = original[i], b = decoded[i];
    if (!std::isfinite(a)) {
      const bool same = std::bit_cast<std::uint32_t>(original[i]) == std::bit_cast<std::uint32_t>(decoded[i]);
      if (!same) q.largest = infinity;
      continue;
    }
    const double error = std::abs(a - b);
    q.largest = worst_of(q.largest, error);
    sum += error;
    squares += error * error;
    power += a * a;
    greatest = std::max(greatest, std::abs(a));
    low = std::min(low, a);
    high = std::max(high, a);
    ++finite;
  }
  if (finite == 0) {
    q.snr = infinity;
    return q;
  }
  const auto n = static_cast<double>(finite);
  q.mean_error = greatest > 0.0 ? sum / n / greatest : sum;
  q.rms = std::sqrt(squares / n);
  q.snr = squares == 0.0 ? infinity : 10.0 * std::log10(power / squares);
  q.range = high - low;
  return q;
}

}  // namespace foldwave
