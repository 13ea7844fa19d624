#include "ui/scene/flat/handle_scene.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {
namespace {

constexpr double layer = 60.0;
constexpr double rim_size = 15.0, mark_size = 12.0;
constexpr double deepest_rim = 30.0;  // above the plot's pictures

}  // namespace

HandleScene::HandleScene()
    : rims_(renderer(), layer, rim_size),
      marks_(renderer(), layer + 1, mark_size),
      active_(renderer(), layer + 2, 16) {}

std::array<double, 2> HandleScene::display_of(const Vec3& local) const {
  const PlotPoint p = plot_point(local);
  return to_display(p[0], p[1]);
}

void HandleScene::set_handle_stretch(double v_per_u) {
  for (PlotPoints* const points : {&rims_, &marks_, &active_})
    points->set_stretch(v_per_u);
}

void HandleScene::show_marks() {
  std::vector<PlotPoint> at, active;
  std::vector<Rgb> colors, rims;
  std::vector<Rgb> active_colors;
  // The faint ones first, so that they never lie over a near one.
  std::vector<const SceneHandle*> order;
  for (const SceneHandle& h : handles())
    order.push_back(&h);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->faded > b->faded; });
  for (const SceneHandle* const h : order) {
    at.push_back(plot_point(h->local));
    colors.push_back(mix(theme::handle, theme::background_high, h->faded));
    rims.push_back(mix(theme::ink, theme::background_high, h->faded));
    if (h->index == marked_handle() || is_selected(h->index)) {
      active.push_back(at.back());
      active_colors.push_back(h->index == marked_handle() ? theme::active_handle : theme::accent);
    }
  }
  // The scene marks sources and receivers itself.
  for (const SceneHandle& h : survey_handles()) {
    if (h.index != marked_handle() && !is_selected(h.index)) continue;
    active.push_back(plot_point(h.local));
    active_colors.push_back(h.index == marked_handle() ? theme::active_handle : theme::accent);
  }
  rims_.show(at, rims);
  marks_.show(at, colors);
  active_.show(active, active_colors);
}

void HandleScene::layout_marks(Overlay& overlay) {
  const PlotBox& plot = frame_box();
  draw_pointer_marks(overlay, {{plot.left, plot.bottom}, {plot.right, plot.top}}, style(12), frame().scale);
}

void HandleScene::draw_handles(Overlay& overlay) {
  for (PlotPoints* const points : {&rims_, &marks_, &active_})
    points->set_scale(frame().scale);
  // A ball bulges towards the eye, by its size in metres: the rim is sunk by what it would stand over the
  // mark's own edge.
  const double bulge = px(std::sqrt(rim_size * rim_size - mark_size * mark_size)) * metres_a_pixel();
  rims_.set_lift(-std::min(bulge, deepest_rim));
  const SceneHandle* const h = handle(marked_handle());
  if (h == nullptr) return;
  const auto d = display_of(h->local);
  draw_tag(overlay, d[0], d[1], read_out() ? place_text(h->local + origin_) : h->name);
}

void HandleScene::zoom_to(const Vec3& low, const Vec3& high) {
  PlotBox part{1e300, -1e300, 1e300, -1e300};
  for (unsigned corner = 0; corner < 8; ++corner) {
    const PlotPoint at = plot_point({(corner & 1U) != 0 ? high.x : low.x, (corner & 2U) != 0 ? high.y : low.y,
                                     (corner & 4U) != 0 ? high.z : low.z});
    part.left = std::min(part.left, at[0]), part.right = std::max(part.right, at[0]);
    part.bottom = std::min(part.bottom, at[1]), part.top = std::max(part.top, at[1]);
  }
  zoom_on(part);
}

}  // namespace foldwave
