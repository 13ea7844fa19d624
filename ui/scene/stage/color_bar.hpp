// A vertical colour bar with round numbers and a title above it.
#pragma once

#include <string>

#include "ui/scene/stage/overlay.hpp"
#include "ui/scene/stage/rock_colors.hpp"

namespace foldwave {

struct BarPlace {
  double x, y, width, height;  // device pixels, lower left corner
  double scale;
  bool title_from_left = false;  // else centred over the bar
  bool downwards = false;        // values grow downwards, as depths do; the map's colours stay
  bool counting = false;         // its numbers do (Overlay::count)
};
void draw_color_bar(Overlay& overlay, const BarPlace& place, double low, double high,
                    const std::string& title, const ColorMap& map);

// The same with the map's name and the range's ends below it, which take `scale_room` design pixels. Where
// values may lie beyond a typed range the bar ends in points.
inline constexpr double scale_room = 34.0;
void draw_scale(Overlay& overlay, const BarPlace& place, const ColorScale& scale, const std::string& title);

}  // namespace foldwave
