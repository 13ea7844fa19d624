// The structure view on the screen: VtkView plus the horizon's handles, which the pointer drags. A drag moves
// a free handle along its vertical line; with Shift held, level. The camera stands still meanwhile. Escape
// puts it back.
#pragma once

#include "ui/scene/handle_drag.hpp"
#include "ui/scene/structure_scene.hpp"
#include "ui/views/vtk_view.hpp"

namespace foldwave {

class StructureView : public VtkView {
  Q_OBJECT

 public:
  StructureView(StructureScene& scene, QWidget* parent = nullptr);

 signals:
  void handle_moving(int index, const foldwave::Vec3& local);
  void drag_given_up();                                       // Escape, or released where it was
  void handle_moved(int index, const foldwave::Vec3& local);  // on release

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  DragDirection direction_of(int handle, Qt::KeyboardModifiers keys) const;

  StructureScene& structure_;
  int held_ = -1;
  bool moved_ = false;
  Vec3 start_{};  // where the held point was
  Vec3 leg_{};    // where the present direction of the drag began
  DragDirection direction_ = DragDirection::vertical;
};

}  // namespace foldwave
