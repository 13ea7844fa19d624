// How the section is laid out on the screen: axes and title, legends, names, the marks' labels, the cursor.
#include <algorithm>
#include <cmath>

#include "core/base/shown_text.hpp"
#include "ui/scene/flat/section_scene.hpp"
#include "ui/scene/plot/hatching.hpp"
#include "ui/scene/stage/color_bar.hpp"
#include "ui/scene/stage/cursor_mark.hpp"
#include "ui/scene/stage/ticks.hpp"

namespace foldwave {

void SectionScene::layout(Overlay& overlay) {
  const bool by_value = fold_ && options_.legend && color() != SliceColor::layer;
  place_plot({px(70), px(by_value ? 112 : 16), px(46), px(66)});
  if (dirty_) cut();
  focus_.draw(line_);
  image_.draw(line_);
  const double scale = frame().scale;
  boundaries_.set_width(1.0 * scale);
  cut_rims_.set_width(4.5 * scale);
  cuts_.set_width(2.2 * scale);
  horizon_rim_.set_width(6.5 * scale);
  horizon_line_.set_width(3.5 * scale);
  past_line_.set_width(2.5 * scale);
  crossed_.set_width(2.0 * scale);
  stroke_.set_width(2.0 * scale);
  marks_.set_scale(scale);
  sources_.set_scale(scale);
  receivers_.set_scale(scale);
  draw_axes(overlay, {"distance along A\u2013A\u2032 (m)", 0.0, false},
            {"depth (m)", scenario_.grid.origin.z, true});
  draw_ends(overlay);
  draw_names(overlay);
  draw_marks(overlay);
  markers_.draw(overlay, *this, style(11.5), scale);
  located_.draw(overlay, *this, style(11.5), scale);
  draw_handles(overlay);
  std::string words = "towards " + azimuth_text(line_.azimuth()) + "\u00b0";
  if (stretch() != 1.0)
    words += ", vertical \u00d7" + tick_text(stretch(), stretch() == std::round(stretch()) ? 1.0 : 0.1);
  if (is_past() && !profile_.empty()) words += ", dashed: " + past_words(scenario_, event_);
  if (hatched_) words += std::string(", ") + hatched_words;
  if (focus_.is_seen())
    words += focus_.look().colors == ImageColors::focus ? ", focus of the events" : ", exploding reflectors";
  if (image_.is_seen() && !image_words_.empty()) words += ", " + image_words_;
  if (by_value) draw_legend(overlay);
  const PlotBox& plot = frame_box();
  if (options_.scale_bar && plot.width() > px(260))
    draw_scale_bar(overlay, plot.right - px(14), plot.top + px(33));
  draw_head(overlay, "Section A\u2013A\u2032", note().empty() ? words : words + ", " + note(), note_color(),
            {});
}

void SectionScene::draw_legend(Overlay& overlay) {
  const PlotBox& plot = frame_box();
  const double high = std::min(px(170), 0.6 * plot.height() - px(scale_room));
  if (high < px(60)) return;
  draw_scale(overlay, {plot.right + px(20), plot.top - px(30) - high, px(12), high, frame().scale, true},
             scale(), color() == SliceColor::velocity ? "velocity (m/s)" : "strat. T (m)");
}

// Each layer's name where it has most room; none where it has too little.
void SectionScene::draw_names(Overlay& overlay) {
  // An image in colours of its own hides the layers.
  const bool imaged = image_.is_seen() && image_.lies_along(line_);
  names_drawn_.clear();
  if (!options_.names || imaged || color() != SliceColor::layer) return;
  const bool over = backdrop_ || marks_in_sight();  // what is traced, or measured: a plate parts them
  TextStyle words = style(11.5);
  words.across = Align::middle;
  for (std::size_t i = 0; i < std::min(spots_.size(), stack_.layers.size()); ++i) {
    const LayerSpot& spot = spots_[i];
    const auto size = overlay.text_size(stack_.layers[i].name, words);
    const double metres = 1.0 / metres_a_pixel();
    const bool room = spot.width * metres > size[0] + px(10) && spot.height * metres * stretch() > px(17);
    const PlotPoint at = to_display(spot.s, -spot.depth);
    if (!room || !inside(at[0] - size[0] / 2, at[1]) || !inside(at[0] + size[0] / 2, at[1])) continue;
    const PlotBox box{at[0] - size[0] / 2 - px(4), at[0] + size[0] / 2 + px(4), at[1] - px(8), at[1] + px(8)};
    names_drawn_.push_back(box);
    const bool light = lightness(rgb(stack_.layers[i].color)) > 0.58;
    if (over)
      overlay.rectangle(box.left, box.bottom, box.width(), box.height(), rgb(stack_.layers[i].color), 0.8);
    words.color = light ? theme::ink : theme::chalk;
    overlay.text(stack_.layers[i].name, at[0], at[1], words);
  }
}

// The dips of isogons where they do not lie over one another, and the legend in the lower corner.
void SectionScene::draw_marks(Overlay& overlay) {
  if (!marks_in_sight()) return;
  const PlotBox& plot = frame_box();
  TextStyle words = style(11.5);
  const double row = px(18), pad = px(8), sample = px(18);
  const auto entries = marks_.legend();
  double wide = 0.0;
  for (const auto& entry : entries)
    wide = std::max(wide, overlay.text_size(entry.text, words)[0] + (entry.is_line ? sample + px(7) : 0.0));
  const double high = row * static_cast<double>(entries.size()) + px(8);
  const PlotBox legend{plot.left + px(6), plot.left + px(6) + wide + 2 * pad, plot.bottom + px(6),
                       plot.bottom + px(6) + high};

  TextStyle dip = style(10.5);
  dip.across = Align::middle;
  std::vector<PlotBox> taken{legend};
  taken.insert(taken.end(), names_drawn_.begin(), names_drawn_.end());
  for (const SectionMarksDrawn::Label& label : marks_.labels()) {
    const PlotPoint at = to_display(label.at[0], label.at[1]);
    const double half = overlay.text_size(label.text, dip)[0] / 2 + px(3);
    const PlotBox box{at[0] - half, at[0] + half, at[1] + px(2), at[1] + px(16)};
    if (!inside(box.left, box.bottom) || !inside(box.right, box.top)) continue;
    const bool free = std::none_of(taken.begin(), taken.end(), [&](const PlotBox& b) {
      return box.left < b.right + px(2) && b.left < box.right + px(2) && box.bottom < b.top &&
             b.bottom < box.top;
    });
    if (!free) continue;
    taken.push_back(box);
    overlay.rectangle(box.left, box.bottom, box.width(), box.height(), theme::panel, 0.75);
    overlay.text(label.text, at[0], (box.bottom + box.top) / 2, dip);
  }

  if (!options_.legend || legend.right > plot.right) return;
  overlay.rectangle(legend.left, legend.bottom, legend.width(), legend.height(), theme::panel, 0.88);
  double y = legend.top - px(4);
  for (const auto& entry : entries) {
    y -= row;
    const double x = legend.left + pad, middle = y + row / 2;
    // On a rim, as over the rock: a bright line must be seen on a bright panel.
    if (entry.is_line) {
      overlay.rectangle(x - px(1), middle - px(2), sample + px(2), px(4), theme::ink, 0.55);
      overlay.rectangle(x, middle - px(1), sample, px(2), entry.color);
    }
    words.color = entry.is_line ? theme::text : entry.color;
    overlay.text(entry.text, entry.is_line ? x + sample + px(7) : x, middle, words);
  }
}

// A place beside the line stands where it is projected to, faint beyond the corridor, with its distance.
void SectionScene::layout_marks(Overlay& overlay) {
  HandleScene::layout_marks(overlay);
  if (!cursor() || !(line_.length() > 0.0)) return;
  const auto station = line_.station(cursor()->x, cursor()->y);
  const PlotBox& plot = frame_box();
  const PlotPoint at = to_display(station.along, -cursor()->z);
  const double away = scenario_.grid.is_section() ? 0.0 : std::abs(station.left);
  const double own = 0.5 * std::min(scenario_.grid.h[0], scenario_.grid.h[1]);  // as good as on the line
  draw_flat_cursor(overlay, {plot.left, plot.right, plot.bottom, plot.top}, at[0], at[1], frame().scale,
                   away > corridor_ ? 0.6 : 1.0);
  if (away > own && inside(at[0], at[1]))
    draw_tag(overlay, at[0], at[1],
             tick_text(std::round(away), 1.0) + (station.left > 0.0 ? " m behind" : " m in front"));
}

void SectionScene::draw_ends(Overlay& overlay) {
  const PlotBox& plot = frame_box();
  TextStyle end = style(12.5, theme::accent);
  end.bold = true;
  end.upward = Align::low;
  end.across = Align::middle;
  for (const auto& [at, words] : {std::pair{0.0, "A"}, {line_.length(), "A\u2032"}}) {
    const double x = to_display(at, 0)[0];
    if (x >= plot.left - 1 && x <= plot.right + 1) overlay.text(words, x, plot.top + px(4), end);
  }
}

}  // namespace foldwave
