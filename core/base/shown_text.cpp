#include "core/base/shown_text.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"

namespace foldwave {

// Five digits, and of what is larger two behind the point.
std::string shown_text(double value) {
  constexpr int digits = 5, decimals = 2, most = 15;
  const double size = std::abs(value);
  if (!(size >= 1.0) || !std::isfinite(size)) return number_text(value, digits);
  const int whole = static_cast<int>(std::floor(std::log10(size))) + 1;
  return number_text(value, std::min(std::max(digits, whole + decimals), most));
}

std::string azimuth_text(double degrees) {
  if (!std::isfinite(degrees)) return number_text(degrees);
  const long whole = (std::lround(std::fmod(degrees, 360.0)) + 360) % 360;
  return three_digits(std::to_string(whole));
}

std::string three_digits(const std::string& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  return digits == 0 || digits >= 3 ? text : std::string(3 - digits, '0') + text;
}

}  // namespace foldwave
