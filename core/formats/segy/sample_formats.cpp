#include "core/formats/segy/sample_formats.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/formats/segy/segy_bytes.hpp"

namespace foldwave::segy {

namespace {

constexpr std::array formats{SampleFormat{1, 4, "IBM float32", false}, SampleFormat{2, 4, "int32", false},
                             SampleFormat{3, 2, "int16", true},        SampleFormat{5, 4, "float32", true},
                             SampleFormat{6, 8, "float64", false},     SampleFormat{7, 3, "int24", true},
                             SampleFormat{8, 1, "int8", true},         SampleFormat{9, 8, "int64", false},
                             SampleFormat{10, 4, "uint32", false},     SampleFormat{11, 2, "uint16", true},
                             SampleFormat{12, 8, "uint64", false},     SampleFormat{15, 3, "uint24", true},
                             SampleFormat{16, 1, "uint8", true}};

template <std::size_t Bytes, class Value>
void decode_each(const unsigned char* from, bool little, std::span<float> to, const Value& value) {
  for (float& sample : to) {
    sample = static_cast<float>(value(load_word<Bytes>(from, little)));
    from += Bytes;
  }
}

// Two's complement of so many bytes.
template <std::size_t Bytes>
std::int64_t signed_value(std::uint64_t word) {
  constexpr int unused = 64 - 8 * static_cast<int>(Bytes);
  return static_cast<std::int64_t>(word << unused) >> unused;
}

std::uint64_t unsigned_value(std::uint64_t word) {
  return word;
}

}  // namespace

const SampleFormat* find_sample_format(int code) {
  const auto found = std::ranges::find(formats, code, &SampleFormat::code);
  return found == formats.end() ? nullptr : &*found;
}

void decode_samples(const unsigned char* from, int code, bool little, std::span<float> to) {
  switch (code) {
    case 1:
      return decode_each<4>(from, little, to,
                            [](std::uint64_t w) { return ibm_to_float(static_cast<std::uint32_t>(w)); });
    case 2:
      return decode_each<4>(from, little, to, signed_value<4>);
    case 3:
      return decode_each<2>(from, little, to, signed_value<2>);
    case 6:
      return decode_each<8>(from, little, to, [](std::uint64_t w) { return std::bit_cast<double>(w); });
    case 7:
      return decode_each<3>(from, little, to, signed_value<3>);
    case 8:
      return decode_each<1>(from, little, to, signed_value<1>);
    case 9:
      return decode_each<8>(from, little, to, signed_value<8>);
    case 10:
      return decode_each<4>(from, little, to, unsigned_value);
    case 11:
      return decode_each<2>(from, little, to, unsigned_value);
    case 12:
      return decode_each<8>(from, little, to, unsigned_value);
    case 15:
      return decode_each<3>(from, little, to, unsigned_value);
    case 16:
      return decode_each<1>(from, little, to, unsigned_value);
    default:
      return decode_each<4>(from, little, to, [](std::uint64_t w) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(w));
      });
  }
}

}  // namespace foldwave::segy
