// What a flat plot is made of: pictures, lines and points in the plot's own coordinates (u to the right, v
// up), in layers one over the other.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <vtkSmartPointer.h>

#include "ui/scene/stage/color.hpp"

class vtkActor;
class vtkImageData;
class vtkPolyData;
class vtkRenderer;
class vtkTexture;
class vtkUnsignedCharArray;

namespace foldwave {

struct PlotBox {
  double left = 0, right = 1, bottom = 0, top = 1;
  bool operator==(const PlotBox&) const = default;
  double width() const { return right - left; }
  double height() const { return top - bottom; }
  bool holds(double x, double y) const { return x >= left && x <= right && y >= bottom && y <= top; }
};
inline constexpr PlotBox no_plot{0, 0, 0, 0};
using PlotPoint = std::array<double, 2>;
using PlotLine = std::vector<PlotPoint>;

// A part of a plot is drawn over those of a lower layer.
class PlotPart {
 public:
  void set_stretch(double v_per_u);
  void set_visible(bool visible);
  void set_opacity(double opacity);
  void set_lift(double metres);  // over its layer

 protected:
  PlotPart(vtkRenderer* renderer, double layer);
  double layer_;
  vtkSmartPointer<vtkPolyData> data_;
  vtkSmartPointer<vtkActor> actor_;
};

class PlotPicture : public PlotPart {
 public:
  PlotPicture(vtkRenderer* renderer, double layer, bool smooth = true);  // between pixels

  // Rows upwards. `on_samples`: the first and the last pixel's centres lie on the box's edges.
  void show(int width, int height, const std::vector<Bytes3>& pixels, const PlotBox& box, bool on_samples);
  // Likewise, with each pixel's opacity.
  void show_over(int width, int height, const std::vector<std::array<std::uint8_t, 4>>& pixels,
                 const PlotBox& box, bool on_samples);
  void place(const PlotBox& box);

 private:
  vtkSmartPointer<vtkImageData> image_;
  bool on_samples_ = false;
};

class PlotLines : public PlotPart {
 public:
  PlotLines(vtkRenderer* renderer, double layer);

  void clear();
  void add(const PlotLine& line, Rgb color);
  void finish();
  void set_width(double device_pixels);

 private:
  std::vector<PlotLine> lines_;
  std::vector<Rgb> colors_;
};

class PlotPoints : public PlotPart {
 public:
  // Balls bulge towards the eye over what lies near; flat points keep their layer.
  PlotPoints(vtkRenderer* renderer, double layer, double size, bool balls = true);

  void show(const std::vector<PlotPoint>& points, const std::vector<Rgb>& colors);  // one colour, or one each
  void set_scale(double device_pixels);  // device pixels in one design pixel

 private:
  double size_;
};

}  // namespace foldwave
