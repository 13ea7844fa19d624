// A view of rock that tells what lies under the pointer, and leaves everything else to the camera.
#pragma once

#include <functional>
#include <optional>

#include "ui/canvas/vtk_view.hpp"

namespace foldwave {

class RockView : public VtkView {
  Q_OBJECT

 public:
  // The place under (x, y), local; display pixels.
  using Find = std::function<std::optional<Vec3>(double x, double y)>;
  RockView(Scene& scene, Find find, QWidget* parent);

 signals:
  void rock_pointed(const foldwave::Vec3& local);
  void rock_left();

 protected:
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  Find find_;
};

}  // namespace foldwave
