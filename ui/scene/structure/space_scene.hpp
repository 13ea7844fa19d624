// A box in space with a horizon's handles in it, lit from the camera and from the upper left.
#pragma once

#include "ui/scene/rock/handles.hpp"
#include "ui/scene/rock/point_marks.hpp"
#include "ui/scene/stage/scene.hpp"

namespace foldwave {

class SpaceScene : public Scene, public Handles {
 public:
  SpaceScene();

  // A free handle is dragged along its vertical line, with Shift level; arrow keys push along the map's axes.
  Vec3 dragged(HandleMotion motion, const Vec3& start, double dx, double dy, bool other) const override;
  Vec3 pushed(HandleMotion motion, const Push& push, bool other) const override;
  double metres_a_pixel_at(const Vec3& local) const override;

  const SceneBox& box() const { return box_; }
  bool is_flat() const override { return box_.section; }
  const SceneBox* space() const override { return &box_; }

 protected:
  void set_box(const SceneBox& box) { box_ = box; }
  std::array<double, 2> display_of(const Vec3& local) const override;
  double reach() const override { return px(12); }
  void set_handles_in_front(bool in_front);  // of all else
  void set_handles_visible(bool visible) { all_.set_visible(visible); }
  void scale_handles();  // to the frame

 private:
  void show_marks() override;

  SceneBox box_;
  PointMarks all_, selected_, active_;
};

}  // namespace foldwave
