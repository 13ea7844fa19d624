// Where a control point goes when the pointer drags it: along its own vertical line, or level with it; and
// where an arrow turns.
#pragma once

#include <optional>

#include "ui/scene/stage/scene.hpp"

namespace foldwave {

enum class DragDirection { vertical, level };

// `start` is the point when the drag began (local), (x, y) the pointer in display pixels. The answer stays in
// the box (see kept_near_box); a drag that has no answer (the line of sight runs along the line or plane)
// leaves the point where it was.
Vec3 dragged_point(vtkRenderer* renderer, const SceneBox& box, const Vec3& start, double x, double y,
                   DragDirection direction);

// How many metres along an axis (0 x, 1 y, 2 depth; signed, from `start`) the line of sight through (x, y)
// passes nearest to that axis' line through `start`; nothing where both run one way.
std::optional<double> along_axis(vtkRenderer* renderer, const Vec3& start, int axis, double x, double y);

// The way on the map, local, that lies nearest to the right of the picture, and the one nearest to upwards in
// it: along x or y, unit.
struct ScreenWays {
  Vec3 right, up;
};
ScreenWays screen_ways(vtkRenderer* renderer);

// The place nearest to `local` that is in the box, or no further out of it than the drag's `start`: a point
// that was picked beside the box does not jump onto its face.
Vec3 kept_near_box(Vec3 local, const Vec3& start, const Vec3& extent);

// The direction (local, unit) from `foot` to where the pointer has the tip of an arrow of this length: on a
// ball about the foot, on the side of it where `now` is; beyond its rim, on the rim. In a section in its
// plane.
Vec3 dragged_direction(vtkRenderer* renderer, const SceneBox& box, const Vec3& foot, double length,
                       const Vec3& now, double x, double y);

}  // namespace foldwave
