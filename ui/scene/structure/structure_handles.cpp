// How the pointer and the keys meet the structure view: its handles in space, the horizon under the pointer.
#include <vtkRenderer.h>

#include <cmath>

#include "core/geology/line_of_sight.hpp"
#include "ui/scene/rock/handle_drag.hpp"
#include "ui/scene/rock/slice_pick.hpp"
#include "ui/scene/structure/structure_scene.hpp"

namespace foldwave {

std::array<double, 2> StructureScene::display_of(const Vec3& local) const {
  const Vec3 seen = world_to_display(renderer(), to_world(local));
  return {seen.x, seen.y};
}

void StructureScene::show_marks() {
  std::vector<Vec3> all, selected, active;
  for (const SceneHandle& h : handles()) {
    all.push_back(h.local);
    if (h.index == marked_handle())
      active.push_back(h.local);
    else if (h.index == selected_handle())
      selected.push_back(h.local);
  }
  handle_marks_.set_points(all);
  selected_mark_.set_points(selected);
  active_mark_.set_points(active);
}

Vec3 StructureScene::dragged(HandleMotion motion, const Vec3& start, double dx, double dy, bool other) const {
  const bool level = motion == HandleMotion::level || (motion == HandleMotion::free && other);
  const auto from = display_of(start);
  return dragged_point(renderer(), box_, start, from[0] + dx, from[1] + dy,
                       level ? DragDirection::level : DragDirection::vertical);
}

Vec3 StructureScene::pushed(HandleMotion motion, const Push& push, bool) const {
  if (push.deeper != 0) return {0, 0, motion == HandleMotion::level ? 0.0 : push.deeper};
  if (motion == HandleMotion::vertical || (box_.section && push.up != 0)) return {0, 0, -1.0 * push.up};
  const ScreenWays ways = screen_ways(renderer());
  return 1.0 * push.right * ways.right + 1.0 * push.up * ways.up;
}

double StructureScene::metres_a_pixel_at(const Vec3& local) const {
  const Vec3 seen = world_to_display(renderer(), to_world(local));
  const Vec3 beside = display_to_world(renderer(), {seen.x + 1.0, seen.y, seen.z});
  return norm(to_local(beside) - local);
}

std::optional<Vec3> StructureScene::horizon_at(double x, double y) const {
  return horizon_.under(renderer(), x, y);
}

std::optional<double> StructureScene::horizon_depth(double x, double y) const {
  if (!fold_ || !fold_->horizon || !past_words_.empty()) return std::nullopt;
  return fold_->horizon->depth(x, y);
}

std::optional<Vec3> StructureScene::rock_at(double x, double y) const {
  if (!fold_) return std::nullopt;
  const auto sight = uncut(to_local(display_to_world(renderer(), {x, y, 0.0})),
                           to_local(display_to_world(renderer(), {x, y, 1.0})));
  if (!sight) return std::nullopt;
  const auto& [near, far] = *sight;
  std::optional<Vec3> front;
  if (options_.slices || fold_->grid.is_section())
    for (const int first : {0, 3}) {
      std::array<int, 3> nodes{};
      for (int s = first; s < first + 3; ++s)
        nodes[static_cast<std::size_t>(s - first)] = has_slice(s) ? slice(s) : -1;
      const auto met = first_slice(grid_, nodes, near, far);
      if (met && (!front || norm(*met - near) < norm(*front - near))) front = met;
    }
  if (fold_->grid.is_section()) return front;
  // Whether a place is below the horizon, where the layers are not shown.
  const ArrivalProbe oldest(fold_->grid, fold_->arrival, fold_->cuts);
  const auto layer_at = [&](const Vec3& p) -> std::optional<int> {
    if (options_.layers) {
      const auto rock = foldwave::rock_at(fold_->grid, fold_->layering(), p);
      return rock ? std::optional(rock->layer) : std::nullopt;
    }
    const auto T = oldest.value(p);
    return T ? std::optional(*T > 0.0 ? 0 : 1) : std::nullopt;
  };
  if (options_.layers || options_.horizon)
    if (const auto boundary = first_boundary(fold_->grid, layer_at, near, far);
        boundary && (!front || norm(*boundary - near) < norm(*front - near)))
      front = boundary;
  return front;
}

void StructureScene::show_candidate(const std::optional<Vec3>& local) {
  candidate_mark_.set_points(local ? std::vector<Vec3>{*local} : std::vector<Vec3>{});
}

bool StructureScene::arrow_at(double x, double y) const {
  return arrow_.is_at(x, y, reach());
}

}  // namespace foldwave
