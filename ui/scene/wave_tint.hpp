// What lies under a wave's picture: the layers' colours, or, where a file gives the velocity, greys that are
// the darker the faster.
#pragma once

#include <vector>

#include "core/engine/pipeline.hpp"
#include "ui/scene/color.hpp"

namespace foldwave {

// On the plane of nodes `node` across an axis, at the samples that refined(slice_values(...), detail) has.
std::vector<Bytes3> wave_tint(const FoldResult& fold, const LayerStack& stack, int axis, int node,
                              int detail);

}  // namespace foldwave
