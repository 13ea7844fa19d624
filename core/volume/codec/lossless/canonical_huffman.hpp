// Huffman's code of bytes, from the data, in canonical form (D. A. Huffman, Proc. IRE 40, 1952): lengths of
// at most 12 bits stand before the bits, 0 for a byte that is not there; codes follow from the lengths alone.
// Bytes that the code would not shorten stand as they are, one byte repeated once. Errors: InputError for
// lengths that make no code and for bits that end too early.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/volume/codec/byte_stream.hpp"

namespace foldwave {

void pack_huffman(std::span<const std::byte> values, std::vector<std::byte>& bytes);
void unpack_huffman(ByteReader& reader, std::span<std::byte> values);

}  // namespace foldwave
