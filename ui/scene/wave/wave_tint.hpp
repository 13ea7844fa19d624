// What lies under a wave's picture, pale so that the wave is seen: the layers' colours or, where a file gives
// the velocity, its own.
#pragma once

#include <vector>

#include "core/engine/fold_result.hpp"
#include "ui/scene/stage/rock_colors.hpp"

namespace foldwave {

// On the plane of nodes `node` across an axis, at the samples that refined(slice_values(...), detail) has.
std::vector<Bytes3> wave_tint(const FoldResult& fold, const LayerStack& stack, const Coloring& velocity,
                              int axis, int node, int detail);

// The other views' scale of the velocity, with the same paleness.
ColorScale pale_scale(const FoldResult& fold, const LayerStack& stack, const Coloring& velocity);

}  // namespace foldwave
