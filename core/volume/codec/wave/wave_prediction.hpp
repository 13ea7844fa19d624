// Bricks by prediction (wave_predictor.hpp): bound, predictor, tables, the stream.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/volume/codec/codec.hpp"
#include "core/volume/codec/wave/wave_stream.hpp"

namespace foldwave {

// Nothing where a guess from the fit says that it takes more than `most_bytes`.
std::vector<std::byte> pack_prediction(const WaveKernels& kernels, std::span<const float> values,
                                       BrickShape shape, float bound, std::size_t most_bytes);
void unpack_prediction(const WaveKernels& kernels, ByteReader& reader, BrickShape shape,
                       std::span<float> values);

}  // namespace foldwave
