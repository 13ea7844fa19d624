// Strike and dip of a boundary as the map's symbols, of one size on the screen, with the dip in figures.
#pragma once

#include <vector>

#include "core/geology/fold_marks.hpp"
#include "ui/scene/plot/plot_scene.hpp"

namespace foldwave {

class StrikeDipSymbols {
 public:
  explicit StrikeDipSymbols(vtkRenderer* renderer);

  void show(std::vector<PlacedAttitude> attitudes);
  const std::vector<PlacedAttitude>& shown() const { return attitudes_; }
  void set_opacity(double opacity);
  // `view` counts the changes of what the plot shows.
  void draw(Overlay& overlay, const PlotScene& plot, int view, TextStyle words);

 private:
  void make(const PlotScene& plot);

  std::vector<PlacedAttitude> attitudes_;
  int made_view_ = -1;
  PlotLines rims_, symbols_;
};

}  // namespace foldwave
