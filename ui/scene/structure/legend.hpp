// A plate at the upper right of a picture that names colours.
#pragma once

#include <string>
#include <vector>

#include "ui/scene/stage/scene.hpp"

namespace foldwave {

struct LegendEntry {
  std::string name;
  Rgb color;
};

// Display pixels.
struct LegendPlace {
  double bottom = 0.0;            // where it would begin if there is no entry
  double left = 0.0, head = 0.0;  // the lower edge of its head, which opens and closes it
  double right = 0.0, top = 0.0;
  bool head_holds(double x, double y) const { return x >= left && x <= right && y >= head && y <= top; }
};
// Open, in design pixels.
inline double legend_height(std::size_t entries) {
  return 19.0 * (static_cast<double>(entries) + 1.0) + 12.0;
}
// Display pixels, with the gap at the picture's edge.
double legend_width(Overlay& overlay, const FrameSize& frame, const TextStyle& words,
                    const std::vector<LegendEntry>& entries, bool open);
// Closed it is its head alone.
LegendPlace draw_legend(Overlay& overlay, const FrameSize& frame, const TextStyle& words,
                        const std::vector<LegendEntry>& entries, bool open);

}  // namespace foldwave
