// Text, rectangles and lines over a 3D view, placed in pixels from the lower left corner. Everything is laid
// out anew with each frame; actors are kept and only touched when they change. What lies over a picture that
// was drawn before can be put there without drawing the scene.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <vtkSmartPointer.h>

#include "ui/scene/color.hpp"

class vtkRenderer;
class vtkTextActor;
class vtkTextProperty;
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
  double turned = 0.0;    // degrees, counter-clockwise
  bool counting = false;  // other words with every frame of a run: drawn alone between whole frames
  bool operator==(const TextStyle&) const = default;
};

class Overlay {
 public:
  explicit Overlay(vtkRenderer* renderer, int layer = 0);  // over those of a lower layer
  ~Overlay();

  void begin();
  void rectangle(double x, double y, double width, double height, Rgb color, double opacity = 1.0);
  void line(double x0, double y0, double x1, double y1, Rgb color, double opacity = 1.0);
  void text(const std::string& words, double x, double y, const TextStyle& style);
  void end();

  // In place of end(): over a picture, bottom row last.
  void draw_over(std::uint8_t* bgra, int width, int height) const;

  // In place of end(), for frames that are put together from what is there: whether all but the counting
  // texts' words is as it was. Then these are to be drawn over it, bottom row last, and the others stay.
  bool only_counts() const;
  void draw_counting(std::uint8_t* bgra, int width, int height) const;
  void show_counting(bool on);

  std::array<double, 2> text_size(const std::string& words, const TextStyle& style);

 private:
  struct Quad {
    double x, y, w, h;
    std::array<unsigned char, 4> color;
    bool operator==(const Quad&) const = default;
  };
  struct Segment {
    double x0, y0, x1, y1;
    std::array<unsigned char, 4> color;
    bool operator==(const Segment&) const = default;
  };
  struct Text {
    std::string words;
    double x, y;
    TextStyle style;
    bool operator==(const Text&) const = default;
  };
  struct Content {
    std::vector<Quad> quads;
    std::vector<Segment> segments;
    std::vector<Text> texts;
  };
  static constexpr int layers = 3;  // rectangles, lines, text
  static void apply(vtkTextProperty* property, const TextStyle& style);
  static void draw_text(const Text& text, std::uint8_t* bgra, int width, int height);
  void show_text(std::size_t at);
  void show_quads();
  void show_segments();

  vtkRenderer* renderer_;
  int layer_;
  Content now_, shown_;
  std::vector<vtkSmartPointer<vtkTextActor>> actors_;  // of the texts
  std::vector<TextStyle> made_for_;                    // that each actor was
  std::map<std::pair<std::string, std::pair<int, bool>>, std::array<double, 2>> sizes_;  // measured before
  vtkSmartPointer<vtkTextActor> ruler_;
  vtkSmartPointer<vtkPolyData> quad_data_, line_data_;
  vtkSmartPointer<vtkActor2D> quad_actor_, line_actor_;
};

}  // namespace foldwave
