// The rock of a folded volume painted on a slice: by layer or by value, hatched where the fold does not go on
// as one sheet, with the layers' boundaries as lines.
#pragma once

#include "core/engine/fold_result.hpp"
#include "core/fold/layers/compare.hpp"
#include "ui/scene/rock/slice.hpp"
#include "ui/scene/stage/rock_colors.hpp"

namespace foldwave {

struct SlicePaint {
  const FoldResult& fold;
  const LayerStack& stack;
  const FoldDifference* difference = nullptr;  // of T, on the fold's nodes; null: none
  SliceColor color = SliceColor::layer;
  ColorScale scale;  // of a value's colours
  bool boundaries = true;
  int first = 0;  // the youngest layer of the slice's part (Slice::show_part); 0: it has none
};

// `slice` stands in `grid`; the fold may have fewer nodes over the same box, as that of a preview has.
void paint_rock(Slice& slice, const Grid3& grid, const SlicePaint& paint, double line_width);

}  // namespace foldwave
