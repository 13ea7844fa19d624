#include "ui/scene/wave_scene.hpp"

#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ui/scene/color_bar.hpp"

namespace foldwave {
namespace {

constexpr int slice_detail = 360;
constexpr double tint_part = 0.55;  // of the layer's colour where the pressure is 0

}  // namespace

double clip_limit(const Field<float>& pressure, double percent) {
  const Index step = std::max<Index>(1, pressure.size() / 200000);
  std::vector<float> sizes;
  sizes.reserve(static_cast<std::size_t>(pressure.size() / step) + 1);
  float peak = 0.0F;
  for (Index m = 0; m < pressure.size(); m += step) {
    const float a = std::abs(pressure[m]);
    if (!std::isfinite(a)) continue;
    sizes.push_back(a);
    peak = std::max(peak, a);
  }
  std::erase_if(sizes, [peak](float a) { return a < 1e-3F * peak; });
  if (sizes.empty() || !(peak > 0.0F)) return 0.0;
  const auto at = static_cast<std::ptrdiff_t>(std::clamp(percent / 100.0, 0.0, 1.0) *
                                              static_cast<double>(sizes.size() - 1));
  std::nth_element(sizes.begin(), sizes.begin() + at, sizes.end());
  return sizes[static_cast<std::size_t>(at)];
}

WaveScene::WaveScene()
    : axes_(renderer()),
      slices_{Slice(renderer(), 0), Slice(renderer(), 1), Slice(renderer(), 2)},
      source_marks_(renderer(), theme::source, 14),
      receiver_marks_(renderer(), theme::receiver, 4.0) {
  smooth_edges();
}

void WaveScene::show_scenario(const Scenario& scenario) {
  title_ = "Pressure";
  const SceneBox box = scene_box(scenario.grid);
  std::vector<Vec3> sources, receivers = scenario.survey.receiver_positions();
  for (const Source& s : scenario.survey.sources)
    sources.push_back(s.position - scenario.grid.origin);
  for (Vec3& r : receivers)
    r = r - scenario.grid.origin;
  source_marks_.set_points(sources);
  receiver_marks_.set_points(receivers);
  if (box == box_ && scenario.grid.n == grid_.n) return;
  box_ = box;
  grid_ = scenario.grid;
  axes_.set_box(box_);
  fold_.reset();
  snapshot_.reset();
  fitted_ = false;
  // The slices meet at the source, where there is something to see from the first snapshot on.
  const Vec3 at = sources.empty() ? 0.5 * box_.extent : sources.front();
  for (Slice& s : slices_) {
    const auto a = static_cast<std::size_t>(s.axis());
    const bool level = s.axis() == 2;
    s.place(grid_, level ? grid_.n[2] / 2 : static_cast<int>(std::lround(at[s.axis()] / grid_.h[a])));
    s.set_visible(false);
  }
}

void WaveScene::show_fold(std::shared_ptr<const FoldResult> fold, const LayerStack& stack) {
  fold_ = std::move(fold);
  stack_ = stack;
  for (Slice& s : slices_) {
    draw_lines(s);
    paint_slice(s);
  }
}

void WaveScene::show_snapshot(std::shared_ptr<const Snapshot> snapshot) {
  snapshot_ = std::move(snapshot);
  for (Slice& s : slices_)
    paint_slice(s);
}

void WaveScene::set_fixed_limit(double limit) {
  if (limit == fixed_limit_) return;
  fixed_limit_ = limit;
  for (Slice& s : slices_)
    paint_slice(s);
}

void WaveScene::set_layer_tint(bool on) {
  tint_ = on;
  for (Slice& s : slices_)
    paint_slice(s);
}

void WaveScene::set_slice(int axis, int node) {
  Slice& slice = slices_[static_cast<std::size_t>(axis)];
  if (slice.node() == node) return;
  slice.place(grid_, node);
  draw_lines(slice);
  paint_slice(slice);
}

double WaveScene::limit() const {
  if (fixed_limit_ > 0.0) return fixed_limit_;
  return snapshot_ && snapshot_->limit > 0.0 ? snapshot_->limit : 0.0;
}

void WaveScene::draw_lines(Slice& slice) {
  if (!fold_ || fold_->grid.n != grid_.n) return slice.draw_lines({}, {}, theme::frame, 1.0, 1.0);
  slice.draw_lines(slice_values(fold_->arrival, slice.axis(), slice.node()), fold_->bands.boundary,
                   theme::background_low, 1.0, 1.0);
}

void WaveScene::paint_slice(Slice& slice) {
  const bool flat = grid_.is_section() && slice.axis() != 1;
  const bool fits = snapshot_ && snapshot_->pressure.shape() == grid_.n;
  const bool folded = fold_ && fold_->grid.n == grid_.n;
  slice.set_visible((fits || folded) && !flat);
  if (flat || !(fits || folded)) return;

  SliceValues T;
  std::vector<Rgb> colors;
  if (folded && tint_) {
    T = refined(slice_values(fold_->arrival, slice.axis(), slice.node()), slice_detail);
    for (const Layer& layer : stack_.layers)
      colors.push_back(mix({1, 1, 1}, rgb(layer.color), tint_part));
  }
  SliceValues p;
  if (fits)
    p = refined(slice_values(snapshot_->pressure, slice.axis(), slice.node()), slice_detail);
  else
    p = {T.nu, T.nv, std::vector<float>(T.values.size(), 0.0F)};
  if (p.values.empty()) return slice.set_visible(false);

  const double top = limit();
  const double unit = top > 0.0 ? 0.5 / top : 0.0;
  std::size_t m = 0;
  slice.paint(p, [&](float value) {
    const Bytes3 wave = diverging_map().at(0.5 + unit * value);
    const std::size_t here = m++;
    if (colors.empty()) return wave;
    const float t = T.values[here];
    const Rgb tint =
        std::isfinite(t) ? colors[static_cast<std::size_t>(fold_->bands.layer_at(t))] : theme::missing;
    // The tint multiplies: where the map is white the layer shows, where the wave is strong the wave does.
    const double strength = std::min(1.0, 3.0 * std::abs(2 * unit * value));
    const Rgb w{wave[0] / 255.0, wave[1] / 255.0, wave[2] / 255.0};
    return to_bytes(mix(tint, w, strength));
  });
}

void WaveScene::reset_camera() {
  look_at_box(renderer(), box_, frame(),
              {px(78), px(std::min(100.0, 0.2 * frame().width / frame().scale)), px(58), px(48)});
  fitted_ = true;
}

void WaveScene::layout(Overlay& overlay) {
  if (!fitted_) reset_camera();
  renderer()->ResetCameraClippingRange();
  const FrameSize& f = frame();
  source_marks_.set_scale(f.scale);
  receiver_marks_.set_scale(f.scale);
  axes_.draw(overlay, f);

  TextStyle head = style(15);
  head.bold = true;
  head.upward = Align::high;
  std::string words = title_;
  if (snapshot_) {
    char time[64];
    std::snprintf(time, sizeof time, "Pressure at t = %.3f s", snapshot_->time);
    words = time;
  }
  overlay.text(words, px(14), f.height - px(10), head);
  TextStyle sub = style(12, note_color());
  sub.upward = Align::high;
  overlay.text(note(), px(14), f.height - px(31), sub);

  const double top = limit();
  if (snapshot_ && top > 0.0) {
    const double high = std::min(px(180), f.height * 0.4);
    draw_color_bar(overlay, {f.width - px(72), f.height - px(48) - high, px(14), high, f.scale}, -top, top,
                   "pressure", diverging_map());
  }
}

}  // namespace foldwave
