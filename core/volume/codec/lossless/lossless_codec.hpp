// A codec of a pair of functions that lose nothing, whatever bound is asked for.
#pragma once

#include <string>
#include <utility>

#include "core/volume/codec/seal.hpp"

namespace foldwave {

class LosslessCodec final : public Codec {
 public:
  using Pack = void (*)(std::span<const float> values, std::vector<std::byte>& bytes);
  using Unpack = void (*)(ByteReader& reader, std::span<float> values);

  LosslessCodec(std::string name, Pack pack, Unpack unpack)
      : name_(std::move(name)), pack_(pack), unpack_(unpack) {}
  std::string name() const override { return name_; }
  std::vector<std::byte> encode(std::span<const float> values, BrickShape shape,
                                ErrorBound bound) const override {
    check_brick(values.size(), shape);
    check_bound(bound);
    std::vector<std::byte> bytes;
    pack_(values, bytes);
    seal(bytes, shape);
    return bytes;
  }
  void decode(std::span<const std::byte> bytes, BrickShape shape, std::span<float> values) const override {
    check_brick(values.size(), shape);
    ByteReader reader(unseal(bytes, shape));
    unpack_(reader, values);
  }

 private:
  std::string name_;
  Pack pack_;
  Unpack unpack_;
};

}  // namespace foldwave
