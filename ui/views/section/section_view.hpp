// The section on the screen. Move: drag a handle up and down, with Shift along the line. Stroke: press and
// draw a line by hand; Escape gives it up.
#pragma once

#include "ui/canvas/handle_view.hpp"
#include "ui/scene/flat/section_scene.hpp"

namespace foldwave {

enum class SectionTool { move, stroke };

class SectionView : public HandleView {
  Q_OBJECT

 public:
  SectionView(SectionScene& scene, QWidget* parent);

  void set_tool(SectionTool tool);
  const PlotLine& stroke() const { return stroke_; }  // (distance, -depth), local

 signals:
  void stroke_moving();
  void stroke_drawn();  // on release
  void stroke_given_up();

 protected:
  bool press(const QPointF& at, Qt::KeyboardModifiers keys) override;
  void press_moved(const QPointF& at, Qt::KeyboardModifiers keys) override;
  void press_released(const QPointF& at) override;
  void press_given_up() override;
  bool takes_handles() const override { return tool_ == SectionTool::move && !is_measuring(); }
  Measured thickness_of(const Vec3& local) const override { return section_.thickness_at(local); }
  std::optional<Vec3> rock_at(const QPointF& at) const override;

 private:
  SectionScene& section_;
  SectionTool tool_ = SectionTool::move;
  PlotLine stroke_;
  QPointF last_;
};

}  // namespace foldwave
