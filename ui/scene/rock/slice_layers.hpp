// The layers of a folded volume on one of its planes of nodes.
#pragma once

#include "core/engine/fold_result.hpp"
#include "ui/scene/rock/slice.hpp"

namespace foldwave {

// The layer at the samples that refined(slice_values(...), detail) has; -1 where the front never came.
std::vector<int> slice_layers(const FoldResult& fold, int axis, int node, int detail);

// Its boundaries, but for those above the layer `first`; none where no layers are drawn.
std::vector<SliceLines> slice_boundaries(const FoldResult& fold, int axis, int node, int first = 0);

}  // namespace foldwave
