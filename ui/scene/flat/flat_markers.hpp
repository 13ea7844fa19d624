// Markers in a flat plot. In a section: where planes cut it, and the lines near it. On the map: planes where
// they meet the top of the box, with their dip, and thinly around all that lies in it; lines from above.
#pragma once

#include <string>
#include <vector>

#include "core/model/markers/marker.hpp"
#include "ui/scene/plot/plot_scene.hpp"

namespace foldwave {

class FlatMarkers {
 public:
  explicit FlatMarkers(vtkRenderer* renderer, double layer);

  void show_in_section(const std::vector<Marker>& markers, const Grid3& grid, const MapLine& local,
                       double corridor);
  void show_on_map(const std::vector<Marker>& markers, const Grid3& grid);
  void set_stretch(double v_per_u);
  void set_visible(bool visible);

  struct Label {
    PlotPoint at{};
    std::string words;
  };
  const std::vector<Label>& labels() const { return labels_; }
  const std::vector<PlotLine>& lines() const { return drawn_; }  // the bold ones
  void draw(Overlay& overlay, const PlotScene& plot, const TextStyle& style, double scale);

 private:
  void clear();
  void add(const PlotLine& line, const std::string& words);
  void finish();

  PlotLines bold_, thin_;
  std::vector<PlotLine> drawn_;
  std::vector<Label> labels_;
  bool visible_ = true, any_thin_ = false;
};

}  // namespace foldwave
