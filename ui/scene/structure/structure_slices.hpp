// The slices of the structure view, and what is cut away at them.
#pragma once

#include <array>

namespace foldwave {

// What of the rock is cut away at a slice, as if it had been sawn: the part with the smaller or the greater
// coordinate. For depth that is the part above or below it. Or what does not lie between two slices: cut so
// across all three axes a box is left.
enum class CutAway { nothing, smaller, greater, outside };

// One across each of x, y and z, then a second one across each, which is there where what lies outside of
// both is cut away.
inline constexpr int slice_count = 6;
constexpr int axis_of_slice(int slice) {
  return slice % 3;
}

using SliceParts = std::array<double, slice_count>;  // where they stand in the box, 0 to 1
// At first the first ones stand behind, so that the horizon's crest is seen, and the second ones in front.
inline constexpr SliceParts usual_slice_parts{0.0, 1.0, 1.0, 1.0, 0.0, 0.0};
// Of a solid block, which is what is left between them: its six sides.
inline constexpr SliceParts block_slice_parts{0.0, 0.0, 0.0, 1.0, 1.0, 1.0};

}  // namespace foldwave
