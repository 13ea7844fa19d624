// The gather on the screen: the wheel zooms at the pointer, a drag moves, a double click shows everything.
#pragma once

#include "ui/scene/gather_scene.hpp"
#include "ui/views/vtk_view.hpp"

namespace foldwave {

class GatherView : public VtkView {
  Q_OBJECT

 public:
  GatherView(GatherScene& scene, QWidget* parent = nullptr);

 signals:
  void read(const QString& words);  // what is under the pointer

 protected:
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  GatherScene& gather_;
};

}  // namespace foldwave
