// Run lengths of zeros: words of 32 bits, and a bit before each that says whether it is a value or how many
// zeros stand there. Only a word of no bits is a zero: -0 is a value.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/volume/codec/byte_stream.hpp"

namespace foldwave {

void pack_zero_runs(std::span<const float> values, std::vector<std::byte>& bytes);
// Refuses bytes that are left over.
void unpack_zero_runs(ByteReader& reader, std::span<float> values);

}  // namespace foldwave
