#include "core/formats/segy/segy_bytes.hpp"

#include <cmath>

namespace foldwave::segy {

namespace {

constexpr int kFirstPrintable = 0x20;
constexpr unsigned char kUnknown = 0x6f;  // '?'

// Code page 037 of the printable ASCII characters, from the blank to '~'.
constexpr std::array<unsigned char, 95> kEbcdic{
    0x40, 0x5a, 0x7f, 0x7b, 0x5b, 0x6c, 0x50, 0x7d, 0x4d, 0x5d, 0x5c, 0x4e, 0x6b, 0x60, 0x4b, 0x61,
    0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0x7a, 0x5e, 0x4c, 0x7e, 0x6e, 0x6f,
    0x7c, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6,
    0xd7, 0xd8, 0xd9, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xba, 0xe0, 0xbb, 0xb0, 0x6d,
    0x79, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96,
    0x97, 0x98, 0x99, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xc0, 0x4f, 0xd0, 0xa1};

constexpr std::array<char, 256> ascii_table() {
  std::array<char, 256> table{};
  for (char& c : table)
    c = '?';
  for (std::size_t i = 0; i < kEbcdic.size(); ++i)
    table[kEbcdic[i]] = static_cast<char>(kFirstPrintable + static_cast<int>(i));
  table[0] = ' ';
  return table;
}
constexpr std::array<char, 256> kAscii = ascii_table();

}  // namespace

float ibm_to_float(std::uint32_t bits) {
  const double fraction = static_cast<double>(bits & 0x00ffffffu);
  const int exponent = static_cast<int>((bits >> 24) & 0x7fu) - 64;
  const double magnitude = std::ldexp(fraction, 4 * exponent - 24);
  return static_cast<float>((bits >> 31) != 0 ? -magnitude : magnitude);
}

std::uint32_t float_to_ibm(float value) {
  const std::uint32_t sign = std::signbit(value) ? 0x80000000u : 0u;
  if (value == 0.0F) return sign;
  int exponent2 = 0;
  const double mantissa = std::frexp(std::abs(static_cast<double>(value)), &exponent2);
  // The smallest power of 16 above the value, so that the fraction lies in [1/16, 1).
  int exponent16 = exponent2 > 0 ? (exponent2 + 3) / 4 : -(-exponent2 / 4);
  auto fraction =
      static_cast<std::uint32_t>(std::lround(std::ldexp(mantissa, exponent2 - 4 * exponent16 + 24)));
  if (fraction == 0x01000000u) {
    fraction >>= 4;
    ++exponent16;
  }
  return sign | (static_cast<std::uint32_t>(exponent16 + 64) << 24) | fraction;
}

char to_ebcdic(char ascii) {
  const int code = static_cast<unsigned char>(ascii) - kFirstPrintable;
  const bool known = code >= 0 && code < static_cast<int>(kEbcdic.size());
  return static_cast<char>(known ? kEbcdic[static_cast<std::size_t>(code)] : kUnknown);
}

char from_ebcdic(char ebcdic) {
  return kAscii[static_cast<unsigned char>(ebcdic)];
}

}  // namespace foldwave::segy
