// A flat plot with axes: a map or a section. It shows the box of its data; the wheel zooms at the pointer,
// and what lies outside the plot's frame is covered.
//
// Plot coordinates: u to the right, v up, metres; a section's v may be stretched (vertical exaggeration).
#pragma once

#include <string>

#include "ui/scene/plot/plot_parts.hpp"
#include "ui/scene/stage/scene.hpp"

namespace foldwave {

struct PlotAxis {
  std::string title;
  double shift = 0.0;     // added to the coordinate before it is written
  bool mirrored = false;  // written with the other sign: depth, where v points up
};

class PlotScene : public Scene {
 public:
  PlotScene();

  void zoom_at(double x, double y, double factor) override;
  void pan_by(double dx, double dy) override;
  void reset_camera() override { fitted_ = false; }
  bool is_flat() const override { return true; }

  PlotPoint to_display(double u, double v) const;
  PlotPoint to_plot(double x, double y) const;
  bool inside(double x, double y) const;  // the plot's frame, display pixels
  double metres_a_pixel() const { return 1.0 / scale_; }
  double stretch() const { return stretch_; }
  const PlotBox& frame_box() const { return plot_; }  // display pixels

 protected:
  void set_bounds(const PlotBox& bounds);  // of the data; shows all of it when it changed
  void set_stretch(double v_per_u);
  void zoom_on(const PlotBox& part);  // with some of what is around it
  const PlotBox& bounds() const { return bounds_; }

  // In layout(): first the place of the plot in the frame, last the axes over it.
  void place_plot(const Margins& margins);
  void draw_axes(Overlay& overlay, const PlotAxis& u, const PlotAxis& v);
  // A bar of a round length across the plot with that length over it; its right end and lower edge in pixels.
  void draw_scale_bar(Overlay& overlay, double right, double y);
  // A few words on a plate beside a place in the plot, kept inside it.
  void draw_tag(Overlay& overlay, double x, double y, const std::string& words);

  // Counts the changes of what is seen: places on the screen hold for one value of it.
  int view_version() const { return version_; }

 private:
  void fit();
  void keep_near();

  PlotBox bounds_, plot_;
  double stretch_ = 1.0;
  double scale_ = 1.0, fitted_scale_ = 1.0;  // device pixels a metre along u
  double centre_u_ = 0.0, centre_v_ = 0.0;
  bool fitted_ = false;
  int version_ = 0;
  FrameSize placed_;
};

}  // namespace foldwave
