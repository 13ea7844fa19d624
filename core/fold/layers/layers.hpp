// Layers as bands of arrival time. The drawn horizon (T = 0) is the top of layer `horizon_is_top_of`; a
// thickness in metres at the hinge is a step of thickness / (F + psi) in T.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/field.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

// Boundary i lies between layer i (above) and layer i + 1 (below), at T = boundary[i], decreasing.
struct LayerBands {
  std::vector<double> boundary;
  bool operator==(const LayerBands&) const = default;

  int layer_at(double T) const;
};

// Of the layers from `first` on, those of the oldest sequence.
LayerBands layer_bands(const LayerStack& stack, const FoldParameters& parameters, int first = 0);
// Of the deposits first .. first + count - 1: boundaries at heights over the base of the oldest, metres.
LayerBands deposit_bands(const LayerStack& stack, int first, int count);
Field<float> velocity_volume(const Field<std::uint8_t>& layer_index, const LayerStack& stack);

}  // namespace foldwave
