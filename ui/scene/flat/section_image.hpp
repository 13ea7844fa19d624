// A volume's values over the rock of a section: the focus of a location, a seismic image. What is faint shows
// the rock below.
#pragma once

#include <memory>
#include <optional>

#include "core/base/field.hpp"
#include "core/base/map_line.hpp"
#include "ui/scene/plot/plot_parts.hpp"

namespace foldwave {

// focus: heat where values are large, nothing where they are small. gray, seismic: either sign, over all.
enum class ImageColors { focus, gray, seismic };

struct ImageLook {
  ImageColors colors = ImageColors::focus;
  double opacity = 0.8;
  double gain = 1.0;  // of values, before their colours
  bool operator==(const ImageLook&) const = default;
};

// On a grid over the same box as the rock, of any fineness; or along a line, local: then x of its grid is the
// distance from the line's begin, and it is seen in a section along that line alone.
struct ShownImage {
  std::shared_ptr<const Field<float>> values;  // null: none
  Grid3 grid;
  double largest = 0.0;  // that stands for the last colour; 0: of the values
  std::optional<MapLine> line{};
};

// Of magnitudes, the one that a share of them is below: a few large values must not take all colours.
double usual_largest(const Field<float>& values, double share);

class SectionImage {
 public:
  SectionImage(vtkRenderer* renderer, double layer) : picture_(renderer, layer) {}

  void show(ShownImage image);
  void set_look(const ImageLook& look);
  void set_visible(bool visible);
  void set_stretch(double v_per_u) { picture_.set_stretch(v_per_u); }
  // Samples it along the line when it is due.
  void draw(const MapLine& local);
  bool any() const { return image_.values != nullptr; }
  bool lies_along(const MapLine& local) const;  // or anywhere
  bool is_seen() const { return visible_ && any(); }
  const ImageLook& look() const { return look_; }

 private:
  ShownImage image_;
  ImageLook look_;
  MapLine line_;
  double largest_ = 0.0;
  bool visible_ = true, due_ = true;
  PlotPicture picture_;
};

// The colour and the opacity of a value that is `part` of the largest one.
std::array<std::uint8_t, 4> image_color(const ImageLook& look, double part);

}  // namespace foldwave
