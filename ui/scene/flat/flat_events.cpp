#include "ui/scene/flat/flat_events.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace foldwave {
namespace {

constexpr int outline_points = 72;
constexpr double outer_part = 0.65, faint_part = 0.4;
constexpr double cross_arm = 11.0, cross_gap = 4.0;  // of a cross, design pixels

}  // namespace

FlatEvents::FlatEvents(vtkRenderer* renderer, double layer)
    : inner_(renderer, layer), outer_(renderer, layer) {
  finish();
}

void FlatEvents::add(const EventMark& event, bool section, const PlotPoint& at, Vec3 u, Vec3 v) {
  Drawn one{at, event.name, {}};
  for (const double share : event_shares) {
    PlotLine line;
    double size = 0.0;
    for (const auto& [du, dv] : ellipsoid_shadow(event.covariance, section, share, u, v, outline_points)) {
      line.push_back({at[0] + du, at[1] + dv});
      size = std::max({size, std::abs(du), std::abs(dv)});
    }
    if (size > 0.0) one.outlines.push_back(std::move(line));
  }
  drawn_.push_back(std::move(one));
}

void FlatEvents::finish() {
  inner_.clear();
  outer_.clear();
  for (const Drawn& one : drawn_)
    for (std::size_t s = 0; s < one.outlines.size(); ++s)
      (s == 0 ? inner_ : outer_).add(one.outlines[s], theme::located);
  inner_.finish();
  outer_.finish();
  set_stale(stale_);
  set_visible(visible_);
}

void FlatEvents::show_in_section(const std::vector<EventMark>& events, const Grid3& grid,
                                 const MapLine& local, double corridor) {
  drawn_.clear();
  const double length = local.length();
  if (length > 0.0) {
    const auto here = local.at(0.0), there = local.at(1.0);
    const Vec3 along{there[0] - here[0], there[1] - here[1], 0.0}, up{0.0, 0.0, -1.0};
    for (const EventMark& event : events) {
      const auto station = local.station(event.place.x, event.place.y);
      const bool near = grid.is_section() || std::abs(station.left) <= corridor;
      if (near && station.along >= -corridor && station.along <= length + corridor)
        add(event, grid.is_section(), {station.along, -event.place.z}, along, up);
    }
  }
  finish();
}

void FlatEvents::show_on_map(const std::vector<EventMark>& events, const Grid3& grid) {
  drawn_.clear();
  for (const EventMark& event : events)
    add(event, grid.is_section(), {event.place.x, event.place.y}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
  finish();
}

void FlatEvents::set_stretch(double v_per_u) {
  inner_.set_stretch(v_per_u);
  outer_.set_stretch(v_per_u);
}

void FlatEvents::set_visible(bool visible) {
  visible_ = visible;
  const bool any = std::ranges::any_of(drawn_, [](const Drawn& one) { return !one.outlines.empty(); });
  inner_.set_visible(visible && any);
  outer_.set_visible(visible && any);
}

void FlatEvents::set_stale(bool stale) {
  stale_ = stale;
  inner_.set_opacity(stale ? faint_part : 1.0);
  outer_.set_opacity((stale ? faint_part : 1.0) * outer_part);
}

void FlatEvents::draw(Overlay& overlay, const PlotScene& plot, const TextStyle& style, double scale) {
  inner_.set_width(2.2 * scale);
  outer_.set_width(1.4 * scale);
  if (!visible_) return;
  TextStyle words = style;
  words.color = theme::text;
  const double opacity = stale_ ? faint_part : 1.0;
  const double thick = 2.0 * scale, rim = 1.0 * scale, from = cross_gap * scale, to = cross_arm * scale;
  for (const Drawn& one : drawn_) {
    const PlotPoint at = plot.to_display(one.at[0], one.at[1]);
    if (!plot.inside(at[0], at[1])) continue;
    // Each arm on a dark rim: layers may have its colour.
    for (const bool dark : {true, false}) {
      const double more = dark ? rim : 0.0;
      const Rgb ink = dark ? theme::ink : theme::located;
      for (const double side : {-to, from}) {
        overlay.rectangle(at[0] + side - more, at[1] - 0.5 * thick - more, to - from + 2.0 * more,
                          thick + 2.0 * more, ink, opacity);
        overlay.rectangle(at[0] - 0.5 * thick - more, at[1] + side - more, thick + 2.0 * more,
                          to - from + 2.0 * more, ink, opacity);
      }
    }
    const double pad = 4.0 * scale, high = 16.0 * scale;
    const double wide = overlay.text_size(one.name, words)[0] + 2.0 * pad;
    const double x = at[0] + 0.7 * to, y = at[1] + 0.7 * to;
    if (!plot.inside(x + wide, y + high)) continue;
    overlay.rectangle(x, y, wide, high, theme::panel, 0.8);
    overlay.text(one.name, x + pad, y + 0.5 * high, words);
  }
}

}  // namespace foldwave
