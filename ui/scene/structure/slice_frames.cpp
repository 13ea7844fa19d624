#include "ui/scene/structure/slice_frames.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/scene/rock/handle_drag.hpp"

namespace foldwave {
namespace {

constexpr int edge_steps = 48;  // places on an edge that the pointer is compared with

double distance_to_segment(double x, double y, const Vec3& a, const Vec3& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, size = dx * dx + dy * dy;
  const double t = size > 0.0 ? std::clamp(((x - a.x) * dx + (y - a.y) * dy) / size, 0.0, 1.0) : 0.0;
  return std::hypot(a.x + t * dx - x, a.y + t * dy - y);
}

// What lies behind the eye is projected too, mirrored and beyond the far plane.
bool is_before_eye(const Vec3& display) {
  return display.z <= 1.0;
}

}  // namespace

std::vector<SliceGrip> SliceFrames::grips_at(double x, double y, double reach,
                                             const std::vector<int>& slices) const {
  std::vector<SliceGrip> grips;
  const auto seen = [this](const Vec3& p) { return world_to_display(renderer_, to_world(p)); };
  for (const int slice : slices) {
    const std::array<Vec3, 4> corners = slices_.frame_of(slice);
    double nearest = reach;
    std::optional<Vec3> at;
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec3 &from = corners[k], &to = corners[(k + 1) % 4];
      Vec3 last = seen(from);
      const Vec3 end = seen(to);
      const bool in_sight = is_before_eye(last) && is_before_eye(end);
      if (in_sight && distance_to_segment(x, y, last, end) > nearest) continue;
      // Even steps of an edge are not even on the screen.
      for (int i = 1; i <= edge_steps; ++i) {
        const Vec3 place = from + (static_cast<double>(i) / edge_steps) * (to - from), now = seen(place);
        const double away = distance_to_segment(x, y, last, now);
        if (is_before_eye(last) && is_before_eye(now) && away < nearest) {
          nearest = away;
          at = place;
        }
        last = now;
      }
    }
    if (at) grips.push_back({slice, axis_of_slice(slice), *at});
  }
  return grips;
}

std::array<double, 2> SliceFrames::way_of(const SliceGrip& grip) const {
  Vec3 ahead = grip.at;
  ahead[grip.axis] += 0.05 * norm(slices_.grid().extent());
  const Vec3 from = world_to_display(renderer_, to_world(grip.at));
  const Vec3 to = world_to_display(renderer_, to_world(ahead));
  const double x = to.x - from.x, y = to.y - from.y, size = std::max(std::hypot(x, y), 1e-9);
  return {x / size, y / size};
}

int SliceFrames::dragged(const SliceGrip& grip, int node, const std::array<double, 2>& from,
                         const std::array<double, 2>& to) const {
  const auto a = static_cast<std::size_t>(grip.axis);
  const auto before = along_axis(renderer_, grip.at, grip.axis, from[0], from[1]);
  const auto after = along_axis(renderer_, grip.at, grip.axis, to[0], to[1]);
  if (!before || !after) return node;
  const double moved = (*after - *before) / slices_.grid().h[a];
  return static_cast<int>(std::lround(std::clamp(node + moved, 0.0, slices_.grid().n[a] - 1.0)));
}

void SliceFrames::draw_marked(Overlay& overlay, const FrameSize& frame, const TextStyle& words) const {
  const auto px = [&](double design_pixels) { return design_pixels * frame.scale; };
  const std::array<Vec3, 4> corners = slices_.frame_of(marked_);
  std::array<Vec3, 4> seen{};
  for (std::size_t k = 0; k < 4; ++k)
    seen[k] = world_to_display(renderer_, to_world(corners[k]));
  if (!std::ranges::all_of(seen, is_before_eye)) return;
  for (std::size_t k = 0; k < 4; ++k) {
    const auto &p = seen[k], &q = seen[(k + 1) % 4];
    const bool level = std::abs(q[0] - p[0]) > std::abs(q[1] - p[1]);
    for (const double side : {-1.0, 0.0, 1.0})
      overlay.line(p[0] + (level ? 0.0 : side), p[1] + (level ? side : 0.0), q[0] + (level ? 0.0 : side),
                   q[1] + (level ? side : 0.0), theme::accent, side == 0.0 ? 1.0 : 0.55);
  }
  const auto top =
      *std::max_element(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a[1] < b[1]; });
  const std::string text = slices_.words(marked_);
  const double wide = overlay.text_size(text, words)[0] + px(12), high = px(20);
  const double x = std::clamp(top[0] - wide / 2, px(2), std::max(frame.width - wide - px(2), px(2)));
  const double y = std::clamp(top[1] + px(7), px(2), std::max(frame.height - high - px(2), px(2)));
  overlay.rectangle(x, y, wide, high, theme::panel, 0.92);
  overlay.text(text, x + px(6), y + high / 2, words);
}

}  // namespace foldwave
