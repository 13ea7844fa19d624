// How the map is laid out on the screen: the field when it is due, contours and symbols, title, colour bar,
// the section's ends, north arrow and scale bar.
#include <vtkActor.h>
#include <vtkPolyData.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/base/text.hpp"
#include "ui/scene/flat/map_scene.hpp"
#include "ui/scene/plot/hatching.hpp"
#include "ui/scene/stage/color_bar.hpp"
#include "ui/scene/stage/cursor_mark.hpp"
#include "ui/scene/stage/ticks.hpp"

namespace foldwave {

void MapScene::layout(Overlay& overlay) {
  // Beside the widest number the axis' own words.
  const double far = std::max(std::abs(grid_.origin.y), std::abs(grid_.origin.y + grid_.extent().y));
  const double number = overlay.text_size(tick_text(far, 1.0), style(11.5))[0];
  place_plot({std::max(px(66), number + px(35)), px(options_.legend ? 96 : 16), px(46), px(56)});
  const bool any =
      !is_bare_ && (horizon_ != nullptr || (surface_ != nullptr && surface_->GetNumberOfPoints() > 0));
  if (dirty_ && !is_bare_) {
    contours_.clear();
    if (horizon_) sample_field();
  }
  if ((dirty_ || unpainted_) && !is_bare_) {
    speeds_ = {};
    if (horizon_) paint_field();
    if (!horizon_ && any) paint_surface();
    unpainted_ = false;
    field_.set_visible(horizon_ != nullptr);
    mesh_actor_->SetVisibility(any && !horizon_);
    dirty_ = false;
    contours_.place_anew();
  }
  const double scale = frame().scale;
  crossed_.set_width(2.0 * scale);
  section_.set_width(2.0 * scale);
  for (PlotPoints* const points : {&section_ends_, &sources_, &receivers_})
    points->set_scale(scale);

  draw_axes(overlay, {"x east (m)", grid_.origin.x, false}, {"y north (m)", grid_.origin.y, false});
  draw_contours(overlay);
  attitudes_.draw(overlay, *this, view_version(), style(10.5));
  markers_.draw(overlay, *this, style(11.5), scale);
  located_.draw(overlay, *this, style(11.5), scale);
  draw_line(overlay);
  draw_furniture(overlay);
  draw_handles(overlay);
  const std::string every = tick_text(contours_.interval(), contours_.interval());
  std::string words = contours_.lines().empty() || !options_.contours ? "" : "contours every " + every + " m";
  if (!past_words_.empty() && !map_) words = past_words_;
  if (hatched_) words += words.empty() ? hatched_words : std::string(", ") + hatched_words;
  if (!note().empty()) words += (words.empty() ? "" : ", ") + note();
  if (cannot_fold())
    words = "cannot fold on " + number_text(100.0 * speeds_.share_bad, 2) +
            " %: F + \u03c8 a\u00b7n falls to " + number_text(speeds_.least, 2);
  draw_head(overlay,
            map_      ? map_->title
            : folded_ ? "Depth of the horizon"
                      : "Map",
            words, cannot_fold() ? theme::refused_text : note_color(), {});
  if (any && options_.legend) {
    const PlotBox& plot = frame_box();
    const double bar = std::min(px(220), plot.height() - px(40));
    BarPlace place{plot.right + px(18), plot.top - px(22) - bar, px(13), bar, scale, true, true};
    if (map_) {
      place.downwards = false;
      return draw_color_bar(overlay, place, map_->low, std::max(map_->high, map_->low + 1e-6), map_->unit,
                            *map_->colors);
    }
    draw_color_bar(overlay, place, low_ + grid_.origin.z, std::max(high_, low_ + 1e-6) + grid_.origin.z,
                   "depth (m)", viridis_map());
  }
}

void MapScene::draw_contours(Overlay& overlay) {
  if (!options_.contours) return;
  MapContours::Look look{options_.labels, map_ != nullptr, {}, px(attitudes_.shown().empty() ? 9 : 20)};
  for (const SceneHandle& h : handles())
    look.taken.push_back(to_display(h.local.x, h.local.y));
  for (const PlacedAttitude& p : attitudes_.shown())
    look.taken.push_back(to_display(p.at.x, p.at.y));
  contours_.draw(overlay, *this, view_version(), style(11), look,
                 [this](double level, const PlotPoint& at) { return ground(level, at); });
}

void MapScene::layout_marks(Overlay& overlay) {
  HandleScene::layout_marks(overlay);
  if (!cursor()) return;
  const PlotBox& plot = frame_box();
  const PlotPoint at = to_display(cursor()->x, cursor()->y);
  draw_flat_cursor(overlay, {plot.left, plot.right, plot.bottom, plot.top}, at[0], at[1], frame().scale);
}

void MapScene::draw_line(Overlay& overlay) {
  const double length = line_.length();
  if (!(length > 0.0) || grid_.is_section() || !options_.section_line) return;
  TextStyle name = style(12.5, theme::accent);
  name.bold = true;
  name.across = Align::middle;
  const PlotPoint a = to_display(line_.from[0], line_.from[1]), b = to_display(line_.to[0], line_.to[1]);
  const double size = std::max(std::hypot(b[0] - a[0], b[1] - a[1]), 1.0);
  // Beside the ends, on the line's left; inside the frame.
  const double nx = -(b[1] - a[1]) / size, ny = (b[0] - a[0]) / size, tx = ny, ty = -nx;
  const PlotBox& plot = frame_box();
  for (const auto& [end, words, back] : {std::tuple{a, "A", 1.0}, std::tuple{b, "A\u2032", -1.0}})
    if (inside(end[0], end[1]))
      overlay.text(
          words, std::clamp(end[0] + nx * px(14) + back * tx * px(10), plot.left + px(9), plot.right - px(9)),
          std::clamp(end[1] + ny * px(14) + back * ty * px(10), plot.bottom + px(9), plot.top - px(9)), name);
}

// North arrow and scale bar, at the right of the head.
void MapScene::draw_furniture(Overlay& overlay) {
  const PlotBox& plot = frame_box();
  if (plot.width() < px(260)) return;
  if (options_.scale_bar) draw_scale_bar(overlay, plot.right - px(26), plot.top + px(11));
  if (!options_.north) return;
  TextStyle words = style(11.5, theme::quiet_text);
  words.across = Align::middle;
  words.upward = Align::low;
  const double x = plot.right - px(8), top = plot.top + px(41), height = px(20), half = px(6);
  const int rows = static_cast<int>(height);
  for (int i = 0; i < rows; ++i) {
    const double w = half * (i + 0.5) / rows;
    overlay.rectangle(x - w, top - i - 1, w, 1, theme::text);
    overlay.rectangle(x, top - i - 1, w, 1, theme::frame);
  }
  overlay.text("N", x, plot.top + px(6), words);
}

}  // namespace foldwave
