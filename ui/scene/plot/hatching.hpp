// Diagonal lines over a part of a flat plot: what they lie on stays in sight.
#pragma once

#include <functional>

#include "ui/scene/plot/plot_parts.hpp"

namespace foldwave {

// The parts of lines v = u - c, `apart` from each other along u, where `inside` holds; their ends are known
// to a sixth of `apart`.
std::vector<PlotLine> hatching(const PlotBox& box, double apart,
                               const std::function<bool(double u, double v)>& inside);

inline constexpr double hatch_lines = 70.0;  // along the longer side of a plot

// What it says of a fold (geology/caustics.hpp).
inline constexpr const char* hatched_words = "hatched: parts of the fold meet";

// The same on a picture's pixels.
constexpr bool is_hatched(int column, int row) {
  constexpr int apart = 10, wide = 3;
  return (column + row) % apart < wide;
}

}  // namespace foldwave
