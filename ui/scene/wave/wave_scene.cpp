#include "ui/scene/wave/wave_scene.hpp"

#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"
#include "core/base/trilinear.hpp"
#include "ui/scene/rock/slice_layers.hpp"
#include "ui/scene/rock/slice_pick.hpp"
#include "ui/scene/stage/color_bar.hpp"
#include "ui/scene/stage/cursor_mark.hpp"
#include "ui/scene/wave/wave_tint.hpp"

namespace foldwave {
namespace {

constexpr int wave_detail = 360, live_detail = 120;  // samples along the longer side
constexpr std::size_t look_every = 17;  // so many values of a live frame, before its limit is sought in all
constexpr double limit_step = 1.5;      // times: smaller changes of a live frame's limit change no colours

// The colours of a pressure, and how far they cover the layer's: where the map is white the layer shows,
// where the wave is strong the wave does.
struct WaveColors {
  static constexpr int half = 256;  // entries a sign
  struct Entry {
    Bytes3 color{};
    int strength = 0;  // of 256
  };
  std::array<Entry, 2 * half + 1> entries;

  const Entry& at(float place) const {  // -half to half
    const auto to = static_cast<float>(half);
    return entries[static_cast<std::size_t>(std::clamp(place, -to, to) + to + 0.5F)];
  }
};

WaveColors colors_of(const ColorMap& map) {
  WaveColors made;
  for (int i = 0; i <= 2 * WaveColors::half; ++i) {
    const double part = static_cast<double>(i - WaveColors::half) / WaveColors::half;
    made.entries[static_cast<std::size_t>(i)] = {
        map.at(0.5 + 0.5 * part), static_cast<int>(std::lround(256.0 * std::min(1.0, 3.0 * std::abs(part))))};
  }
  return made;
}

const WaveColors& wave_colors(WaveMap map) {
  static const std::array<WaveColors, 3> colors{colors_of(wave_map(WaveMap::blue_red)),
                                                colors_of(wave_map(WaveMap::purple_orange)),
                                                colors_of(wave_map(WaveMap::gray))};
  return colors[static_cast<std::size_t>(map)];
}

}  // namespace

const ColorMap& wave_map(WaveMap map) {
  return map == WaveMap::blue_red ? diverging_map()
         : map == WaveMap::gray   ? gray_map()
                                  : second_diverging_map();
}

WaveScene::WaveScene()
    : axes_(renderer()),
      slices_{Slice(renderer(), 0), Slice(renderer(), 1), Slice(renderer(), 2)},
      source_marks_(renderer(), theme::source, 14),
      receiver_marks_(renderer(), theme::receiver, 4.0) {
  smooth_edges();
  // Pale layers would end nowhere on a light ground.
  for (Slice& s : slices_)
    s.set_framed();
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
  tints_ = {};
  snapshot_.reset();
  pressure_.reset();
  live_.reset();
  fitted_ = false;
  // The slices meet at the source, where there is something to see from the first snapshot on.
  const Vec3 at = sources.empty() ? 0.5 * box_.extent : sources.front();
  for (Slice& s : slices_) {
    const auto a = static_cast<std::size_t>(s.axis());
    const bool level = s.axis() == 2;
    s.place(grid_, level ? grid_.n[2] / 2 : static_cast<int>(std::lround(at[s.axis()] / grid_.h[a])));
    s.set_visible(false);
    node_[a] = s.node();
  }
}

void WaveScene::show_fold(std::shared_ptr<const FoldResult> fold, const LayerStack& stack) {
  fold_ = std::move(fold);
  stack_ = stack;
  tints_ = {};
  for (Slice& s : slices_) {
    draw_lines(s);
    paint_slice(s);
  }
}

void WaveScene::show_snapshot(std::shared_ptr<const Snapshot> snapshot, Pressure pressure) {
  pressure_ = pressure ? std::move(pressure) : pressure_of(snapshot);
  snapshot_ = std::move(snapshot);
  live_.reset();
  set_quick(false);
  place_slices(node_);
}

void WaveScene::show_live(std::shared_ptr<const LiveFrame> frame, bool more_to_come) {
  snapshot_.reset();
  pressure_.reset();
  const bool first = live_ == nullptr;
  live_ = std::move(frame);
  const auto every = [this](std::size_t step) {
    std::vector<float> values;
    for (const auto& plane : live_->plane)
      for (std::size_t m = 0; m < plane.size(); m += step)
        values.push_back(plane[m]);
    return values;
  };
  more_to_come_ = more_to_come;
  set_quick(more_to_come);
  // Few values tell whether the scale still fits: the table of all costs as much as the rest of a frame.
  const double limit = clip_limit(every(look_every), 100.0 - 2.0 * options_.clip_side),
               old = live_clips_.at(options_.clip_side);
  if (first || !more_to_come || limit > limit_step * old || old > limit_step * limit)
    live_clips_ = clip_table(every(1));
  place_slices(more_to_come ? live_->node : node_);
}

// Negative: where it is.
void WaveScene::place_slices(const std::array<int, 3>& nodes) {
  for (Slice& s : slices_) {
    const int node = nodes[static_cast<std::size_t>(s.axis())];
    if (node >= 0 && node != s.node()) {
      s.place(grid_, node);
      draw_lines(s);
    }
    paint_slice(s);
  }
}

void WaveScene::set_fixed_limit(double limit) {
  if (limit == fixed_limit_) return;
  fixed_limit_ = limit;
  for (Slice& s : slices_)
    paint_slice(s);
}

void WaveScene::set_options(const WaveOptions& options) {
  if (options == options_) return;
  // Unseen layers were given no colours.
  if (!(options.velocity == options_.velocity) ||
      (options.layer_opacity > 0.0) != (options_.layer_opacity > 0.0))
    tints_ = {};
  options_ = options;
  for (Slice& s : slices_)
    paint_slice(s);
}

WaveLook WaveScene::look() const {
  return {node_, fixed_limit_, options_, note(), vertical_scale(renderer()), camera_of(renderer(), frame()),
          {}};
}

void WaveScene::set_look(const WaveLook& look, double aspect) {
  for (int axis = 0; axis < 3; ++axis)
    set_slice(axis, look.slices[static_cast<std::size_t>(axis)]);
  set_fixed_limit(look.fixed_limit);
  set_options(look.options);
  set_note(look.note, theme::quiet_text);
  set_cursor(look.cursor);
  set_vertical_scale(renderer(), box_, look.exaggeration);
  if (!(look.camera.aspect > 0.0)) return;  // of a view that has never been drawn
  set_camera(renderer(), look.camera, aspect);
  fitted_ = true;
}

void WaveScene::set_slice(int axis, int node) {
  Slice& slice = slices_[static_cast<std::size_t>(axis)];
  node_[static_cast<std::size_t>(axis)] = node;
  // The frame that shows has no other plane: the slice moves with the one that will.
  if (slice.node() == node || (live_ && more_to_come_)) return;
  slice.place(grid_, node);
  draw_lines(slice);
  paint_slice(slice);
}

std::array<int, 3> WaveScene::planes() const {
  return grid_.is_section() ? std::array{-1, node_[1], -1} : node_;
}

std::vector<Slice*> WaveScene::quick_slices() {
  if (!live_ || !more_to_come_ || !fitted_) return {};
  return {&slices_[0], &slices_[1], &slices_[2]};
}

double limit_of(const Snapshot& snapshot, double clip_side) {
  const double limit = snapshot.clips.at(clip_side);
  return limit > 0.0 ? limit : snapshot.limit;
}

double WaveScene::limit() const {
  if (fixed_limit_ > 0.0) return fixed_limit_;
  if (live_) return live_clips_.at(options_.clip_side);
  return snapshot_ ? limit_of(*snapshot_, options_.clip_side) : 0.0;
}

void WaveScene::draw_lines(Slice& slice) {
  const bool folded = fold_ && fold_->grid.n == grid_.n;
  slice.draw_lines(folded ? slice_boundaries(*fold_, slice.axis(), slice.node()) : std::vector<SliceLines>{},
                   theme::ink, 1.0, 1.0);
}

// The pressure on the slice's plane; without values where it is not known.
SliceValues WaveScene::pressure_on(const Slice& slice) const {
  if (pressure_ && pressure_->shape() == grid_.n) return slice_values(*pressure_, slice.axis(), slice.node());
  const auto a = static_cast<std::size_t>(slice.axis());
  if (!live_ || live_->node[a] != slice.node()) return {};
  const SliceValues plane{grid_.n[a == 0 ? 1 : 0], grid_.n[a == 2 ? 1 : 2], live_->plane[a]};
  const bool fits =
      plane.values.size() == static_cast<std::size_t>(plane.nu) * static_cast<std::size_t>(plane.nv);
  return fits ? plane : SliceValues{};
}

// The layers' colours on the slice, at the nodes of its picture; none where they are not shown.
const WaveScene::Tint& WaveScene::tint(const Slice& slice, int detail) {
  Tint& tint = tints_[static_cast<std::size_t>(slice.axis())];
  if (tint.node == slice.node() && tint.detail == detail) return tint;
  tint = {slice.node(), detail, {}};
  if (options_.layer_opacity > 0.0 && fold_ && fold_->grid.n == grid_.n)
    tint.colors = wave_tint(*fold_, stack_, options_.velocity, slice.axis(), slice.node(), detail);
  return tint;
}

void WaveScene::paint_slice(Slice& slice) {
  const bool flat = grid_.is_section() && slice.axis() != 1;
  const bool folded = fold_ && fold_->grid.n == grid_.n;
  SliceValues pressure = flat ? SliceValues{} : pressure_on(slice);
  slice.set_visible((!pressure.values.empty() || folded) && !flat);
  if (flat || (pressure.values.empty() && !folded)) return;
  if (pressure.values.empty()) {
    const SliceValues T = slice_values(fold_->arrival, slice.axis(), slice.node());
    pressure = {T.nu, T.nv, std::vector<float>(T.values.size(), 0.0F)};
  }

  // A frame of a running wave is gone soon: it must be quick.
  const int detail = live_ && more_to_come_ ? live_detail : wave_detail;
  const SliceValues p = refined(pressure, detail);
  const std::vector<Bytes3>& layers = tint(slice, detail).colors;
  const WaveColors& wave = wave_colors(options_.map);
  const auto share = [](double part) {
    return static_cast<int>(std::lround(256.0 * std::clamp(part, 0.0, 1.0)));
  };
  const int of_wave = share(options_.wave_opacity), of_layers = share(options_.layer_opacity);
  const Bytes3 bare = wave.at(0.0F).color;  // what is seen where there is neither
  const double top = limit();
  const float unit = top > 0.0 ? static_cast<float>(WaveColors::half / top) : 0.0F;
  // `part` of 256 of the way.
  const auto between = [](int from, int to, int part) { return from + (((to - from) * part) >> 8); };
  std::vector<Bytes3> pixels(p.values.size());
  for (std::size_t m = 0; m < pixels.size(); ++m) {
    const WaveColors::Entry& w = wave.at(unit * p.values[m]);
    const int strength = layers.empty() ? of_wave : (w.strength * of_wave) >> 8;
    for (std::size_t a = 0; a < 3; ++a) {
      const int below = layers.empty() ? bare[a] : between(bare[a], layers[m][a], of_layers);
      pixels[m][a] = static_cast<std::uint8_t>(between(below, w.color[a], strength));
    }
  }
  slice.paint(p.nu, p.nv, pixels);
}

std::optional<Vec3> WaveScene::rock_at(double x, double y) const {
  std::array<int, 3> nodes{};
  for (const Slice& s : slices_)
    nodes[static_cast<std::size_t>(s.axis())] = s.node();
  return first_slice(grid_, nodes, to_local(display_to_world(renderer(), {x, y, 0.0})),
                     to_local(display_to_world(renderer(), {x, y, 1.0})));
}

std::optional<double> WaveScene::pressure_at(const Vec3& local) const {
  if (pressure_ && pressure_->shape() == grid_.n)
    return trilinear_at(*pressure_, grid_, local + grid_.origin);
  for (const Slice& s : slices_) {
    const int u = s.axis() == 0 ? 1 : 0, v = s.axis() == 2 ? 1 : 2;
    const auto spacing = [&](int axis) { return grid_.h[static_cast<std::size_t>(axis)]; };
    const SliceValues plane = live_ ? pressure_on(s) : SliceValues{};
    if (plane.values.empty() || std::abs(local[s.axis()] / spacing(s.axis()) - s.node()) > 1e-3) continue;
    return bilinear(plane, local[u] / spacing(u), local[v] / spacing(v));
  }
  return std::nullopt;
}

void WaveScene::set_exaggeration(double times) {
  set_vertical_scale(renderer(), box_, times);
  if (shows_all()) look_from(LookFrom::here);
}

void WaveScene::look_from(LookFrom from) {
  set_shows_all();
  const FrameSize& f = frame();
  const double wide = f.width / f.scale;
  const Margins small{px(48), px(66), px(32), px(46)},
      large{px(78), px(std::min(100.0, 0.2 * wide)), px(58), px(48)};
  look_at_box(renderer(), box_, f, axes_.is_small(f) ? small : large, from);
  fitted_ = true;
}

void WaveScene::layout_marks(Overlay& overlay) {
  if (cursor()) draw_space_cursor(overlay, renderer(), box_, *cursor());
}

void WaveScene::place_camera() {
  if (!fitted_) reset_camera();
  renderer()->ResetCameraClippingRange();
}

void WaveScene::layout(Overlay& overlay) {
  const FrameSize& f = frame();
  source_marks_.set_scale(f.scale);
  receiver_marks_.set_scale(f.scale);
  axes_.draw(overlay, f);
  draw_orientation_mark(overlay);
  std::string words = title_;
  if (snapshot_ || live_)
    words = "Pressure at t = " + fixed_text(snapshot_ ? snapshot_->time : live_->time, 3) + " s";
  draw_head(overlay, words, note(), note_color(), {.counting = true});

  const double top = limit();
  const bool by_velocity = fold_ && !fold_->velocity_file.empty() && options_.layer_opacity > 0.0;
  const double high = std::min(px(180), f.height * (by_velocity ? 0.25 : 0.4));
  if ((snapshot_ || live_) && top > 0.0)
    draw_color_bar(
        overlay,
        {f.width - px(72), f.height - px(48) - high, px(14), high, f.scale, false, false, /*counting=*/true},
        -top, top, "pressure", wave_map(options_.map));
  if (by_velocity && high > px(60))
    draw_scale(overlay, {f.width - px(72), f.height - px(90) - 2 * high, px(14), high, f.scale},
               pale_scale(*fold_, stack_, options_.velocity), "velocity (m/s)");
}

}  // namespace foldwave
