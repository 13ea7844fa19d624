// A brick through a codec of either kind: those of .hdf files, and those of core/volume/codec. Shapes: one
// value a node of the brick. Errors: InputError for a codec that is not there; those of the codecs.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/volume/codec/codec.hpp"
#include "core/volume/codec/registry/codec_registry.hpp"
#include "core/volume/store/bricks.hpp"
#include "core/volume/store/hdf_filters.hpp"

namespace foldwave {

class BrickCodec {
 public:
  BrickCodec(const std::string& name, const std::array<int, 3>& brick, double bound)
      : name_(name), brick_(brick), bound_(bound), codec_(find_codec(name)) {
    if (codec_ == nullptr) filters_ = filters_of(name, brick, bound);
  }

  // `values` may be changed within the bound.
  PackedBrick pack(std::span<float> values) const {
    if (codec_ == nullptr) return pack_brick(name_, brick_, bound_, values);
    return {codec_->encode(values, {brick_}, {bound_}), 0};
  }
  void unpack(const PackedBrick& packed, std::span<float> values) const {
    if (packed.bytes.empty())
      std::ranges::fill(values, 0.0F);
    else if (codec_ != nullptr)
      codec_->decode(packed.bytes, {brick_}, values);
    else
      undo_filters(filters_, packed.skipped, packed.bytes, sizeof(float), std::as_writable_bytes(values));
  }

 private:
  std::string name_;
  std::array<int, 3> brick_;
  double bound_;
  const Codec* codec_;
  std::vector<HdfFilter> filters_;
};

}  // namespace foldwave
