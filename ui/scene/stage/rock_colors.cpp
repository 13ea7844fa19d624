#include "ui/scene/stage/rock_colors.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

const ColorMap& color_map(SequentialMap map) {
  return map == SequentialMap::viridis   ? viridis_map()
         : map == SequentialMap::cividis ? cividis_map()
                                         : gray_map();
}

Bytes3 ColorScale::at(double value) const {
  return map->at(std::isfinite(value) ? (value - range.low) / (range.high - range.low) : std::nan(""));
}

ColorScale color_scale(const Coloring& coloring, const ValueRange& own) {
  ColorScale scale{&color_map(coloring.map), coloring.typed.value_or(coloring.shared.value_or(own)),
                   coloring.typed.has_value()};
  if (!(scale.range.high > scale.range.low)) scale.range = {own.low - 1.0, own.low + 1.0};
  return scale;
}

ValueRange velocity_range(const FoldResult& fold, const LayerStack& layers) {
  ValueRange range{fold.slowest, fold.fastest};
  if (!fold.velocity_file.empty()) return range;
  for (const Layer& layer : layers.layers) {
    range.low = std::min(range.low, layer.velocity);
    range.high = std::max(range.high, layer.velocity);
  }
  return range;
}

}  // namespace foldwave
