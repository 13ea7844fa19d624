#include "ui/scene/structure/legend.hpp"

#include <algorithm>

namespace foldwave {
namespace {

constexpr double row_high = 19, box_side = 12, box_gap = 8, padding = 10, edge_gap = 10;  // design pixels

std::string head_words(bool open) {
  return std::string("Legend ") + (open ? "\u25be" : "\u25b8");
}

}  // namespace

double legend_width(Overlay& overlay, const FrameSize& frame, const TextStyle& words,
                    const std::vector<LegendEntry>& entries, bool open) {
  const auto px = [&](double design_pixels) { return design_pixels * frame.scale; };
  double width = overlay.text_size(head_words(open), words)[0];
  for (const LegendEntry& e : entries)
    if (open) width = std::max(width, overlay.text_size(e.name, words)[0] + px(box_side + box_gap));
  return width + 2 * px(padding) + px(edge_gap);
}

LegendPlace draw_legend(Overlay& overlay, const FrameSize& frame, const TextStyle& words,
                        const std::vector<LegendEntry>& entries, bool open) {
  const auto px = [&](double design_pixels) { return design_pixels * frame.scale; };
  const double upper = frame.height - px(12);
  if (entries.empty()) return {upper - px(7)};
  TextStyle head = words;
  head.color = theme::quiet_text;
  const double row = px(row_high), box = px(box_side), pad = px(padding);
  const double total = legend_width(overlay, frame, words, entries, open) - px(edge_gap);
  const double x = frame.width - total - px(edge_gap);
  const double height = px(legend_height(open ? entries.size() : 0));
  overlay.rectangle(x, upper - height, total, height, theme::panel, 0.82);
  double y = upper - px(6) - row;
  overlay.text(head_words(open), x + pad, y + row / 2, head);
  const LegendPlace place{upper - height + px(7), x, y, x + total, upper};
  if (!open) return place;
  for (const LegendEntry& e : entries) {
    y -= row;
    overlay.rectangle(x + pad, y + (row - box) / 2, box, box, e.color);
    overlay.text(e.name, x + pad + box + px(box_gap), y + row / 2, words);
  }
  return place;
}

}  // namespace foldwave
