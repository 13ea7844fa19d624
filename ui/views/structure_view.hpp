// The structure view on the screen: VtkView plus what the pointer drags: the horizon's handles and the tip of
// the axial direction. A drag moves a free handle along its vertical line; with Shift held, level. The arrow
// turns about its foot; with Ctrl held, in steps of 5 degrees. The camera stands still meanwhile. Escape puts
// back what was.
#pragma once

#include "ui/scene/handle_drag.hpp"
#include "ui/scene/structure_scene.hpp"
#include "ui/views/vtk_view.hpp"

namespace foldwave {

class StructureView : public VtkView {
  Q_OBJECT

 public:
  StructureView(StructureScene& scene, QWidget* parent = nullptr);

  bool is_dragging() const { return held_ >= 0 || turning_; }
  void put_back();  // what is held to where it was dragged, after the scenario was shown anew
  void drop();      // what is held, without a word: another scenario has no such thing

 signals:
  void handle_moving(int index, const foldwave::Vec3& local);
  void drag_given_up();                                       // Escape, or released where it was
  void handle_moved(int index, const foldwave::Vec3& local);  // on release
  void axis_turning(const foldwave::AxialLine& line);
  void axis_turned(const foldwave::AxialLine& line);  // on release

 protected:
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void point_at(const QPointF& display, Qt::KeyboardModifiers keys);
  void move_held(const QPointF& display, Qt::KeyboardModifiers keys);
  void turn_arrow(const QPointF& display, Qt::KeyboardModifiers keys);
  void let_go();
  QString words_of(int handle) const;
  DragDirection direction_of(int handle, Qt::KeyboardModifiers keys) const;

  StructureScene& structure_;
  int held_ = -1;
  bool turning_ = false;  // the arrow is held
  bool moved_ = false;
  Vec3 start_{};    // where the held point was
  Vec3 dragged_{};  // where it is now
  Vec3 leg_{};      // where the present direction of the drag began
  DragDirection direction_ = DragDirection::vertical;
  AxialLine start_line_, dragged_line_;
  Vec3 tip_direction_{};  // of the end that is held: the lower one after it went below level
  QPointF grip_;          // from the pointer to the tip
};

}  // namespace foldwave
