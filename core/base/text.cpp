#include "core/base/text.hpp"

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace foldwave {

std::string number_text(double value, int significant) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::general, significant);
  return {buffer.data(), end.ptr};
}

std::string exact_text(double value) {
  std::array<char, 64> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}

std::string fixed_text(double value, int decimals) {
  std::array<char, 128> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  return end.ec == std::errc() ? std::string(buffer.data(), end.ptr) : number_text(value, decimals + 1);
}

std::string bytes_text(double bytes) {
  const std::array<const char*, 5> units{"B", "kB", "MB", "GB", "TB"};
  std::size_t u = 0;
  while (bytes >= 1000.0 && u + 1 < units.size()) {
    bytes /= 1000.0;
    ++u;
  }
  return number_text(bytes, 3) + " " + units[u];
}

std::string seconds_text(double seconds) {
  if (seconds > 0.0 && seconds < 0.1) return number_text(1e3 * seconds, 2) + " ms";
  if (seconds < 60.0) return number_text(seconds, seconds < 10.0 ? 2 : 3) + " s";
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string slug(const std::string& name, const std::string& otherwise) {
  // With what stands before and behind it a file's name stays far below the 255 bytes that systems allow.
  constexpr std::size_t longest = 60;
  std::string text;
  for (const char c : name) {
    if (text.size() == longest) break;
    const auto u = static_cast<unsigned char>(c);
    if (std::isalnum(u) != 0)
      text += static_cast<char>(std::tolower(u));
    else if (!text.empty() && text.back() != '-')
      text += '-';
  }
  while (!text.empty() && text.back() == '-')
    text.pop_back();
  return text.empty() ? otherwise : text;
}

}  // namespace foldwave
