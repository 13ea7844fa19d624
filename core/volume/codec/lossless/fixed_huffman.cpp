#include "core/volume/codec/lossless/fixed_huffman.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/volume/codec/lossless/fixed_huffman_word.hpp"

namespace foldwave {

namespace {

struct ByteCode {
  std::uint16_t bits = 0;
  std::uint8_t length = 0;
};
constexpr std::array<ByteCode, 256> byte_codes() {
  std::array<ByteCode, 256> codes{};
  for (std::uint32_t b = 0; b < 256; ++b) {
    // Three bytes of zeros follow, of four bits each.
    const int length = fixed_code_length(b) - 12;
    codes[b] = {static_cast<std::uint16_t>(fixed_code(b).bits), static_cast<std::uint8_t>(length)};
  }
  return codes;
}
constexpr std::array<ByteCode, 256> codes_of_bytes = byte_codes();

// The codes that a few bits of a stream hold whole.
constexpr int looked_up_bits = 11;
struct FewCodes {
  std::uint32_t pairs = 0;  // the first in the lowest bits
  std::uint8_t count = 0, bits = 0;
};
constexpr std::array<FewCodes, 1 << looked_up_bits> few_codes() {
  std::array<FewCodes, 1 << looked_up_bits> all{};
  for (std::uint32_t b = 0; b < all.size(); ++b)
    for (FewCodes& codes = all[b];;) {
      const int ones = std::countr_one(b >> codes.bits);
      if (ones > 3 || codes.bits + ones >= looked_up_bits) break;
      codes.pairs |= ones_of_pair(static_cast<unsigned>(ones)) << (2 * codes.count);
      ++codes.count;
      codes.bits = static_cast<std::uint8_t>(codes.bits + ones + 1);
    }
  return all;
}
constexpr std::array<FewCodes, 1 << looked_up_bits> codes_of_bits = few_codes();

// Pairs with the first in the lowest bits, to where pair_shift has them.
std::uint32_t ordered_pairs(std::uint32_t pairs) {
  return (pairs & 0x03030303U) << 6 | (pairs & 0x0C0C0C0CU) << 2 | (pairs >> 2 & 0x0C0C0C0CU) |
         (pairs >> 6 & 0x03030303U);
}

// The first values of a stream, several codes at a time, as long as the stream is not near its end.
struct StreamStart {
  std::size_t bits = 0, values = 0;
  std::uint64_t pairs = 0;  // of the value that is begun
  int pair_count = 0;
};
StreamStart unpack_start(std::span<const std::byte> stream, std::span<float> values) {
  constexpr int at_a_time = 5;     // lookups of the 57 bits that a load brings at least
  constexpr std::size_t most = 5;  // values that they end, with the pairs before them
  StreamStart at;
  while (at.values + most <= values.size() && at.bits / 8 + sizeof(std::uint64_t) <= stream.size()) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, stream.data() + at.bits / 8, sizeof(bits));
    bits >>= at.bits % 8;
    for (int i = 0; i < at_a_time; ++i) {
      const FewCodes& codes = codes_of_bits[bits & ((1U << looked_up_bits) - 1)];
      if (codes.count == 0) refuse_brick("a code is none");
      at.pairs |= std::uint64_t{codes.pairs} << (2 * at.pair_count);
      at.pair_count += codes.count;
      bits >>= codes.bits;
      at.bits += codes.bits;
      if (at.pair_count < pairs_a_value) continue;
      values[at.values++] = std::bit_cast<float>(ordered_pairs(static_cast<std::uint32_t>(at.pairs)));
      at.pairs >>= 2 * pairs_a_value;
      at.pair_count -= pairs_a_value;
    }
  }
  return at;
}

}  // namespace

void pack_fixed_huffman(std::span<const float> values, std::vector<std::byte>& bytes) {
  constexpr std::size_t most_a_value = 8, word = sizeof(std::uint64_t);
  const std::size_t before = bytes.size();
  bytes.resize(before + most_a_value * values.size() + word);
  std::byte* to = bytes.data() + before;
  std::uint64_t held = 0;
  int filled = 0;
  for (const std::byte b : std::as_bytes(values)) {
    const ByteCode& code = codes_of_bytes[static_cast<std::size_t>(b)];
    held |= std::uint64_t{code.bits} << filled;
    filled += code.length;
    if (filled < 48) continue;  // a code has at most 16 bits
    std::memcpy(to, &held, word);
    to += filled / 8;
    held >>= filled / 8 * 8;
    filled %= 8;
  }
  std::memcpy(to, &held, word);
  to += (filled + 7) / 8;
  bytes.resize(static_cast<std::size_t>(to - bytes.data()));
}

void unpack_fixed_huffman(ByteReader& reader, std::span<float> values) {
  const auto stream = reader.take_bytes(reader.left());
  const StreamStart start = unpack_start(stream, values);
  const std::size_t pairs = pairs_a_value * values.size();
  std::size_t pair = pairs_a_value * start.values + static_cast<std::size_t>(start.pair_count);
  std::uint32_t word = ordered_pairs(static_cast<std::uint32_t>(start.pairs));
  unsigned ones = 0;
  bool whole = true;
  const auto take = [&](unsigned bits) {
    if (pair < pairs) {
      word |= bits << pair_shift(static_cast<int>(pair % pairs_a_value));
      if (pair % pairs_a_value == pairs_a_value - 1) {
        values[pair / pairs_a_value] = std::bit_cast<float>(word);
        word = 0;
      }
    } else {
      whole = whole && bits == 0;  // what fills the last byte
    }
    ++pair;
  };
  std::size_t bit = start.bits;
  while (whole && bit < 8 * stream.size()) {
    const std::size_t at = bit / 8, bytes = std::min(sizeof(std::uint64_t), stream.size() - at);
    std::uint64_t bits = 0;
    std::memcpy(&bits, stream.data() + at, bytes);
    const int count = static_cast<int>(8 * bytes - bit % 8);
    whole = each_fixed_pair(bits >> bit % 8, count, ones, take) && whole;
    bit += static_cast<std::size_t>(count);
  }
  if (!whole || pair < pairs) refuse_brick("a code is none, or it ends too early");
  if (ones != 0 || pair - pairs >= 8) refuse_brick("it does not end where it should");
}

}  // namespace foldwave
