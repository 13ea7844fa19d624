// A checksum of 32 bits behind a packed brick, over its bytes and its shape: what is damaged, cut or of
// another shape is refused before it is read. Against chance, not against malice: readers check what they
// read all the same.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/base/host_device.hpp"
#include "core/volume/codec/byte_stream.hpp"
#include "core/volume/codec/codec.hpp"

namespace foldwave {

// One word of 64 bits more.
HOST_DEVICE inline std::uint64_t brick_checksum_with(std::uint64_t sum, std::uint64_t word) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;  // 2^64 over the golden ratio
  sum = (sum ^ word) * odd;
  return sum ^ sum >> 29;
}

// Words go to four sums in turns, that need not wait for each other; each begins with its number, the bytes'
// and the sizes. The last bytes are filled up with zeros to a word.
constexpr std::size_t brick_checksum_turns = 4;
HOST_DEVICE inline std::uint64_t brick_checksum_begin(std::uint64_t turn, std::uint64_t bytes, const int* n) {
  std::uint64_t sum = brick_checksum_with(turn, bytes);
  for (int a = 0; a < 3; ++a)
    sum = brick_checksum_with(sum, static_cast<std::uint64_t>(n[a]));
  return sum;
}
HOST_DEVICE inline std::uint32_t brick_checksum_end(const std::uint64_t* sums) {
  std::uint64_t sum = sums[0];
  for (std::size_t t = 1; t < brick_checksum_turns; ++t)
    sum = brick_checksum_with(sum, sums[t]);
  return static_cast<std::uint32_t>(sum >> 32);
}

inline std::uint32_t brick_checksum(std::span<const std::byte> bytes, BrickShape shape) {
  std::uint64_t sums[brick_checksum_turns];
  for (std::size_t t = 0; t < brick_checksum_turns; ++t)
    sums[t] = brick_checksum_begin(t, bytes.size(), shape.n.data());
  const auto add = [&](std::size_t turn, std::size_t at, std::size_t count) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, count);
    sums[turn] = brick_checksum_with(sums[turn], word);
  };
  constexpr std::size_t size = sizeof(std::uint64_t), all = size * brick_checksum_turns;
  std::size_t at = 0;
  for (; at + all <= bytes.size(); at += all)
    for (std::size_t t = 0; t < brick_checksum_turns; ++t)
      add(t, at + t * size, size);
  for (std::size_t t = 0; at < bytes.size(); ++t, at += size)
    add(t, at, std::min(size, bytes.size() - at));
  return brick_checksum_end(sums);
}

inline void seal(std::vector<std::byte>& bytes, BrickShape shape) {
  put(bytes, brick_checksum(bytes, shape));
}

inline std::span<const std::byte> unseal(std::span<const std::byte> bytes, BrickShape shape) {
  if (bytes.size() < sizeof(std::uint32_t)) refuse_brick("it ends too early");
  const auto held = bytes.first(bytes.size() - sizeof(std::uint32_t));
  std::uint32_t sum = 0;
  std::memcpy(&sum, bytes.data() + held.size(), sizeof(sum));
  if (sum != brick_checksum(held, shape)) refuse_brick("its checksum is wrong");
  return held;
}

}  // namespace foldwave
