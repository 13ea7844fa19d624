// What the seed's code on the device must do, as plain functions: for the tests, and for a device that has no
// Qt (tests/bench/quick_pace.cu).
#pragma once

#include "core/volume/codec/registry/codec_registry.hpp"
#include "gpu/volume/cuda_huffman.hpp"
#include "tests/gpu/quick_checks.hpp"

namespace foldwave::test {

inline QuickFound compare_huffman_with_processor(std::span<const float> field, const BrickLayout& layout) {
  const QuickBricks packed = cuda_huffman_pack(field, layout, {}).bricks;
  std::vector<float> back(field.size(), 7.0F);
  const std::vector<Index> damaged = cuda_huffman_unpack(packed, back).damaged;
  return compare_bricks(*find_codec("huffman-fixed"), field, layout, 0.0, packed, damaged, back);
}

// Thin volumes, sizes that are no multiples of anything, zeros alone (the shortest codes), ones alone (the
// longest), bricks of many tiles.
inline QuickFound check_huffman_shapes(int kinds = 4) {
  QuickFound found;
  unsigned seed = 1;
  for (const auto& n : {std::array{1, 1, 1}, {5, 1, 1}, {1, 1, 300}, {131, 1, 97}, {65, 63, 66}, {33, 9, 33}})
    for (const int side : {64, 24})
      for (int kind = 0; kind < kinds; ++kind)
        found.add(compare_huffman_with_processor(hostile_field(n, kind, ++seed), brick_layout(n, side)));
  const std::array<int, 3> n{130, 70, 129};
  for (const int side : {64, 129})
    for (const std::uint32_t bits : {0U, 0xFFFFFFFFU})
      found.add(compare_huffman_with_processor(
          std::vector<float>(std::size_t{130} * 70 * 129, std::bit_cast<float>(bits)),
          brick_layout(n, side)));
  return found;
}

inline int huffman_bricks_whose_damage_is_missed() {
  const std::array<int, 3> n{70, 66, 40};
  return missed_damage(cuda_huffman_pack(hostile_field(n, 1, 77), brick_layout(n, 32), {}).bricks,
                       cuda_huffman_unpack, 1);
}

inline int huffman_bricks_judged_otherwise(int tries = 400) {
  const std::array<int, 3> n{40, 33, 20};
  return judged_otherwise(cuda_huffman_pack(hostile_field(n, 1, 78), brick_layout(n, 64), {}).bricks,
                          *find_codec("huffman-fixed"), cuda_huffman_unpack, tries);
}

}  // namespace foldwave::test
