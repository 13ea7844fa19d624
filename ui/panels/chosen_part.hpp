// The part of the rock that something chosen takes up: what "Zoom to selection" brings into the middle.
#pragma once

#include <optional>
#include <vector>

#include "core/engine/fold_result.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

struct RockPart {
  Vec3 low{}, high{};  // local, metres
};

// Around places of the map; nothing where there is none.
std::optional<RockPart> part_of(const std::vector<Vec3>& places, const Grid3& grid);

// Of a layer in a folded volume, from at most some millions of evenly spread nodes; nothing where it has
// none.
std::optional<RockPart> part_of_layer(const FoldResult& fold, int layer);

}  // namespace foldwave
