// Times over the traces, and what their colours mean.
#include <algorithm>
#include <cmath>

#include "ui/scene/gather/gather_scene.hpp"

namespace foldwave {
namespace {

constexpr double outer_dot = 6.0, inner_dot = 3.5;  // design pixels; one that hides another is seen around it
constexpr double least_apart = 10.0;                // of two dots of a kind

}  // namespace

// Dots lie over lines, which are made of rectangles for that, and the first kind of dots is seen around the
// next.
void GatherScene::draw_times(Overlay& overlay) const {
  const int step = std::max(1, static_cast<int>(std::ceil(px(least_apart) / trace_width())));
  const int first = std::max(0, static_cast<int>(window_.left * count()) / step * step - step);
  const int end = std::min(count(), static_cast<int>(std::ceil(window_.right * count())) + step);
  const auto inside = [&](double x, double y) { return std::isfinite(y) && plot_.holds(x, y); };
  double size = px(outer_dot);
  for (const TraceTimes& times : beside_.times) {
    const auto y_at = [&](int place) {
      return y_of_time(times.seconds[static_cast<std::size_t>(axis_.order[static_cast<std::size_t>(place)])]);
    };
    for (int place = first; place < end; place += times.joined ? 1 : step) {
      const double x = x_of_place(place), y = y_at(place);
      if (!times.joined) {
        if (inside(x, y)) overlay.rectangle(x - size / 2, y - size / 2, size, size, times.color);
        continue;
      }
      if (place + 1 >= count()) continue;
      const int parts = std::max(1, static_cast<int>(std::ceil(trace_width() / px(1))));
      const double wide = trace_width() / parts, rise = (y_at(place + 1) - y) / parts;
      for (int part = 0; part < parts; ++part) {
        const double from = y + part * rise, high = std::max(px(2), std::abs(rise));
        if (inside(x + part * wide, from + rise / 2))
          overlay.rectangle(x + part * wide, from + rise / 2 - high / 2, wide, high, times.color);
      }
    }
    if (!times.joined) size = px(inner_dot);
  }
}

std::vector<GatherScene::LegendPlace> GatherScene::legend_places(Overlay& overlay) const {
  const double left = px(66), right = frame().width - px(14);
  std::vector<LegendPlace> places;
  LegendPlace next{left, 0};
  for (const TraceTimes& times : beside_.times) {
    const double wide = px(20) + overlay.text_size(times.name, style(12, theme::quiet_text))[0];
    if (next.x > left && next.x + wide > right) next = {left, next.row + 1};
    places.push_back(next);
    next.x += wide + px(16);
  }
  return places;
}

void GatherScene::draw_legend(Overlay& overlay, const std::vector<LegendPlace>& places) const {
  for (std::size_t i = 0; i < places.size(); ++i) {
    const TraceTimes& times = beside_.times[i];
    const double y = plot_.bottom - px(15) - places[i].row * px(legend_row);
    const double wide = times.joined ? px(14) : px(6), high = times.joined ? px(2) : px(6);
    overlay.rectangle(places[i].x + px(7) - wide / 2, y - high / 2, wide, high, times.color);
    overlay.text(times.name, places[i].x + px(20), y, style(12, theme::quiet_text));
  }
}

}  // namespace foldwave
