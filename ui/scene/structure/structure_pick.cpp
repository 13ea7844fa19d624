// How the pointer meets the structure view: the horizon and the rock under it, the frames in front of it.
#include <vtkRenderer.h>

#include <algorithm>

#include "core/geology/line_of_sight.hpp"
#include "ui/scene/rock/measured_words.hpp"
#include "ui/scene/rock/slice_pick.hpp"
#include "ui/scene/structure/structure_scene.hpp"

namespace foldwave {
namespace {

constexpr double frame_reach = 6.0;   // design pixels
constexpr double hidden_part = 0.02;  // of the box's size: what is nearer to the eye hides a frame

}  // namespace

std::optional<Vec3> StructureScene::horizon_at(double x, double y) const {
  return horizon_.under(renderer(), x, y);
}

std::optional<double> StructureScene::horizon_depth(double x, double y) const {
  if (!fold_ || !fold_->horizon || !past_words_.empty()) return std::nullopt;
  return fold_->horizon->depth(x, y);
}

std::optional<Vec3> StructureScene::rock_at(double x, double y) const {
  if (!fold_) return std::nullopt;
  const auto sight = places_.uncut(to_local(display_to_world(renderer(), {x, y, 0.0})),
                                   to_local(display_to_world(renderer(), {x, y, 1.0})));
  if (!sight) return std::nullopt;
  const auto& [near, far] = *sight;
  if (solid()) return solid_rock_at(near, far);
  std::optional<Vec3> front;
  if (options_.slices || fold_->grid.is_section())
    for (const int first : {0, 3}) {
      std::array<int, 3> nodes{};
      for (int s = first; s < first + 3; ++s)
        nodes[static_cast<std::size_t>(s - first)] = places_.has(s) ? slice(s) : -1;
      const auto met = first_slice(places_.grid(), nodes, near, far);
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

Measured StructureScene::thickness_at(const Vec3& local) const {
  return fold_ ? measured_thickness(*fold_, stack_, local) : Measured{};
}

// On the block's sides or, where what is younger than the horizon is left out, on the horizon.
std::optional<Vec3> StructureScene::solid_rock_at(const Vec3& near, const Vec3& far) const {
  const int first = first_in_part();
  const auto part_at = [&](const Vec3& p) -> std::optional<int> {
    const auto rock = foldwave::rock_at(fold_->grid, fold_->layering(), p);
    return rock ? std::optional(rock->layer < first ? 0 : 1) : std::nullopt;
  };
  std::vector<Vec3> met;
  for (const SideMet& side : places_.sides_met(near, far))
    if (first == 0 || !faces_eye(side.axis, side.is_high, side.at[side.axis]) || part_at(side.at) == 1)
      met.push_back(side.at);
  if (first > 0)
    if (const auto horizon = first_boundary(fold_->grid, part_at, near, far)) met.push_back(*horizon);
  const auto front = std::ranges::min_element(met, {}, [&](const Vec3& p) { return norm(p - near); });
  return front == met.end() ? std::nullopt : std::optional(*front);
}

std::vector<int> StructureScene::framed_slices() const {
  std::vector<int> framed;
  for (int slice = 0; slice < slice_count && fold_ != nullptr && !box().section; ++slice)
    if (places_.has(slice) && ((options_.ghost && options_.slices) || places_.cuts_at(slice)))
      framed.push_back(slice);
  return framed;
}

std::vector<SliceGrip> StructureScene::grips_at(double x, double y) const {
  std::vector<SliceGrip> grips = frames_.grips_at(x, y, px(frame_reach), framed_slices());
  if (grips.empty()) return grips;
  // A frame behind rock is not what the pointer is on.
  const Vec3 eye = to_local(display_to_world(renderer(), {x, y, 0.0}));
  if (const auto front = rock_at(x, y)) {
    const double reach = norm(*front - eye) + hidden_part * box().size();
    std::erase_if(grips, [&](const SliceGrip& grip) { return norm(grip.at - eye) > reach; });
  }
  return grips;
}

void StructureScene::show_candidate(const std::optional<Vec3>& local) {
  candidate_mark_.set_points(local ? std::vector<Vec3>{*local} : std::vector<Vec3>{});
}

bool StructureScene::arrow_at(double x, double y) const {
  return arrow_.is_at(x, y, reach());
}

}  // namespace foldwave
