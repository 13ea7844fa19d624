// Floats without loss: the difference of each value's bits to those of the value before, folded so that small
// ones of either sign are small, its four bytes in four planes, each by Huffman's code.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/volume/codec/byte_stream.hpp"

namespace foldwave {

void pack_shuffled(std::span<const float> values, std::vector<std::byte>& bytes);
// Refuses bytes that are left over.
void unpack_shuffled(ByteReader& reader, std::span<float> values);

}  // namespace foldwave
