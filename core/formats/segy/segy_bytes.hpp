// The byte layer of SEG-Y: words of either byte order at 1-based header positions, IBM floating point, EBCDIC
// text.
// IBM single precision: value = (-1)^s 0.f 16^(e - 64), 7 bits of e, 24 of f (IBM System/370 Principles of
// Operation). EBCDIC is code page 037; what has no place in it becomes '?'.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace foldwave::segy {

inline constexpr std::size_t kTextBytes = 3200;
inline constexpr std::size_t kBinaryBytes = 400;
inline constexpr std::size_t kTraceHeaderBytes = 240;
inline constexpr int kTextLines = 40;
inline constexpr int kTextColumns = 80;

// An unsigned word of so many bytes, of either byte order.
template <std::size_t Bytes>
std::uint64_t load_word(const unsigned char* p, bool little) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < Bytes; ++i)
    word = (word << 8) | std::uint64_t{p[little ? Bytes - 1 - i : i]};
  return word;
}
inline void store32(unsigned char* p, std::uint32_t v) {
  p[0] = static_cast<unsigned char>(v >> 24);
  p[1] = static_cast<unsigned char>(v >> 16);
  p[2] = static_cast<unsigned char>(v >> 8);
  p[3] = static_cast<unsigned char>(v);
}
inline void store16(unsigned char* p, std::uint16_t v) {
  p[0] = static_cast<unsigned char>(v >> 8);
  p[1] = static_cast<unsigned char>(v);
}

// A header whose words stand at the 1-based byte positions that the standard counts from its own first byte.
template <std::size_t Bytes, std::size_t First>
class Header {
 public:
  std::int16_t get16(std::size_t position) const { return static_cast<std::int16_t>(getu16(position)); }
  std::uint16_t getu16(std::size_t position) const { return static_cast<std::uint16_t>(word<2>(position)); }
  std::int32_t get32(std::size_t position) const { return static_cast<std::int32_t>(getu32(position)); }
  std::uint32_t getu32(std::size_t position) const { return static_cast<std::uint32_t>(word<4>(position)); }
  std::uint64_t getu64(std::size_t position) const { return word<8>(position); }
  double get_double(std::size_t position) const { return std::bit_cast<double>(getu64(position)); }
  void set16(std::size_t position, int value) { store16(at(position), static_cast<std::uint16_t>(value)); }
  void set32(std::size_t position, std::int64_t value) {
    store32(at(position), static_cast<std::uint32_t>(value));
  }
  void set_little(bool little) { little_ = little; }  // how words are read; written are big-endian ones
  bool little() const { return little_; }
  unsigned char* data() { return bytes_.data(); }
  const unsigned char* data() const { return bytes_.data(); }

 private:
  template <std::size_t Size>
  std::uint64_t word(std::size_t position) const {
    return load_word<Size>(at(position), little_);
  }
  unsigned char* at(std::size_t position) { return &bytes_[position - First]; }
  const unsigned char* at(std::size_t position) const { return &bytes_[position - First]; }
  std::array<unsigned char, Bytes> bytes_{};
  bool little_ = false;
};
using BinaryHeader = Header<kBinaryBytes, 3201>;
using TraceHeader = Header<kTraceHeaderBytes, 1>;

float ibm_to_float(std::uint32_t bits);
std::uint32_t float_to_ibm(float value);  // rounds to nearest; value finite

char to_ebcdic(char ascii);
char from_ebcdic(char ebcdic);

}  // namespace foldwave::segy
