// A plot with a horizon's handles in it.
#pragma once

#include "ui/scene/plot/plot_scene.hpp"
#include "ui/scene/rock/handles.hpp"

namespace foldwave {

class HandleScene : public PlotScene, public Handles {
 public:
  HandleScene();

  virtual PlotPoint plot_point(const Vec3& local) const = 0;
  double metres_a_pixel_at(const Vec3&) const override { return metres_a_pixel(); }
  bool has_marks() const override { return has_pointer_marks() || PlotScene::has_marks(); }
  void zoom_to(const Vec3& low, const Vec3& high) override;

 protected:
  void take_look() override { show_marks(); }
  void set_origin(const Vec3& origin) { origin_ = origin; }
  void set_handle_stretch(double v_per_u);
  void draw_handles(Overlay& overlay);  // after the axes
  void layout_marks(Overlay& overlay) override;

 private:
  void show_marks() override;
  std::array<double, 2> display_of(const Vec3& local) const override;
  double reach() const override { return px(12); }

  Vec3 origin_{};
  PlotPoints rims_, marks_, active_;
};

}  // namespace foldwave
