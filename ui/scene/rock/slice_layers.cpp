#include "ui/scene/rock/slice_layers.hpp"

#include <algorithm>

namespace foldwave {

std::vector<int> slice_layers(const FoldResult& fold, int axis, int node, int detail) {
  return sampled_layers(fold.layering(), [&](const Field<float>& field) {
    return refined(slice_values(field, axis, node), detail).values;
  });
}

std::vector<SliceLines> slice_boundaries(const FoldResult& fold, int axis, int node, int first) {
  std::vector<SliceLines> all;
  if (!fold.folded) return all;
  const LayerBoundary* last = nullptr;
  const std::vector<LayerBoundary> boundaries = fold.layering().boundaries();
  for (std::size_t i = static_cast<std::size_t>(std::max(first - 1, 0)); i < boundaries.size(); ++i) {
    const LayerBoundary& boundary = boundaries[i];
    // Levels of one field in one part of the volume are drawn together.
    const bool new_part =
        last == nullptr || last->field != boundary.field || last->clips.size() != boundary.clips.size();
    last = &boundary;
    if (new_part) {
      all.push_back({slice_values(*boundary.field, axis, node), {}, {}});
      for (const FieldClip& clip : boundary.clips)
        all.back().clips.emplace_back(slice_values(*clip.field, axis, node), clip.above);
    }
    all.back().levels.push_back(boundary.level);
  }
  return all;
}

}  // namespace foldwave
