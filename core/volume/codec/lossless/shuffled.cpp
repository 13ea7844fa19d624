#include "core/volume/codec/lossless/shuffled.hpp"

#include <bit>
#include <cstdint>

#include "core/volume/codec/lossless/canonical_huffman.hpp"

namespace foldwave {

void pack_shuffled(std::span<const float> values, std::vector<std::byte>& bytes) {
  const std::size_t n = values.size();
  std::vector<std::byte> planes(4 * n);
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(values[i]);
    const std::uint32_t difference = bits - before;
    const std::uint32_t folded = (difference << 1) ^ ((difference >> 31) != 0 ? ~0U : 0U);
    for (std::size_t p = 0; p < 4; ++p)
      planes[p * n + i] = static_cast<std::byte>(folded >> (8 * p) & 255U);
    before = bits;
  }
  for (std::size_t p = 0; p < 4; ++p)
    pack_huffman(std::span(planes).subspan(p * n, n), bytes);
}

void unpack_shuffled(ByteReader& reader, std::span<float> values) {
  const std::size_t n = values.size();
  std::vector<std::byte> planes(4 * n);
  for (std::size_t p = 0; p < 4; ++p)
    unpack_huffman(reader, std::span(planes).subspan(p * n, n));
  if (reader.left() != 0) refuse_brick("bytes are left over");
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t folded = 0;
    for (std::size_t p = 0; p < 4; ++p)
      folded |= static_cast<std::uint32_t>(planes[p * n + i]) << (8 * p);
    before += (folded >> 1) ^ ((folded & 1U) != 0 ? ~0U : 0U);
    values[i] = std::bit_cast<float>(before);
  }
}

}  // namespace foldwave
