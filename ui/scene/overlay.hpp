// Text, rectangles and lines over a 3D view, placed in pixels from the lower left corner. Everything is drawn
// anew with each layout; actors are kept and only touched when they change.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <vtkSmartPointer.h>

#include "ui/scene/color.hpp"

class vtkRenderer;
class vtkTextActor;
class vtkPolyData;
class vtkActor2D;

namespace foldwave {

enum class Align { low, middle, high };

struct TextStyle {
  double size = 13.0;  // pixels
  Rgb color = theme::text;
  Align across = Align::low;
  Align upward = Align::middle;
  bool bold = false;
  double turned = 0.0;  // degrees, counter-clockwise
};

class Overlay {
 public:
  explicit Overlay(vtkRenderer* renderer);
  ~Overlay();

  void begin();
  void rectangle(double x, double y, double width, double height, Rgb color, double opacity = 1.0);
  void line(double x0, double y0, double x1, double y1, Rgb color, double opacity = 1.0);
  void text(const std::string& words, double x, double y, const TextStyle& style);
  void end();

  std::array<double, 2> text_size(const std::string& words, const TextStyle& style);

 private:
  struct Quad {
    double x, y, w, h;
    std::array<unsigned char, 4> color;
  };
  struct Segment {
    double x0, y0, x1, y1;
    std::array<unsigned char, 4> color;
  };
  static void apply(vtkTextActor* actor, const TextStyle& style);
  vtkTextActor* next_text(const TextStyle& style);

  vtkRenderer* renderer_;
  std::vector<Quad> quads_;
  std::vector<Segment> segments_;
  std::vector<vtkSmartPointer<vtkTextActor>> texts_;
  std::vector<TextStyle> styles_;  // that each was made for
  std::size_t used_ = 0;
  vtkSmartPointer<vtkTextActor> ruler_;
  vtkSmartPointer<vtkPolyData> quad_data_, line_data_;
  vtkSmartPointer<vtkActor2D> quad_actor_, line_actor_;
};

}  // namespace foldwave
