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

// Its lower edge, or where it would begin if there is no entry; display pixels.
double draw_legend(Overlay& overlay, const FrameSize& frame, const TextStyle& words,
                   const std::vector<LegendEntry>& entries);

}  // namespace foldwave
