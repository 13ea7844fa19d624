// A vertical colour bar with round numbers and a title above it.
#pragma once

#include <string>

#include "ui/scene/overlay.hpp"

namespace foldwave {

struct BarPlace {
  double x, y, width, height;  // device pixels, lower left corner
  double scale;
  bool title_from_left = false;  // else centred over the bar
  bool downwards = false;        // values grow downwards, as depths do; the map's colours stay
};
void draw_color_bar(Overlay& overlay, const BarPlace& place, double low, double high,
                    const std::string& title, const ColorMap& map);

}  // namespace foldwave
