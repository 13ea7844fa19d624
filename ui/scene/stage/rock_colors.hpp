// How velocity and T are shown in colours.
#pragma once

#include <optional>

#include "core/engine/fold_result.hpp"
#include "ui/scene/stage/color.hpp"

namespace foldwave {

// What the rock on a plane is coloured by.
enum class SliceColor { layer, velocity, arrival, difference };

enum class SequentialMap { viridis, cividis, gray };
const ColorMap& color_map(SequentialMap map);

struct ValueRange {
  double low = 0.0, high = 1.0;  // where the colours end
  bool operator==(const ValueRange&) const = default;
};

// Of one quantity: its map, and the range that was typed in place of the rock's own.
struct Coloring {
  SequentialMap map = SequentialMap::viridis;
  std::optional<ValueRange> typed{};
  std::optional<ValueRange> shared{};  // of several rocks that are compared: it stands for each one's own
  bool operator==(const Coloring&) const = default;
};

struct RockColors {
  Coloring velocity{SequentialMap::viridis};  // m/s
  Coloring arrival{SequentialMap::cividis};   // metres at the hinge
  bool operator==(const RockColors&) const = default;
};

struct ColorScale {
  const ColorMap* map = &viridis_map();
  ValueRange range;
  bool typed = false;  // values may lie beyond it: they have the colours of its ends

  Bytes3 at(double value) const;  // not finite: the colour of missing data
};
ColorScale color_scale(const Coloring& coloring, const ValueRange& own);

// Of the rock and, where no file gives it, of the layers that do not reach into the box.
ValueRange velocity_range(const FoldResult& fold, const LayerStack& layers);

}  // namespace foldwave
