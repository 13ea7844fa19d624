// The codecs of core/volume/codec as one filter of HDF5: its number and its parameters. The number is one of
// 256 to 511, which HDF5 leaves for testing: it is registered with nobody.
//
//   parameters, 32 bits each: 1 (their version), number of the codec, nodes along x, y, z of a chunk, and the
//   error bound as a little-endian double, the lower word first
//   numbers of codecs: wave 1, rle 2, huffman 3, huffman-fixed 4, quick 5; transforms, each with a step that
//   keeps the bound, from 16 on: dct, fast-dct, lot, genlot; of each -1d, -2d, -3d; of each huffman, which is
//   not told, -rle, -huffman-fixed, -zstd: dct-1d 16, dct-1d-rle 17, ... genlot-3d-zstd 63
//
// A chunk is the codec's bytes of its values, x fastest. No HDF5 here: the store and the plugin for other
// programs (h5z_foldwave.cpp) share this. Errors: InputError for what is damaged, unknown or too large.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/volume/codec/codec.hpp"

namespace foldwave {

inline constexpr int own_filter_id = 479;

struct OwnPacking {
  const Codec* codec = nullptr;
  BrickShape shape;
  ErrorBound bound;
};

const std::vector<std::string>& own_codecs();  // names of those that the build has, by their numbers
bool is_own_codec(const std::string& name);
unsigned number_of_codec(const std::string& name);  // 0: it has none

std::vector<unsigned> own_parameters(const std::string& codec, BrickShape shape, ErrorBound bound);
OwnPacking own_packing(std::span<const unsigned> parameters);

// What somebody asks for who makes a dataset: nothing (wave without loss), the codec's number, or that and
// the two words of the bound; parameters as a file has them are taken too. The shape is the chunk's.
std::vector<unsigned> asked_parameters(std::span<const unsigned> asked, BrickShape shape);

}  // namespace foldwave
