#include "ui/scene/structure/legend.hpp"

#include <algorithm>

namespace foldwave {

LegendPlace draw_legend(Overlay& overlay, const FrameSize& frame, const TextStyle& words,
                        const std::vector<LegendEntry>& entries, bool open) {
  const auto px = [&](double design_pixels) { return design_pixels * frame.scale; };
  const double upper = frame.height - px(12);
  if (entries.empty()) return {upper - px(7)};
  const std::string title = std::string("Legend ") + (open ? "\u25be" : "\u25b8");
  TextStyle head = words;
  head.color = theme::quiet_text;
  const double row = px(19), box = px(12), pad = px(10);
  double width = overlay.text_size(title, head)[0] - box - px(8);
  for (const LegendEntry& e : entries)
    if (open) width = std::max(width, overlay.text_size(e.name, words)[0]);
  const double total = width + box + px(8) + 2 * pad;
  const double x = frame.width - total - px(10);
  const double height = px(legend_height(open ? entries.size() : 0));
  overlay.rectangle(x, upper - height, total, height, theme::panel, 0.82);
  double y = upper - px(6) - row;
  overlay.text(title, x + pad, y + row / 2, head);
  const LegendPlace place{upper - height + px(7), x, y, x + total, upper};
  if (!open) return place;
  for (const LegendEntry& e : entries) {
    y -= row;
    overlay.rectangle(x + pad, y + (row - box) / 2, box, box, e.color);
    overlay.text(e.name, x + pad + box + px(8), y + row / 2, words);
  }
  return place;
}

}  // namespace foldwave
