// The slices of the structure view are moved by their frames: which frame the pointer is on, where a drag
// along the slice's normal takes it, and how the frame is marked.
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.hpp"
#include "ui/scene/rock/handle_drag.hpp"
#include "ui/scene/structure/structure_scene.hpp"

namespace foldwave {
namespace {

constexpr double frame_reach = 6.0;   // design pixels
constexpr int edge_steps = 48;        // places on an edge that the pointer is compared with
constexpr double hidden_part = 0.02;  // of the box's size: what is nearer to the eye hides a frame

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

std::array<Vec3, 4> StructureScene::frame_of(int slice) const {
  const int axis = axis_of_slice(slice);
  const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
  std::array<Vec3, 4> corners{};
  for (Vec3& c : corners)
    c[axis] = this->slice(slice) * grid_.h[static_cast<std::size_t>(axis)];
  // Of what the other cuts leave of the slice.
  for (const auto& [along, at_high] : {std::pair{u, std::array{1, 2}}, {v, std::array{2, 3}}}) {
    const auto [low, high] = left_along(along);
    for (Vec3& c : corners)
      c[along] = std::max(low, 0.0);
    for (const int k : at_high)
      corners[static_cast<std::size_t>(k)][along] = std::min(high, box_.extent[along]);
  }
  return corners;
}

bool StructureScene::has_frame(int slice) const {
  const CutAway cut = options_.cut[static_cast<std::size_t>(axis_of_slice(slice))];
  return fold_ != nullptr && !box_.section && has_slice(slice) &&
         (options_.slices || cut != CutAway::nothing);
}

std::vector<SliceGrip> StructureScene::grips_at(double x, double y) const {
  std::vector<SliceGrip> grips;
  const auto seen = [this](const Vec3& p) { return world_to_display(renderer(), to_world(p)); };
  for (int slice = 0; slice < slice_count; ++slice) {
    if (!has_frame(slice)) continue;
    const std::array<Vec3, 4> corners = frame_of(slice);
    double nearest = px(frame_reach);
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
  if (grips.empty()) return grips;
  // A frame behind rock is not what the pointer is on.
  const Vec3 eye = to_local(display_to_world(renderer(), {x, y, 0.0}));
  if (const auto front = rock_at(x, y)) {
    const double reach = norm(*front - eye) + hidden_part * box_.size();
    std::erase_if(grips, [&](const SliceGrip& grip) { return norm(grip.at - eye) > reach; });
  }
  return grips;
}

std::array<double, 2> StructureScene::way_of(const SliceGrip& grip) const {
  Vec3 ahead = grip.at;
  ahead[grip.axis] += 0.05 * box_.size();
  const auto from = display_of(grip.at), to = display_of(ahead);
  const double x = to[0] - from[0], y = to[1] - from[1], size = std::max(std::hypot(x, y), 1e-9);
  return {x / size, y / size};
}

int StructureScene::dragged_slice(const SliceGrip& grip, int node, const std::array<double, 2>& from,
                                  const std::array<double, 2>& to) const {
  const auto a = static_cast<std::size_t>(grip.axis);
  const auto before = along_axis(renderer(), grip.at, grip.axis, from[0], from[1]);
  const auto after = along_axis(renderer(), grip.at, grip.axis, to[0], to[1]);
  if (!before || !after) return node;
  const double moved = (*after - *before) / grid_.h[a];
  return static_cast<int>(std::lround(std::clamp(node + moved, 0.0, grid_.n[a] - 1.0)));
}

bool StructureScene::mark_slice(int slice) {
  return std::exchange(marked_slice_, slice) != slice;
}

std::string StructureScene::slice_words(int slice) const {
  const int axis = axis_of_slice(slice);
  const auto a = static_cast<std::size_t>(axis);
  static constexpr const char* names[] = {"x ", "y ", "depth "};
  const double at = box_.origin[axis] + this->slice(slice) * grid_.h[a];
  return names[a] + number_text(std::round(at), 9) + " m";
}

// Over the picture: pointing at a frame draws nothing anew.
void StructureScene::draw_marked_frame(Overlay& overlay) const {
  if (marked_slice_ < 0 || !has_frame(marked_slice_)) return;
  const std::array<Vec3, 4> corners = frame_of(marked_slice_);
  std::array<Vec3, 4> seen{};
  for (std::size_t k = 0; k < 4; ++k)
    seen[k] = world_to_display(renderer(), to_world(corners[k]));
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
  const TextStyle words = style(12);
  const std::string text = slice_words(marked_slice_);
  const double wide = overlay.text_size(text, words)[0] + px(12), high = px(20);
  const double x = std::clamp(top[0] - wide / 2, px(2), std::max(frame().width - wide - px(2), px(2)));
  const double y = std::clamp(top[1] + px(7), px(2), std::max(frame().height - high - px(2), px(2)));
  overlay.rectangle(x, y, wide, high, theme::panel, 0.92);
  overlay.text(text, x + px(6), y + high / 2, words);
}

}  // namespace foldwave
