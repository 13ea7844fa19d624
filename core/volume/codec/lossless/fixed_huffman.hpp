// The seed's fixed code of pairs of bits (Aqrawi, NTNU 2010): 00 is 0, 10 is 10, 01 is 110, 11 is 1110; a
// word of zeros takes 16 bits. The pairs of a byte go from the highest to the lowest, a code's first bit
// first.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/volume/codec/byte_stream.hpp"

namespace foldwave {

void pack_fixed_huffman(std::span<const float> values, std::vector<std::byte>& bytes);
// Refuses bytes that are left over.
void unpack_fixed_huffman(ByteReader& reader, std::span<float> values);

}  // namespace foldwave
