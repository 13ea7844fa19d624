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

// In sums of digits an exponent is hard to read; beyond a milliard they would be.
std::string short_text(double value, int significant) {
  const double size = std::abs(value);
  return size >= std::pow(10.0, significant) && size < 1e9 ? fixed_text(value, 0)
                                                           : number_text(value, significant);
}

std::string count_text(std::int64_t count) {
  std::string digits = std::to_string(count);
  const std::size_t first = count < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;)
    digits.insert(at -= 3, "\u2009");
  return digits;
}

std::string metres_text(double metres) {
  const double size = std::abs(metres);
  if (size < 1e-3) return "0 m";
  if (size < 1.0) return number_text(metres, 2) + " m";
  return fixed_text(metres, size < 10.0 ? 2 : size < 1000.0 ? 1 : 0) + " m";
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
