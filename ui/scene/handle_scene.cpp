#include "ui/scene/handle_scene.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace foldwave {
namespace {

constexpr double reach = 12.0;  // design pixels
constexpr double layer = 60.0;

}  // namespace

HandleScene::HandleScene()
    : rims_(renderer(), layer, 15), marks_(renderer(), layer + 1, 12), active_(renderer(), layer + 2, 16) {}

const PlotHandle* HandleScene::handle(int index) const {
  const auto found =
      std::find_if(handles_.begin(), handles_.end(), [&](const PlotHandle& h) { return h.index == index; });
  return found == handles_.end() ? nullptr : &*found;
}

int HandleScene::handle_at(double x, double y) const {
  int best = -1;
  double nearest = reach * frame().scale;
  for (const PlotHandle& h : handles_) {
    const PlotPoint p = plot_point(h.local), d = to_display(p[0], p[1]);
    const double away = std::hypot(d[0] - x, d[1] - y);
    if (away < nearest) nearest = away, best = h.index;
  }
  return best;
}

void HandleScene::set_handles(std::vector<PlotHandle> handles) {
  handles_ = std::move(handles);
  if (handle(marked_) == nullptr) marked_ = -1;
  if (handle(selected_) == nullptr) selected_ = -1;
  show_marks();
}

bool HandleScene::mark_handle(int index) {
  if (index == marked_) return false;
  marked_ = index;
  show_marks();
  return true;
}

void HandleScene::select_handle(int index) {
  selected_ = index;
  show_marks();
}

void HandleScene::move_handle(int index, const Vec3& local) {
  for (PlotHandle& h : handles_)
    if (h.index == index) h.local = local;
  show_marks();
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
  std::vector<const PlotHandle*> order;
  for (const PlotHandle& h : handles_)
    order.push_back(&h);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->faded > b->faded; });
  for (const PlotHandle* const h : order) {
    at.push_back(plot_point(h->local));
    colors.push_back(mix(theme::handle, theme::background_high, h->faded));
    rims.push_back(mix(theme::background_low, theme::background_high, h->faded));
    if (h->index == marked_ || h->index == selected_) {
      active.push_back(at.back());
      active_colors.push_back(h->index == marked_ ? theme::active_handle : theme::accent);
    }
  }
  rims_.show(at, rims);
  marks_.show(at, colors);
  active_.show(active, active_colors);
}

void HandleScene::draw_handles(Overlay& overlay) {
  for (PlotPoints* const points : {&rims_, &marks_, &active_})
    points->set_scale(frame().scale);
  const PlotHandle* const h = handle(marked_);
  if (h == nullptr) return;
  const PlotPoint p = plot_point(h->local), d = to_display(p[0], p[1]);
  std::string words = h->name;
  if (read_out_) {
    const Vec3 map = h->local + origin_;
    char text[120];
    std::snprintf(text, sizeof text, "x %.0f  y %.0f  depth %.0f m", map.x, map.y, map.z);
    words = text;
  }
  draw_tag(overlay, d[0], d[1], words);
}

}  // namespace foldwave
