// Contour lines of a sampled field as joined lines, and where their labels stand.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ui/scene/plot/plot_parts.hpp"

class vtkDataSet;

namespace foldwave {

struct ContourLine {
  double level = 0.0;
  PlotLine points;
};

// Of the point scalars of an image in the plane or of a surface seen from above.
std::vector<ContourLine> contour_lines(vtkDataSet* field, const std::vector<double>& levels);

struct ContourLabel {
  double level = 0.0;
  double x = 0.0, y = 0.0;  // display pixels, the middle
  double turned = 0.0;      // degrees, never upside down
  double width = 0.0, height = 0.0;
};

struct LabelRoom {
  PlotBox frame;     // labels stay inside, display pixels
  double gap = 0.0;  // between two labels
  double height = 0.0;
  std::vector<PlotPoint> taken;  // places that must stay free, e.g. control points
  double taken_radius = 0.0;
};

// Each label stands where its line is straightest. `to_display` gives the pixels of a point, `width_of` the
// width of a level's text.
std::vector<ContourLabel> place_labels(const std::vector<ContourLine>& lines, const LabelRoom& room,
                                       const std::function<PlotPoint(const PlotPoint&)>& to_display,
                                       const std::function<double(double)>& width_of);

// Whether a place on a line of this level lies under one of its labels; display pixels.
bool covered(const std::vector<ContourLabel>& labels, double level, double x, double y);

}  // namespace foldwave
