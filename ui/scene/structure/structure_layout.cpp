// How the structure view is laid out on the screen: the camera's place, title and notes, the legend.
#include <vtkCamera.h>
#include <vtkRenderer.h>

#include <algorithm>

#include "core/base/text.hpp"
#include "ui/scene/plot/hatching.hpp"
#include "ui/scene/stage/color_bar.hpp"
#include "ui/scene/stage/cursor_mark.hpp"
#include "ui/scene/structure/structure_scene.hpp"

namespace foldwave {

// Whichever leaves more room for the model: a tall view has the legend above it, another beside.
bool StructureScene::legend_above() const {
  const FrameSize& f = frame();
  const double high = f.height - px(58), wide = f.width - px(72);
  const double above = std::min(wide - px(58), high - px(legend_height(legend().size()) + 24.0));
  return above > std::min(wide - px(165), high - px(48));
}

// Where it would cover too much of the model it is closed until it is wanted.
bool StructureScene::legend_is_open() const {
  const double most = (legend_above() ? 0.45 : 0.55) * frame().height;
  return options_.legend_open && (legend_wanted_ || px(legend_height(legend().size())) <= most);
}

// What a difference's colours mean is always told.
bool StructureScene::has_bar() const {
  return slice_color() == SliceColor::difference ||
         ((options_.legend || options_.scale) && slice_color() != SliceColor::layer);
}

void StructureScene::set_exaggeration(double times) {
  set_vertical_scale(renderer(), box(), times);
  if (shows_all()) look_from(LookFrom::here);
}

Margins StructureScene::margins() {
  // Without words the model fills the picture.
  if (!options_.words) return {px(10), px(10), px(10), px(10)};
  const FrameSize& f = frame();
  const bool bare = !options_.legend || !legend_is_open(), is_above = !bare && legend_above();
  // Beside a bar there would be no room for the model in a narrow view.
  const bool bar_above = bare && has_bar() && f.width < std::min(px(360), 1.15 * f.height);
  double right = px(bar_above ? 58 : has_bar() ? 142 : 58);
  if (!bare && !is_above)
    right = std::min(legend_width(this->overlay(), f, style(12), legend(), true) + px(10), 0.4 * f.width);
  const double top = is_above ? px(legend_height(legend().size()) + 24.0)
                              : std::clamp((bar_above ? 0.45 : 0.0) * f.height, px(48), px(275));
  return {px(72), right, px(58), top};
}

void StructureScene::look_from(LookFrom from) {
  set_shows_all();
  fitted_ = margins();
  look_at_box(renderer(), box(), frame(), *fitted_, from);
}

void StructureScene::place_camera() {
  if (!fitted_) reset_camera();
  if (shows_all() && margins() != *fitted_) look_from(LookFrom::here);
  renderer()->ResetCameraClippingRange();
}

void StructureScene::layout(Overlay& overlay) {
  const FrameSize& f = frame();
  turn_faces();
  scale_handles();
  for (PointMarks* const marks : {&candidate_mark_, &source_marks_, &receiver_marks_})
    marks->set_scale(f.scale);
  if (!options_.words) return;
  axes_.draw(overlay, f);
  draw_head(overlay, title_, note(), note_color(), {});
  TextStyle sub = style(12, note_color());
  sub.upward = Align::high;
  if (!past_words_.empty() && folded_ && options_.horizon) {
    overlay.text(past_words_, px(14), f.height - px(49), sub);
  }
  if (horizon_.cannot_fold()) {
    const NormalSpeeds& V = horizon_.speeds();
    sub.color = theme::refused_text;
    overlay.text("the fold cannot propagate on " + number_text(100.0 * V.share_bad, 2) + " % of the horizon:",
                 px(14), f.height - px(49), sub);
    overlay.text("F + \u03c8 a\u00b7n falls to " + number_text(V.least, 2), px(14), f.height - px(66), sub);
  }
  arrow_.draw(overlay, f);
  hinges_.draw(overlay, f);
  markers_.draw(overlay, f);
  located_.draw(overlay, f);
  draw_legend_and_bar(overlay);
  if (options_.orientation) draw_orientation_mark(overlay);
}

// Whether the side of what is left of the rock, at its lower or its higher end, is seen from outside.
bool StructureScene::faces_eye(int axis, bool high, double at) const {
  vtkCamera* const camera = renderer()->GetActiveCamera();
  double p[3];
  if (camera->GetParallelProjection() != 0) {
    camera->GetDirectionOfProjection(p);
    return (to_local({p[0], p[1], p[2]})[axis] > 0.0) != high;
  }
  camera->GetPosition(p);
  return (to_local({p[0], p[1], p[2] / vertical_scale(renderer())})[axis] > at) == high;
}

bool StructureScene::has_control_at(double x, double y) const {
  return legend_.head_holds(x, y) || Scene::has_control_at(x, y);
}

std::string StructureScene::control_words(double x, double y) const {
  if (!legend_.head_holds(x, y)) return Scene::control_words(x, y);
  return legend_is_open() ? "Close the legend" : "Open the legend";
}

bool StructureScene::press_control(double x, double y) {
  if (!legend_.head_holds(x, y)) return Scene::press_control(x, y);
  StructureOptions options = options_;
  options.legend_open = legend_wanted_ = !legend_is_open();
  set_options(options);
  return true;
}

// Sides that are seen from outside end at the horizon, those behind it are seen whole.
void StructureScene::turn_faces() {
  const bool part = first_in_part() > 0;
  const auto turn = [&](Slice& slice, bool high) {
    const double at = slice.node() * places_.grid().h[static_cast<std::size_t>(slice.axis())];
    slice.show_part(part && faces_eye(slice.axis(), high, at));
  };
  for (std::size_t w = 0; w < walls_.size(); ++w)
    turn(walls_[w], w >= 3);
  for (int s = 0; s < slice_count; ++s)
    turn(slices_[static_cast<std::size_t>(s)], places_.is_high_end(s));
}

void StructureScene::layout_marks(Overlay& overlay) {
  if (!options_.words) return;
  draw_pointer_marks(overlay, {{0.0, 0.0}, {1.0 * frame().width, 1.0 * frame().height}}, style(12),
                     frame().scale);
  // What is dragged tells where it is.
  if (const SceneHandle* const held = read_out() ? handle(marked_handle()) : nullptr) {
    const auto at = display_of(held->local);
    const std::string words = place_text(held->local + box().origin);
    const double wide = overlay.text_size(words, style(12))[0] + px(14);
    const double x = std::min(at[0] + px(14), frame().width - wide), y = at[1] + px(8);
    overlay.rectangle(x, y, wide, px(20), theme::panel, 0.92);
    overlay.text(words, x + px(7), y + px(10), style(12));
  }
  if (cursor()) draw_space_cursor(overlay, renderer(), box(), *cursor());
  if (std::ranges::count(framed_slices(), frames_.marked()) > 0)
    frames_.draw_marked(overlay, frame(), style(12));
}

std::vector<LegendEntry> StructureScene::legend() const {
  if (!options_.legend) return {};
  std::vector<LegendEntry> entries;
  for (const Layer& layer : stack_.layers)
    entries.push_back({layer.name, rgb(layer.color)});
  if (!fold_ || !folded_) entries.clear();
  if (options_.horizon && folded_)
    entries.push_back({past_words_.empty() ? "horizon (T = 0)" : "horizon at its time", theme::horizon});
  if (fold_ && folded_ && options_.layers)
    for (const std::string& name : cut_names_)
      entries.push_back({name, theme::unconformity});
  if (horizon_.cannot_fold()) entries.push_back({"cannot fold here", theme::refused});
  if (fold_ && fold_->caustics.notable && options_.slices) entries.push_back({hatched_words, theme::refused});
  if (arrow_.shown()) entries.push_back({"shear direction", theme::axis});
  if (hinges_.any_antiform()) entries.push_back({"axial surface, antiform", theme::antiform});
  if (hinges_.any_synform()) entries.push_back({"axial surface, synform", theme::synform});
  if (hinges_.shows_axis()) entries.push_back({"fold axis", theme::fold_axis});
  if (markers_.any()) entries.push_back({"marker", theme::marker});
  if (located_.any()) entries.push_back({"located event, 68 and 95 %", theme::located});
  if (!handles().empty()) entries.push_back({handles_name_, theme::handle});
  if (options_.survey && any_source_) entries.push_back({"source", theme::source});
  if (options_.survey && any_receiver_) entries.push_back({"receiver", theme::receiver});
  return entries;
}

void StructureScene::draw_legend_and_bar(Overlay& overlay) {
  const FrameSize& f = frame();
  legend_ = draw_legend(overlay, f, style(12), legend(), legend_is_open());
  const double y = legend_.bottom;
  if (fold_ && has_bar()) {
    const bool velocity = slice_color() == SliceColor::velocity;
    const bool difference = slice_color() == SliceColor::difference;
    const double bar = std::min(px(170), y - f.height * 0.12 - px(50));
    if (bar > px(60))
      draw_scale(overlay, {f.width - px(86), y - px(52) - bar, px(14), bar, f.scale}, slice_scale(),
                 velocity     ? "velocity (m/s)"
                 : difference ? "difference (m)"
                              : "strat. distance (m)");
  }
}

}  // namespace foldwave
