// What is laid on the map besides the horizon's depth: a scalar map under the contours, and strike and dip of
// a boundary.
#include <algorithm>
#include <cmath>

#include "core/base/angle.hpp"
#include "ui/scene/flat/map_scene.hpp"
#include "ui/scene/stage/ticks.hpp"

namespace foldwave {
namespace {

constexpr double strike_half = 11.0, dip_tick = 7.0;  // design pixels
constexpr double level_dip = 1.0;                     // degrees; below, a cross in a ring: no strike

}  // namespace

ScalarMap scalar_map(int nx, int ny, std::vector<float> values, const ColorMap& colors, std::string title,
                     std::string unit) {
  ScalarMap map{nx, ny, std::move(values), 0.0, 1.0, &colors, std::move(title), std::move(unit)};
  bool any = false;
  for (const float value : map.values) {
    if (!std::isfinite(value)) continue;
    const auto v = static_cast<double>(value);
    map.low = any ? std::min(map.low, v) : v;
    map.high = any ? std::max(map.high, v) : v;
    any = true;
  }
  return map;
}

void MapScene::show_map(std::shared_ptr<const ScalarMap> map) {
  map_ = std::move(map);
  map_field_.set_visible(map_ != nullptr);
  labelled_view_ = -1;  // contours take their colours from the ground
  if (!map_) return;
  std::vector<Bytes3> pixels;
  for (const float value : map_->values)
    pixels.push_back(to_bytes(map_->color(static_cast<double>(value))));
  const PlotBox& b = bounds();
  // A section's one row becomes the strip.
  const int rows = std::max(map_->ny, 2);
  if (map_->ny == 1) pixels.insert(pixels.end(), pixels.begin(), pixels.begin() + map_->nx);
  map_field_.show(map_->nx, rows, pixels, {0, grid_.extent().x, b.bottom, b.top}, true);
}

void MapScene::show_attitudes(std::vector<PlacedAttitude> attitudes) {
  attitudes_ = std::move(attitudes);
  symbols_view_ = labelled_view_ = -1;  // labels make room for them
}

void MapScene::set_marks_stale(bool stale) {
  for (PlotPart* const part : std::initializer_list<PlotPart*>{&map_field_, &symbols_, &symbol_rims_})
    part->set_opacity(stale ? 0.3 : 1.0);
}

Rgb MapScene::ground(double level, const PlotPoint& at) const {
  if (!map_) return color_of(level);
  const PlotBox& b = bounds();
  return map_->color(map_->at(at[0] / grid_.extent().x, (at[1] - b.bottom) / b.height()));
}

// Of one size on the screen: they are made anew for each view of the map.
void MapScene::draw_attitudes(Overlay& overlay) {
  symbols_.set_width(1.8 * frame().scale);
  symbol_rims_.set_width(4.2 * frame().scale);
  const double metre = metres_a_pixel();
  const auto placed = [&](const Vec3& at, double east, double north) {
    return PlotPoint{at.x + px(east) * metre, at.y + px(north) * metre};
  };
  if (symbols_view_ != view_version()) {
    symbols_view_ = view_version();
    symbols_.clear();
    symbol_rims_.clear();
    const auto add = [&](const PlotLine& line) {
      symbol_rims_.add(line, theme::background_low);
      symbols_.add(line, theme::text);
    };
    for (const PlacedAttitude& p : attitudes_) {
      const double strike = radians(p.attitude.strike);
      const double e = std::sin(strike), n = std::cos(strike);  // along the strike; the dip is to its right
      if (p.attitude.dip < level_dip) {
        PlotLine ring;
        for (int i = 0; i <= 24; ++i)
          ring.push_back(placed(p.at, 6.0 * std::cos(radians(15.0 * i)), 6.0 * std::sin(radians(15.0 * i))));
        add(ring);
        add({placed(p.at, -6.0, 0.0), placed(p.at, 6.0, 0.0)});
        add({placed(p.at, 0.0, -6.0), placed(p.at, 0.0, 6.0)});
        continue;
      }
      add({placed(p.at, -strike_half * e, -strike_half * n), placed(p.at, strike_half * e, strike_half * n)});
      if (!p.attitude.overturned) {
        add({{p.at.x, p.at.y}, placed(p.at, dip_tick * n, -dip_tick * e)});
        continue;
      }
      // Overturned: a hook from the strike round to the dip's side.
      PlotLine hook;
      for (int i = 0; i <= 12; ++i) {
        const double turn = radians(180.0 + 15.0 * i), r = 0.5 * dip_tick;
        const double along = r * std::cos(turn), across = -r * std::sin(turn);
        hook.push_back(placed(p.at, along * e + across * n, along * n - across * e));
      }
      hook.push_back(placed(p.at, 0.5 * dip_tick * e - 5.0 * n, 0.5 * dip_tick * n + 5.0 * e));
      add(hook);
    }
    symbols_.finish();
    symbol_rims_.finish();
  }
  TextStyle words = style(10.5);
  words.across = Align::middle;
  for (const PlacedAttitude& p : attitudes_) {
    const double strike = radians(p.attitude.strike);
    const double away = p.attitude.dip < level_dip ? 15.0 : dip_tick + 11.0;
    const PlotPoint d = to_display(p.at.x, p.at.y);
    const double x = d[0] + px(away) * std::cos(strike), y = d[1] - px(away) * std::sin(strike);
    const std::string dip = tick_text(std::round(p.attitude.dip), 1.0);
    const double half = overlay.text_size(dip, words)[0] / 2 + px(2);
    if (!inside(x - half, y - px(7)) || !inside(x + half, y + px(7))) continue;
    overlay.rectangle(x - half, y - px(7), 2 * half, px(14), theme::panel, 0.72);
    overlay.text(dip, x, y, words);
  }
}

}  // namespace foldwave
