#include "core/volume/codec/registry/codec_registry.hpp"

#include <span>

#include "core/volume/codec/lossless/fixed_huffman.hpp"
#include "core/volume/codec/lossless/lossless_codec.hpp"
#include "core/volume/codec/lossless/shuffled.hpp"
#include "core/volume/codec/lossless/zero_runs.hpp"
#include "core/volume/codec/quick/quick_codec.hpp"
#include "core/volume/codec/transform/chain.hpp"
#include "core/volume/codec/wave/wave_codec.hpp"

namespace foldwave {

namespace {

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
