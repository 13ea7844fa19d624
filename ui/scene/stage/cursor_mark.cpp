#include "ui/scene/stage/cursor_mark.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace foldwave {
namespace {

constexpr double arm_part = 0.05;        // of the box's size
constexpr double arm = 14.0, gap = 3.0;  // design pixels
constexpr double faint = 0.3;

struct Segment {
  double x0, y0, x1, y1;
};

// Bright lines with a dark one on each side, which are seen on any layer's colour.
void bright_lines(Overlay& overlay, const std::vector<Segment>& segments, double opacity) {
  for (const Segment& s : segments) {
    const double length = std::hypot(s.x1 - s.x0, s.y1 - s.y0);
    if (length < 0.5) continue;
    const double nx = -(s.y1 - s.y0) / length, ny = (s.x1 - s.x0) / length;
    for (const double side : {-1.0, 1.0})
      overlay.line(s.x0 + side * nx, s.y0 + side * ny, s.x1 + side * nx, s.y1 + side * ny, theme::ink,
                   0.7 * opacity);
  }
  for (const Segment& s : segments)
    overlay.line(s.x0, s.y0, s.x1, s.y1, theme::cursor, opacity);
}

}  // namespace

void draw_space_cursor(Overlay& overlay, vtkRenderer* renderer, const SceneBox& box, const Vec3& local) {
  const double reach = arm_part * box.size();
  std::vector<Segment> arms;
  for (int axis = 0; axis < 3; ++axis) {
    if (axis == 1 && box.section) continue;
    Vec3 low = local, high = local, near = local, far = local;
    low[axis] = 0.0, high[axis] = box.extent[axis];
    near[axis] = std::max(local[axis] - reach, 0.0), far[axis] = std::min(local[axis] + reach, high[axis]);
    const auto seen = [&](const Vec3& p) { return world_to_display(renderer, to_world(p)); };
    const Vec3 a = seen(low), b = seen(high), c = seen(near), d = seen(far);
    overlay.line(a.x, a.y, b.x, b.y, theme::cursor, faint);
    arms.push_back({c.x, c.y, d.x, d.y});
  }
  bright_lines(overlay, arms, 1.0);
}

void draw_flat_cursor(Overlay& overlay, const CrossFrame& f, double x, double y, double scale,
                      double opacity) {
  x = std::round(x) + 0.5, y = std::round(y) + 0.5;
  const bool across = y > f.bottom && y<f.top, upward = x> f.left && x < f.right;
  if (across) overlay.line(f.left, y, f.right, y, theme::cursor, faint * opacity);
  if (upward) overlay.line(x, f.bottom, x, f.top, theme::cursor, faint * opacity);
  if (!across || !upward) return;
  std::vector<Segment> arms;
  for (const double side : {-1.0, 1.0}) {
    const double from = side * gap * scale, to = side * arm * scale;
    arms.push_back({x + from, y, std::clamp(x + to, f.left, f.right), y});
    arms.push_back({x, y + from, x, std::clamp(y + to, f.bottom, f.top)});
  }
  bright_lines(overlay, arms, opacity);
}

}  // namespace foldwave
