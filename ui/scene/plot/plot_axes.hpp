// The frame and the axes that the plots share: ticks with their numbers, and titles.
#pragma once

#include <functional>
#include <string>

#include "ui/scene/plot/plot_parts.hpp"
#include "ui/scene/stage/overlay.hpp"
#include "ui/scene/stage/ticks.hpp"

namespace foldwave {

struct PlotAxes {
  PlotBox plot;            // pixels
  double scale = 1.0;      // device pixels in one of the design; the rest is in these
  double words = 12.0;     // size of the numbers; titles are one larger
  double title_at = 18.0;  // of the upright axis, from the left
  bool grid = false;       // faint lines across the plot
};
using PlaceOf = std::function<double(double value)>;  // pixels

void draw_plot_frame(Overlay& overlay, const PlotBox& plot);
void draw_level_axis(Overlay& overlay, const PlotAxes& axes, const Ticks& ticks, const PlaceOf& x_of,
                     const std::string& title);  // below the plot
void draw_upright_axis(Overlay& overlay, const PlotAxes& axes, const Ticks& ticks, const PlaceOf& y_of,
                       const std::string& title);  // left of it

}  // namespace foldwave
