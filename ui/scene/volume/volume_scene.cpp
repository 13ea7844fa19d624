#include "ui/scene/volume/volume_scene.hpp"

#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/scene/rock/slice_pick.hpp"
#include "ui/scene/stage/color_bar.hpp"
#include "ui/scene/stage/cursor_mark.hpp"

namespace foldwave {

namespace {

constexpr double edge_part = 0.8;  // of their own colour in what stands out

const ColorMap& map_of(const VolumeColors& colors) {
  return colors.map != nullptr ? *colors.map : viridis_map();
}

}  // namespace

VolumeScene::VolumeScene()
    : axes_(renderer()),
      slices_{Slice(renderer(), 0), Slice(renderer(), 1), Slice(renderer(), 2)},
      markers_(renderer()),
      found_(renderer()) {
  smooth_edges();
  for (Slice& s : slices_)
    s.set_visible(false);
}

void VolumeScene::show_grid(const Grid3& grid) {
  if (grid == grid_) return;
  const SceneBox box = scene_box(grid);
  fitted_ = fitted_ && box == box_;
  box_ = box;
  grid_ = grid;
  axes_.set_box(box_);
  for (Slice& s : slices_) {
    const auto a = static_cast<std::size_t>(s.axis());
    node_[a] = grid_.n[a] / 2;
    s.place(grid_, node_[a]);
  }
  clear_planes();
}

void VolumeScene::clear_planes() {
  values_ = {};
  for (Slice& s : slices_)
    s.set_visible(false);
}

void VolumeScene::show_plane(const VolumePlane& plane) {
  const auto a = static_cast<std::size_t>(plane.axis);
  values_[a] = {plane.nu, plane.nv, plane.values};
  slices_[a].place(grid_, plane.node);
  paint(plane.axis);
}

void VolumeScene::set_colors(const VolumeColors& colors) {
  colors_ = colors;
  for (const Slice& s : slices_)
    paint(s.axis());
}

void VolumeScene::set_slice(int axis, int node) {
  node_[static_cast<std::size_t>(axis)] = node;
}

// A plane of one row or column has no picture; a section is its own one slice.
void VolumeScene::paint(int axis) {
  Slice& slice = slices_[static_cast<std::size_t>(axis)];
  const SliceValues& values = values_[static_cast<std::size_t>(axis)];
  const bool drawn = values.nu > 1 && values.nv > 1;
  slice.set_visible(drawn);
  if (!drawn) return;
  const double low = colors_.low, unit = colors_.high > low ? 1.0 / (colors_.high - low) : 0.0;
  const ColorMap& map = map_of(colors_);
  std::vector<Bytes3> pixels;
  pixels.reserve(values.values.size());
  for (const float v : values.values)
    pixels.push_back(map.at(unit > 0.0 || std::isnan(v) ? (static_cast<double>(v) - low) * unit : 0.5));
  if (edges_.axis == axis && edges_.node == slice.node() && edges_.nu == values.nu && edges_.nv == values.nv)
    for (const std::size_t sample : edges_.samples)
      pixels[sample] = to_bytes(
          mix(rgb({pixels[sample][0], pixels[sample][1], pixels[sample][2]}), theme::accent, edge_part));
  slice.paint(values.nu, values.nv, pixels);
}

void VolumeScene::show_edges(Edges edges) {
  const int before = std::exchange(edges_, std::move(edges)).axis;
  for (const int axis : {before, edges_.axis})
    if (axis >= 0) paint(axis);
}

std::optional<Vec3> VolumeScene::rock_at(double x, double y) const {
  return first_slice(grid_, node_, to_local(display_to_world(renderer(), {x, y, 0.0})),
                     to_local(display_to_world(renderer(), {x, y, 1.0})));
}

std::optional<double> VolumeScene::value_at(const Vec3& local) const {
  for (const Slice& s : slices_) {
    const auto a = static_cast<std::size_t>(s.axis());
    const SliceValues& plane = values_[a];
    if (plane.values.empty() || std::abs(local[s.axis()] / grid_.h[a] - s.node()) > 1e-3) continue;
    const int u = plane_u(s.axis()), v = plane_v(s.axis());
    // A coarse plane has other samples than the grid.
    const auto place = [&](int axis, int samples) {
      const auto b = static_cast<std::size_t>(axis);
      return grid_.n[b] > 1 ? local[axis] / grid_.h[b] * (samples - 1) / (grid_.n[b] - 1) : 0.0;
    };
    return bilinear(plane, place(u, plane.nu), place(v, plane.nv));
  }
  return std::nullopt;
}

void VolumeScene::look_from(LookFrom from) {
  set_shows_all();
  look_at_box(renderer(), box_, frame(),
              {px(78), px(std::min(110.0, 0.22 * frame().width / frame().scale)), px(58), px(48)}, from);
  fitted_ = true;
}

void VolumeScene::layout_marks(Overlay& overlay) {
  if (cursor()) draw_space_cursor(overlay, renderer(), box_, *cursor());
}

void VolumeScene::place_camera() {
  if (!fitted_) reset_camera();
  renderer()->ResetCameraClippingRange();
}

void VolumeScene::layout(Overlay& overlay) {
  const FrameSize& f = frame();
  axes_.draw(overlay, f);
  draw_orientation_mark(overlay);
  markers_.draw(overlay, f);
  found_.draw(overlay, f);
  draw_head(overlay, title_, note(), note_color(), {});
  const bool any = std::ranges::any_of(values_, [](const SliceValues& v) { return !v.values.empty(); });
  if (!any) return;
  const double high = std::min(px(180), f.height * 0.4);
  draw_color_bar(overlay, {f.width - px(76), f.height - px(48) - high, px(14), high, f.scale}, colors_.low,
                 colors_.high, colors_.title, map_of(colors_));
}

}  // namespace foldwave
