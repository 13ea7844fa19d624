// A horizon's depth on a raster over the box and along a line of the map: what maps and sections draw.
// Local coordinates, metres, depth positive down.
#pragma once

#include <vector>

#include "core/base/map_line.hpp"
#include "core/horizon/horizon.hpp"

namespace foldwave {

// nx by ny samples, x fastest, over the whole box; the slopes are those of the surface, not of the samples.
struct DepthRaster {
  int nx = 0, ny = 0;
  double hx = 0.0, hy = 0.0;
  std::vector<float> depth, slope_x, slope_y;
};

// At most `most` samples along the longer side, cells about as wide as high. A 2D section gives two rows.
DepthRaster depth_raster(const Horizon& horizon, const Grid3& grid, int most);

// What of a surface that may be turned over is seen from above: the shallowest depth over each of nx by ny
// cells of the box; infinite where there is none.
class SeenFromAbove {
 public:
  SeenFromAbove(double width, double height, int cells);  // along the longer side
  void add(const Vec3& a, const Vec3& b, const Vec3& c);  // a triangle
  double top(double x, double y) const;
  bool hides(double x, double y, double depth, double slack) const { return top(x, y) < depth - slack; }

 private:
  int nx_, ny_;
  double hx_, hy_;
  std::vector<float> top_;
};

// Depths at `count` places evenly along the line, both ends among them.
std::vector<double> depth_profile(const Horizon& horizon, const MapLine& line, int count);

}  // namespace foldwave
