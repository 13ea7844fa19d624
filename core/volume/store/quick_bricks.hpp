// All bricks of a volume as a codec, quick by custom, has packed them, one after the other in one array: how
// a device hands a volume over. Shapes: bricks as bricks.hpp has them. Errors: InputError for damaged bricks.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/field.hpp"
#include "core/volume/store/bricks.hpp"

namespace foldwave {

struct QuickBricks {
  BrickLayout layout;
  std::vector<std::byte> bytes;
  std::vector<std::size_t> starts;  // of each brick in them, and the end
  const char* codec = "quick";      // one that find_codec knows

  std::span<const std::byte> brick(Index number) const {
    const auto b = static_cast<std::size_t>(number);
    return std::span(bytes).subspan(starts.at(b), starts.at(b + 1) - starts.at(b));
  }
};

void unpack_brick(const QuickBricks& bricks, Index number, std::span<float> values);

Field<float> unpack_volume(const QuickBricks& bricks);  // by all threads of a parallel loop

}  // namespace foldwave
