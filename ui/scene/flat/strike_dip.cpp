#include "ui/scene/flat/strike_dip.hpp"

#include <vtkRenderer.h>

#include <cmath>
#include <utility>

#include "core/base/angle.hpp"
#include "ui/scene/stage/ticks.hpp"

namespace foldwave {
namespace {

constexpr double strike_half = 11.0, dip_tick = 7.0;  // design pixels
constexpr double level_dip = 1.0;                     // degrees; below, a cross in a ring: no strike

}  // namespace

StrikeDipSymbols::StrikeDipSymbols(vtkRenderer* renderer) : rims_(renderer, 23), symbols_(renderer, 24) {}

void StrikeDipSymbols::show(std::vector<PlacedAttitude> attitudes) {
  attitudes_ = std::move(attitudes);
  made_view_ = -1;
}

void StrikeDipSymbols::set_opacity(double opacity) {
  rims_.set_opacity(opacity);
  symbols_.set_opacity(opacity);
}

void StrikeDipSymbols::make(const PlotScene& plot) {
  const double metre = plot.frame().scale * plot.metres_a_pixel();  // in a design pixel
  const auto placed = [&](const Vec3& at, double east, double north) {
    return PlotPoint{at.x + east * metre, at.y + north * metre};
  };
  symbols_.clear();
  rims_.clear();
  const auto add = [&](const PlotLine& line) {
    rims_.add(line, theme::ink);
    symbols_.add(line, theme::chalk);
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
  rims_.finish();
}

void StrikeDipSymbols::draw(Overlay& overlay, const PlotScene& plot, int view, TextStyle words) {
  const auto px = [&](double design_pixels) { return design_pixels * plot.frame().scale; };
  symbols_.set_width(px(1.8));
  rims_.set_width(px(4.2));
  if (std::exchange(made_view_, view) != view) make(plot);
  words.across = Align::middle;
  for (const PlacedAttitude& p : attitudes_) {
    const double strike = radians(p.attitude.strike);
    const double away = p.attitude.dip < level_dip ? 15.0 : dip_tick + 11.0;
    const PlotPoint d = plot.to_display(p.at.x, p.at.y);
    const double x = d[0] + px(away) * std::cos(strike), y = d[1] - px(away) * std::sin(strike);
    const std::string dip = tick_text(std::round(p.attitude.dip), 1.0);
    const double half = overlay.text_size(dip, words)[0] / 2 + px(2);
    if (!plot.inside(x - half, y - px(7)) || !plot.inside(x + half, y + px(7))) continue;
    overlay.rectangle(x - half, y - px(7), 2 * half, px(14), theme::panel, 0.72);
    overlay.text(dip, x, y, words);
  }
}

}  // namespace foldwave
