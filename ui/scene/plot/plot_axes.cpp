#include "ui/scene/plot/plot_axes.hpp"

namespace foldwave {
namespace {

constexpr double tick = 5.0;  // design pixels
constexpr double grid_opacity = 0.25;

TextStyle number_style(const PlotAxes& axes) {
  TextStyle words;
  words.size = axes.words * axes.scale;
  words.color = theme::quiet_text;
  return words;
}

TextStyle title_style(const PlotAxes& axes) {
  TextStyle title;
  title.size = (axes.words + 1.0) * axes.scale;
  title.across = Align::middle;
  return title;
}

}  // namespace

void draw_plot_frame(Overlay& overlay, const PlotBox& plot) {
  for (const double y : {plot.bottom, plot.top})
    overlay.line(plot.left, y, plot.right, y, theme::frame);
  for (const double x : {plot.left, plot.right})
    overlay.line(x, plot.bottom, x, plot.top, theme::frame);
}

void draw_level_axis(Overlay& overlay, const PlotAxes& axes, const Ticks& ticks, const PlaceOf& x_of,
                     const std::string& title) {
  const PlotBox& plot = axes.plot;
  TextStyle words = number_style(axes);
  words.across = Align::middle;
  words.upward = Align::high;
  for (const double value : ticks.at) {
    const double x = x_of(value);
    if (axes.grid) overlay.line(x, plot.bottom, x, plot.top, theme::frame, grid_opacity);
    overlay.line(x, plot.bottom - tick * axes.scale, x, plot.bottom, theme::frame);
    overlay.text(tick_text(value, ticks.step), x, plot.bottom - 8 * axes.scale, words);
  }
  TextStyle below = title_style(axes);
  below.upward = Align::low;
  overlay.text(title, (plot.left + plot.right) / 2, 8 * axes.scale, below);
}

void draw_upright_axis(Overlay& overlay, const PlotAxes& axes, const Ticks& ticks, const PlaceOf& y_of,
                       const std::string& title) {
  const PlotBox& plot = axes.plot;
  TextStyle words = number_style(axes);
  words.across = Align::high;
  for (const double value : ticks.at) {
    const double y = y_of(value);
    if (axes.grid) overlay.line(plot.left, y, plot.right, y, theme::frame, grid_opacity);
    overlay.line(plot.left - tick * axes.scale, y, plot.left, y, theme::frame);
    overlay.text(tick_text(value, ticks.step), plot.left - 9 * axes.scale, y, words);
  }
  TextStyle beside = title_style(axes);
  beside.turned = 90;
  overlay.text(title, axes.title_at * axes.scale, (plot.bottom + plot.top) / 2, beside);
}

}  // namespace foldwave
