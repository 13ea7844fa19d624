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

#include "ui/scene/stage/color.hpp"

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
  double turned = 0.0;  // degrees, counter-clockwise
  bool operator==(const TextStyle&) const = default;
};

class Overlay {
 public:
  explicit Overlay(vtkRenderer* renderer, int layer = 0);  // over those of a lower layer
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  void begin();
  // Whether what follows changes from frame to frame of a run, as a time does: it is drawn alone between
  // whole frames. Off at the beginning.
  void count(bool on) { filled_ = on ? &counting_ : &still_; }
  void rectangle(double x, double y, double width, double height, Rgb color, double opacity = 1.0);
  void line(double x0, double y0, double x1, double y1, Rgb color, double opacity = 1.0);
  void text(const std::string& words, double x, double y, const TextStyle& style);
  void end();

  // In place of end(): over a picture, bottom row last.
  void draw_over(std::uint8_t* bgra, int width, int height);

  // In place of end(), for frames that are put together from what is there: whether all but what counts is as
  // it was. Then that is to be drawn over it, bottom row last.
  bool only_counts() const { return still_.now == still_.shown; }
  void draw_counting(std::uint8_t* bgra, int width, int height);
  void show_counting(bool on);

  std::array<double, 2> text_size(const std::string& words, const TextStyle& style);

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
    bool operator==(const Content&) const = default;
    Content& operator+=(const Content& more);
  };
  // What lies over the last frame, for a painter with lines and letters of its own, and whether it is drawn.
  Content content() const;
  void set_visible(bool on);

 private:
  // What is drawn together, and what draws it.
  struct Part {
    Part(vtkRenderer* renderer, int layer);
    Content now, shown;
    std::vector<vtkSmartPointer<vtkTextActor>> actors;  // of the texts
    std::vector<TextStyle> made_for;                    // that each actor was
    vtkSmartPointer<vtkPolyData> quad_data, line_data;
    vtkSmartPointer<vtkActor2D> quad_actor, line_actor;
  };
  struct TextPicture {
    Text text;                   // at any place
    std::array<int, 4> place{};  // around it: from x, to x, from y, to y
    std::vector<std::uint8_t> rgba;
  };
  static constexpr int layers = 3;  // rectangles, lines, text
  static void apply(vtkTextProperty* property, const TextStyle& style);
  static TextPicture picture_of(const Text& text);
  static void draw_content(const Content& content, std::uint8_t* bgra, int width, int height);
  void draw_texts(const std::vector<const Content*>& contents, std::uint8_t* bgra, int width, int height);
  void show(Part& part);
  void show_text(Part& part, std::size_t at);
  static void show_quads(Part& part);
  static void show_segments(Part& part);
  static void set_visible(Part& part, bool on);

  vtkRenderer* renderer_;
  int layer_;
  Part still_, counting_;
  Part* filled_ = &still_;
  std::vector<TextPicture> pictures_;  // of the texts that were drawn over a picture the last time
  std::map<std::pair<std::string, std::pair<int, bool>>, std::array<double, 2>> sizes_;  // measured before
  vtkSmartPointer<vtkTextActor> ruler_;
};

}  // namespace foldwave
