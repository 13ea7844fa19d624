// Chains of seed 003: transform, quantise, encode. Bytes say of themselves which chain made them, and any of
// them is read by unpack_chain.
//
// What is no finite number, and what is larger than 2^100, goes around the transform and comes back bit by
// bit; the transform sees the value before it instead. Of a step quantiser the decoder's result is looked
// at: what lies outside of the bound is mended by quanta or kept exactly (outliers.hpp), so |value -
// decoded| <= bound at every node; where bytes of no loss are fewer, those are kept. The other quantisers
// promise no largest error: quality_of (quality.hpp) tells what became of it.
// A ChainCodec is a chain with a step quantiser as a Codec: its bound is the quantiser's parameter.
// Errors: InputError for a quantiser or an encoding that is none, and for damaged bytes.
#pragma once

#include <string>

#include "core/volume/codec/codec.hpp"
#include "core/volume/codec/transform/coefficient_words.hpp"
#include "core/volume/codec/transform/quantiser.hpp"

namespace foldwave {

struct Chain {
  Transform transform;
  Quantiser quantiser;
  Encoding encoding = Encoding::huffman;
  bool operator==(const Chain&) const = default;
};

std::vector<std::byte> pack_chain(const Chain& chain, std::span<const float> values, BrickShape shape);
void unpack_chain(std::span<const std::byte> bytes, BrickShape shape, std::span<float> values);

class ChainCodec final : public Codec {
 public:
  ChainCodec(Transform transform, Encoding encoding) : transform_(transform), encoding_(encoding) {}
  // "dct-3d", "fast-dct-2d-rle", "lot-1d-zstd", "genlot-3d-huffman-fixed": huffman is not told.
  std::string name() const override;
  std::vector<std::byte> encode(std::span<const float> values, BrickShape shape,
                                ErrorBound bound) const override;
  // Refuses bytes of another chain.
  void decode(std::span<const std::byte> bytes, BrickShape shape, std::span<float> values) const override;

 private:
  Transform transform_;
  Encoding encoding_;
};

// Every transform in 1, 2 and 3 dimensions with every encoding that the build has but none, which saves
// nothing of whole numbers; of each transform huffman first.
std::span<const ChainCodec> chain_codecs();

std::string encoding_name(Encoding encoding);
std::string transform_name(const Transform& transform);  // "fast-dct-3d"

}  // namespace foldwave
