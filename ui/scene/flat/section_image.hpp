// A volume's values over the rock of a section: the focus of a location, a seismic image. What is faint shows
// the rock below.
#pragma once

#include "ui/scene/plot/plot_parts.hpp"
#include "ui/scene/rock/shown_image.hpp"

namespace foldwave {

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

}  // namespace foldwave
