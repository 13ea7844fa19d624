// A brick's coefficients, as words of 32 bits, to bytes and back without loss:
//
//   none           as they are
//   rle            zero_runs.hpp, the seed's
//   huffman_fixed  fixed_huffman.hpp, the seed's
//   huffman        canonical_huffman.hpp, in bands: coefficients of like sums of wavenumbers together, four
//                  planes of bytes a band
//   zstd           those planes one after another by libzstd, level 3; not in every build, and its bytes are
//                  those of its version
//
// none, rle and huffman_fixed take block after block, x fastest in each.
// Errors: InputError for bytes that are damaged, and for zstd in a build without it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/volume/codec/byte_stream.hpp"
#include "core/volume/codec/transform/transform.hpp"

namespace foldwave {

enum class Encoding : std::uint8_t { none, rle, huffman, huffman_fixed, zstd };
constexpr int encodings = 5;

bool has_encoding(Encoding encoding);

// `words`: as many as coefficient_shape(transform, shape) says.
void pack_words(Encoding encoding, const Transform& transform, BrickShape shape, std::span<const float> words,
                std::vector<std::byte>& bytes);
// Takes all that the reader has left.
void unpack_words(Encoding encoding, const Transform& transform, BrickShape shape, ByteReader reader,
                  std::span<float> words);

}  // namespace foldwave
