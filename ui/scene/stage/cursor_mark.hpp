// The mark of the linked cursor: the place that the pointer reads in one view, marked in the others.
#pragma once

#include "ui/scene/stage/scene.hpp"

namespace foldwave {

// In space: three short lines along x, y and depth, in front of all rock, and fainter ones to the faces of
// the box, as far as it reaches.
void draw_space_cursor(Overlay& overlay, vtkRenderer* renderer, const SceneBox& box, const Vec3& local);

// In a plot: two lines across its frame, whole in the middle and faint beyond; display pixels.
struct CrossFrame {
  double left, right, bottom, top;
};
void draw_flat_cursor(Overlay& overlay, const CrossFrame& frame, double x, double y, double scale,
                      double opacity = 1.0);

}  // namespace foldwave
