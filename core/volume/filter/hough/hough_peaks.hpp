// The lines that an accumulator of hough_lines.hpp speaks for, and where they lie in the program's frame.
#pragma once

#include <optional>

#include "core/base/vec3.hpp"
#include "core/volume/filter/hough/hough_lines.hpp"

namespace foldwave {

struct HoughLine {
  double theta = 0.0;     // degrees, in [0, 180)
  double distance = 0.0;  // m, signed
  double votes = 0.0;     // of the bin
};

struct PeakRules {
  int most = 10;                // lines
  double least_share = 0.5;     // of the strongest's votes, in magnitude
  double apart_angle = 5.0;     // degrees and
  double apart_distance = 5.0;  // bins: one line a window
};

// The strongest in magnitude first; between bins by a parabola through the neighbours. Bin (theta + 180, -r)
// is the line (theta, r).
std::vector<HoughLine> strongest_lines(const LineAccumulator& votes, const PeakRules& rules = {});

// Both ends of a line on its slice, in metres from the first node; none where it misses the slice.
using SliceEnds = std::array<std::array<double, 2>, 2>;
std::optional<SliceEnds> ends_on_slice(const HoughLine& line, const SliceGrid& slice);

// The slice of a grid at node `at` of an axis: u is the lower of the other axes.
struct GridSlice {
  Grid3 grid;
  int axis = 2;
  int at = 0;

  SliceGrid slice() const;
  Vec3 point(double u, double v) const;  // map frame
};

// A line's ends as points of the map frame: x east, y north, z depth.
std::optional<std::array<Vec3, 2>> ends_in_map(const HoughLine& line, const GridSlice& slice);

}  // namespace foldwave
