// A checksum of 32 bits behind a packed brick, over its bytes and its shape: what is damaged, cut or of
// another shape is refused before it is read. Against chance, not against malice: readers check what they
// read all the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/base/host_device.hpp"
#include "core/volume/codec/byte_stream.hpp"
#include "core/volume/codec/codec.hpp"

namespace foldwave {

// One word of 64 bits more; the first is the number of bytes, then come the sizes, then the bytes, the last
// ones filled up with zeros.
HOST_DEVICE inline std::uint64_t brick_checksum_with(std::uint64_t sum, std::uint64_t word) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;  // 2^64 over the golden ratio
  sum = (sum ^ word) * odd;
  return sum ^ sum >> 29;
}

inline std::uint32_t brick_checksum(std::span<const std::byte> bytes, BrickShape shape) {
  std::uint64_t sum = bytes.size();
  for (const int n : shape.n)
    sum = brick_checksum_with(sum, static_cast<std::uint64_t>(n));
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t count = bytes.size() < sizeof(word) ? bytes.size() : sizeof(word);
    std::memcpy(&word, bytes.data(), count);
    sum = brick_checksum_with(sum, word);
    bytes = bytes.subspan(count);
  }
  return static_cast<std::uint32_t>(sum >> 32);
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
