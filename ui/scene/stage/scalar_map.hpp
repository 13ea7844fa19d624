// One number for each column of the box, shown in colours on the map under the contours: a thickness, a
// misfit. Samples lie on the box's edges; a value that is not a number has the colour of missing data.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "ui/scene/stage/color.hpp"

namespace foldwave {

struct ScalarMap {
  int nx = 0, ny = 0;
  std::vector<float> values;     // x fastest, south to north
  double low = 0.0, high = 1.0;  // where the colours end
  const ColorMap* colors = nullptr;
  std::string title, unit;  // "Thickness of shale", "m"

  Rgb color(double value) const {
    const Bytes3 c = colors->at(high > low ? (value - low) / (high - low) : 0.5);
    return rgb({c[0], c[1], c[2]});
  }
  // Of the nearest sample; x and y in parts of the box, 0 to 1.
  double at(double x, double y) const {
    const auto node = [](double part, int n) {
      return static_cast<std::size_t>(std::lround(std::min(std::max(part, 0.0), 1.0) * (n - 1)));
    };
    return static_cast<double>(values[node(x, nx) + static_cast<std::size_t>(nx) * node(y, ny)]);
  }
};

// The range of the values themselves; 0 to 1 where there is none.
ScalarMap scalar_map(int nx, int ny, std::vector<float> values, const ColorMap& colors, std::string title,
                     std::string unit);

}  // namespace foldwave
