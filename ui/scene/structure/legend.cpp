#include "ui/scene/structure/legend.hpp"

#include <algorithm>

namespace foldwave {

double draw_legend(Overlay& overlay, const FrameSize& frame, const TextStyle& words,
                   const std::vector<LegendEntry>& entries) {
  const auto px = [&](double design_pixels) { return design_pixels * frame.scale; };
  double width = 0.0;
  for (const LegendEntry& e : entries)
    width = std::max(width, overlay.text_size(e.name, words)[0]);
  const double row = px(19), box = px(12), pad = px(10);
  const double total = width + box + px(8) + 2 * pad;
  const double x = frame.width - total - px(10);
  const double height = row * static_cast<double>(entries.size()) + 2 * px(7);
  double y = frame.height - px(12) - height;
  if (!entries.empty()) overlay.rectangle(x, y, total, height, theme::panel, 0.82);
  y += height - px(7);
  for (const LegendEntry& e : entries) {
    y -= row;
    overlay.rectangle(x + pad, y + (row - box) / 2, box, box, e.color);
    overlay.text(e.name, x + pad + box + px(8), y + row / 2, words);
  }
  return y;
}

}  // namespace foldwave
