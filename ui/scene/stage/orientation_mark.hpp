// How the camera stands: three arrows in a corner, east, north and down, that turn with it.
#pragma once

#include <array>

#include "ui/scene/stage/overlay.hpp"

namespace foldwave {

enum class OrientationArrow { east, north, depth, none };

// About (x, y), in display pixels.
void draw_orientation(Overlay& overlay, vtkRenderer* renderer, double x, double y, double scale);

// The one whose shaft or name is at a place, from the arrows' middle.
OrientationArrow orientation_arrow_at(vtkRenderer* renderer, const std::array<double, 2>& from_middle,
                                      double scale);

}  // namespace foldwave
