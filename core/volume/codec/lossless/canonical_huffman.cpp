#include "core/volume/codec/lossless/canonical_huffman.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>

namespace foldwave {

namespace {

enum class HuffmanKind : std::uint8_t { plain, one, coded };
constexpr int longest_code = 12;
using CodeLengths = std::array<std::uint8_t, 256>;

// Depths in Huffman's tree, which ties make by the lower symbol.
CodeLengths tree_depths(const std::array<std::uint64_t, 256>& counts) {
  using Node = std::pair<std::uint64_t, int>;
  std::priority_queue<Node, std::vector<Node>, std::greater<>> open;
  std::array<int, 512> parent{};
  for (int s = 0; s < 256; ++s)
    if (counts[static_cast<std::size_t>(s)] > 0) open.emplace(counts[static_cast<std::size_t>(s)], s);
  int next = 256;
  while (open.size() > 1) {
    const Node a = open.top();
    open.pop();
    const Node b = open.top();
    open.pop();
    parent[static_cast<std::size_t>(a.second)] = parent[static_cast<std::size_t>(b.second)] = next;
    open.emplace(a.first + b.first, next++);
  }
  CodeLengths depths{};
  for (int s = 0; s < 256; ++s) {
    if (counts[static_cast<std::size_t>(s)] == 0) continue;
    int depth = 0;
    for (int at = s; at != next - 1; at = parent[static_cast<std::size_t>(at)])
      ++depth;
    depths[static_cast<std::size_t>(s)] = static_cast<std::uint8_t>(std::min(depth, 255));
  }
  return depths;
}

// Counts are halved until the tree is low enough.
CodeLengths code_lengths(std::array<std::uint64_t, 256> counts) {
  for (;;) {
    const CodeLengths depths = tree_depths(counts);
    if (*std::max_element(depths.begin(), depths.end()) <= longest_code) return depths;
    for (std::uint64_t& n : counts)
      n = (n + 1) / 2;
  }
}

// Codes in order of length, then of symbol, with their bits reversed: the stream's first bit is its lowest.
std::array<std::uint16_t, 256> canonical_codes(const CodeLengths& lengths) {
  // Of each length: how many are one shorter, then its first code.
  std::array<std::uint32_t, longest_code + 2> first{};
  for (const std::uint8_t n : lengths)
    if (n > 0) ++first[n + std::size_t{1}];
  for (std::size_t n = 1; n < first.size(); ++n)
    first[n] = (first[n] + first[n - 1]) << 1;
  std::array<std::uint16_t, 256> codes{};
  for (std::size_t n = 1; n <= longest_code; ++n) {
    std::uint32_t code = first[n];
    for (std::size_t s = 0; s < 256; ++s) {
      if (lengths[s] != n) continue;
      std::uint32_t reversed = 0;
      for (std::size_t i = 0; i < n; ++i)
        reversed |= (code >> i & 1U) << (n - 1 - i);
      codes[s] = static_cast<std::uint16_t>(reversed);
      ++code;
    }
  }
  return codes;
}

}  // namespace

void pack_huffman(std::span<const std::byte> values, std::vector<std::byte>& bytes) {
  std::array<std::uint64_t, 256> counts{};
  for (const std::byte b : values)
    ++counts[static_cast<std::size_t>(b)];
  if (!values.empty() && counts[static_cast<std::size_t>(values[0])] == values.size()) {
    put(bytes, HuffmanKind::one);
    put(bytes, values[0]);
    return;
  }
  CodeLengths lengths{};
  std::uint64_t bits = 8 * values.size();
  if (!values.empty()) {
    lengths = code_lengths(counts);
    bits = 0;
    for (std::size_t s = 0; s < 256; ++s)
      bits += counts[s] * lengths[s];
  }
  if (bits / 8 + 132 >= values.size()) {
    put(bytes, HuffmanKind::plain);
    put_all(bytes, values);
    return;
  }
  put(bytes, HuffmanKind::coded);
  put(bytes, static_cast<std::uint32_t>((bits + 7) / 8));
  for (std::size_t s = 0; s < 256; s += 2)
    bytes.push_back(static_cast<std::byte>(lengths[s] | lengths[s + 1] << 4));
  const auto codes = canonical_codes(lengths);
  BitWriter writer(bytes);
  for (const std::byte b : values)
    writer.put(codes[static_cast<std::size_t>(b)], lengths[static_cast<std::size_t>(b)]);
  writer.flush();
}

void unpack_huffman(ByteReader& reader, std::span<std::byte> values) {
  const auto kind = reader.take<HuffmanKind>();
  if (kind == HuffmanKind::plain) {
    const auto plain = reader.take_bytes(values.size());
    std::copy(plain.begin(), plain.end(), values.begin());
    return;
  }
  if (kind == HuffmanKind::one) {
    std::fill(values.begin(), values.end(), reader.take<std::byte>());
    return;
  }
  if (kind != HuffmanKind::coded) refuse_brick("its code is of an unknown kind");
  const auto size = reader.take<std::uint32_t>();
  CodeLengths lengths{};
  std::uint32_t used = 0;
  for (std::size_t s = 0; s < 256; s += 2) {
    const auto both = reader.take<std::uint8_t>();
    lengths[s] = both & 15U;
    lengths[s + 1] = static_cast<std::uint8_t>(both >> 4);
    for (const std::uint8_t n : {lengths[s], lengths[s + 1]}) {
      if (n > longest_code) refuse_brick("a code is too long");
      if (n > 0) used += 1U << (longest_code - n);
    }
  }
  // A tree that is not full would leave bits without a meaning.
  if (used != 1U << longest_code) refuse_brick("its lengths make no code");
  const auto codes = canonical_codes(lengths);
  std::vector<std::uint16_t> table(std::size_t{1} << longest_code);
  for (std::size_t s = 0; s < 256; ++s)
    for (std::size_t at = codes[s]; lengths[s] > 0 && at < table.size(); at += std::size_t{1} << lengths[s])
      table[at] = static_cast<std::uint16_t>(s | std::size_t{lengths[s]} << 8);
  const auto stream = reader.take_bytes(size);
  std::uint64_t held = 0;
  int filled = 0;
  std::size_t next = 0;
  for (std::byte& value : values) {
    while (filled < longest_code && next < stream.size()) {
      held |= static_cast<std::uint64_t>(stream[next++]) << filled;
      filled += 8;
    }
    const std::uint16_t entry = table[held & (table.size() - 1)];
    filled -= entry >> 8;
    if (filled < 0) refuse_brick("it ends too early");
    held >>= entry >> 8;
    value = static_cast<std::byte>(entry & 255U);
  }
  if (next != stream.size() || held != 0) refuse_brick("its code does not end where it should");
}

}  // namespace foldwave
