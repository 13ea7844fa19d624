// Where two folded volumes differ: T of the one less T of the other, on the nodes of the first.
#pragma once

#include <span>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"

namespace foldwave {

struct FoldedVolume {
  const Grid3& grid;  // whose origin is on the map
  const Field<float>& arrival;
  const Field<std::uint8_t>& layer_index;
};

struct FoldDifference {
  Field<float> time;  // metres at the hinge; not a number where the second has no value
  double rms = 0.0, largest = 0.0;
  Vec3 largest_at{};               // map
  double other_layer_share = 0.0;  // of the nodes that both have
  Index compared = 0;              // nodes that both have
};

// The second is read trilinear (T) and at its nearest node (layer), by map position. `layer_of_b` says which
// layer of `a` each of `b` is (model/layer_sequence.hpp, matched_layers). Throws Stopped.
FoldDifference compare_folds(const FoldedVolume& a, const FoldedVolume& b, std::span<const int> layer_of_b,
                             const Job& job);

}  // namespace foldwave
