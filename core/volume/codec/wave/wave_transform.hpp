// Bricks by the transform (wave_block.hpp): bound, tables of coefficients and of counts of rows, the stream.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/volume/codec/codec.hpp"
#include "core/volume/codec/wave/wave_stream.hpp"

namespace foldwave {

// Positions in the blocks fit into 32 bits.
bool wave_transform_takes(BrickShape shape);

// A brick of one byte where no value is above the bound.
std::vector<std::byte> pack_transform(const WaveKernels& kernels, std::span<const float> values,
                                      BrickShape shape, float bound);
// Values beyond `part` are left as they are, but in blocks that it meets.
void unpack_transform(const WaveKernels& kernels, ByteReader& reader, BrickShape shape, const BrickPart& part,
                      std::span<float> values);

}  // namespace foldwave
