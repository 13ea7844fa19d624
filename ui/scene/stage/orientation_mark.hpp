// How the camera stands: three arrows in a corner, east, north and down, that turn with it.
#pragma once

#include "ui/scene/stage/scene.hpp"

namespace foldwave {

// About (x, y), in display pixels.
void draw_orientation(Overlay& overlay, vtkRenderer* renderer, double x, double y, double scale);

}  // namespace foldwave
