// Events that were located, in a flat plot: a cross at each, with a gap in its middle, and the shadows that
// the ellipsoids of 68 and 95 % throw on the plot's plane.
#pragma once

#include <string>
#include <vector>

#include "core/base/map_line.hpp"
#include "ui/scene/plot/plot_scene.hpp"
#include "ui/scene/rock/event_bodies.hpp"

namespace foldwave {

class FlatEvents {
 public:
  FlatEvents(vtkRenderer* renderer, double layer);

  // Those within the corridor of the line; v is up, so depths are negative there.
  void show_in_section(const std::vector<EventMark>& events, const Grid3& grid, const MapLine& local,
                       double corridor);
  void show_on_map(const std::vector<EventMark>& events, const Grid3& grid);
  void set_stretch(double v_per_u);
  void set_visible(bool visible);
  void set_stale(bool stale);
  bool any() const { return visible_ && !drawn_.empty(); }

  struct Drawn {
    PlotPoint at{};
    std::string name;
    std::vector<PlotLine> outlines;  // 68 and 95 %; empty: not known
  };
  const std::vector<Drawn>& drawn() const { return drawn_; }
  void draw(Overlay& overlay, const PlotScene& plot, const TextStyle& style, double scale);

 private:
  void add(const EventMark& event, bool section, const PlotPoint& at, Vec3 u, Vec3 v);
  void finish();

  PlotLines inner_, outer_;
  std::vector<Drawn> drawn_;
  bool visible_ = true, stale_ = false;
};

}  // namespace foldwave
