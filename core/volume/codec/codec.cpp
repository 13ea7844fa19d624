#include "core/volume/codec/codec.hpp"

#include <cmath>

#include "core/base/error.hpp"
#include "core/volume/codec/chain.hpp"
#include "core/volume/codec/lossless/fixed_huffman.hpp"
#include "core/volume/codec/lossless/lossless_codec.hpp"
#include "core/volume/codec/lossless/shuffled.hpp"
#include "core/volume/codec/lossless/zero_runs.hpp"
#include "core/volume/codec/quick/quick_codec.hpp"
#include "core/volume/codec/wave/wave_codec.hpp"

namespace foldwave {

namespace {

// More values than any brick should have: positions in it stay below 2^32.
constexpr std::size_t most_values = std::size_t{1} << 30;

std::span<const Codec* const> all_codecs() {
  static const WaveCodec wave;
  static const QuickCodec quick;
  static const LosslessCodec rle("rle", pack_zero_runs, unpack_zero_runs);
  static const LosslessCodec huffman("huffman", pack_shuffled, unpack_shuffled);
  static const LosslessCodec fixed("huffman-fixed", pack_fixed_huffman, unpack_fixed_huffman);
  static const std::vector<const Codec*> all = [] {
    std::vector<const Codec*> found{&wave, &rle, &huffman, &fixed, &quick};
    for (const ChainCodec& chain : chain_codecs())
      found.push_back(&chain);
    return found;
  }();
  return all;
}

}  // namespace

std::size_t BrickShape::values() const {
  std::size_t product = 1;
  for (const int size : n) {
    if (size < 1 || static_cast<std::size_t>(size) > most_values / product)
      throw InputError("brick", "its sizes are none", "give three sizes from 1 up, of 2^30 values at most");
    product *= static_cast<std::size_t>(size);
  }
  return product;
}

void check_brick(std::size_t values, BrickShape shape) {
  if (values != shape.values())
    throw InputError("brick", "its values and its sizes do not fit", "give as many values as the sizes say");
}

void check_bound(ErrorBound bound) {
  if (!(bound.absolute >= 0.0))
    throw InputError("error bound", "it is negative or no number", "give 0 for no loss, or a largest error");
}

const Codec* find_codec(std::string_view name) {
  for (const Codec* codec : all_codecs())
    if (codec->name() == name) return codec;
  return nullptr;
}

std::vector<std::string> codec_names() {
  std::vector<std::string> names;
  for (const Codec* codec : all_codecs())
    names.push_back(codec->name());
  return names;
}

}  // namespace foldwave
