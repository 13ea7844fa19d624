// The gather on the screen: the wheel zooms at the pointer, a drag moves, a double click shows everything,
// a click chooses a trace.
#pragma once

#include "ui/canvas/vtk_view.hpp"
#include "ui/scene/gather/gather_scene.hpp"

namespace foldwave {

class GatherView : public VtkView {
  Q_OBJECT

 public:
  GatherView(GatherScene& scene, QWidget* parent = nullptr);

 signals:
  void read(const QString& words);  // what is under the pointer
  void chosen(int trace);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  GatherScene& gather_;
  QPointF pressed_;
};

}  // namespace foldwave
