#include "core/volume/codec/lossless/fixed_huffman.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace foldwave {

namespace {

// How many ones stand before the 0 that ends a pair's code.
constexpr std::array<int, 4> ones_of_pair{0, 2, 1, 3};
constexpr std::array<unsigned, 4> pair_of_ones{0, 2, 1, 3};

struct ByteCode {
  std::uint32_t bits = 0;
  int length = 0;
};
constexpr std::array<ByteCode, 256> byte_codes() {
  std::array<ByteCode, 256> codes{};
  for (unsigned b = 0; b < 256; ++b)
    for (int pair = 3; pair >= 0; --pair) {
      const int ones = ones_of_pair[b >> (2 * pair) & 3U];
      codes[b].bits |= ((1U << ones) - 1) << codes[b].length;
      codes[b].length += ones + 1;
    }
  return codes;
}
constexpr std::array<ByteCode, 256> codes_of_bytes = byte_codes();

}  // namespace

void pack_fixed_huffman(std::span<const float> values, std::vector<std::byte>& bytes) {
  BitWriter bits(bytes);
  for (const std::byte b : std::as_bytes(values)) {
    const ByteCode& code = codes_of_bytes[static_cast<std::size_t>(b)];
    bits.put(code.bits, code.length);
  }
  bits.flush();
}

void unpack_fixed_huffman(ByteReader& reader, std::span<float> values) {
  const auto stream = reader.take_bytes(reader.left());
  std::uint64_t held = 0;
  int filled = 0;
  std::size_t next = 0;
  for (std::byte& value : std::as_writable_bytes(values)) {
    for (; filled < 16 && next < stream.size(); filled += 8)
      held |= static_cast<std::uint64_t>(stream[next++]) << filled;
    unsigned byte = 0;
    for (int pair = 0; pair < 4; ++pair) {
      const int ones = std::countr_one(held);
      if (ones > 3 || ones >= filled) refuse_brick("a code is none, or it ends too early");
      byte = byte << 2 | pair_of_ones[static_cast<std::size_t>(ones)];
      held >>= ones + 1;
      filled -= ones + 1;
    }
    value = static_cast<std::byte>(byte);
  }
  if (next != stream.size() || held != 0) refuse_brick("it does not end where it should");
}

}  // namespace foldwave
