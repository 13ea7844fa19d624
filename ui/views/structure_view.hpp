// The structure view on the screen: besides the handles, whose drag goes along a vertical line and with Shift
// level, the tip of the axial direction, which with Ctrl turns in steps of 5 degrees, and the frames of the
// slices, which are dragged along their normals. A press anywhere else turns the camera, whatever it passes
// over. Adding: a click that turned nothing puts a point on the horizon.
#pragma once

#include "ui/canvas/handle_view.hpp"
#include "ui/scene/structure/structure_scene.hpp"

namespace foldwave {

enum class StructureTool { select, add };

class StructureView : public HandleView {
  Q_OBJECT

 public:
  StructureView(StructureScene& scene, QWidget* parent = nullptr);

  void set_tool(StructureTool tool);
  bool is_dragging() const override {
    return HandleView::is_dragging() || pressed();
  }  // or the arrow, or a slice
  void put_back() override;
  void drop() override;

 signals:
  void axis_turning(const foldwave::AxialLine& line);
  void axis_turned(const foldwave::AxialLine& line);  // on release
  void slice_dragged(int slice, int node);            // and back, when the drag is given up

 protected:
  bool event(QEvent* event) override;
  bool press(const QPointF& at, Qt::KeyboardModifiers keys) override;
  void press_moved(const QPointF& at, Qt::KeyboardModifiers keys) override;
  void press_released(const QPointF& at) override;
  void press_given_up() override;
  void press_nowhere(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  bool takes_handles() const override { return tool_ == StructureTool::select && !is_measuring(); }
  int handle_at(const QPointF& at) const override;
  bool begins_box(Qt::KeyboardModifiers keys) const override { return keys.testFlag(Qt::ControlModifier); }
  Measured thickness_of(const Vec3& local) const override { return structure_.thickness_at(local); }
  void follow_pointer() override { update_soon(); }
  void hover(const QPointF& at, Qt::KeyboardModifiers keys) override;
  std::optional<std::array<double, 2>> place_at(const QPointF& at) const override;
  std::optional<Vec3> rock_at(const QPointF& at) const override { return structure_.rock_at(at.x(), at.y()); }

 private:
  std::optional<Vec3> snapped_on_horizon(const QPointF& at) const;  // where a click adds a point
  QString words_of(const SceneHandle& handle) const;
  void drag_slice(const QPointF& at);
  void hover_frames(const QPointF& at, bool over_another);

  StructureScene& structure_;
  StructureTool tool_ = StructureTool::select;
  bool clicking_ = false;  // pressed where nothing is, and not moved since
  QPointF pressed_at_;
  std::vector<SliceGrip> grips_;  // that were pressed on; one is left when it is known which way it goes
  bool is_sliding_ = false;       // it is
  int slid_from_ = 0;             // node
  bool turned_ = false;           // the arrow, since it was pressed
  AxialLine start_line_, dragged_line_;
  Vec3 tip_direction_{};  // of the end that is held: the lower one after it went below level
  QPointF grip_;          // from the pointer to the tip
};

}  // namespace foldwave
