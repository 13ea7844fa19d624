// The wave on the screen: says which place on a slice lies under the pointer.
#pragma once

#include <optional>

#include "core/base/vec3.hpp"
#include "ui/scene/wave_scene.hpp"
#include "ui/views/vtk_view.hpp"

namespace foldwave {

class WaveView : public VtkView {
  Q_OBJECT

 public:
  WaveView(WaveScene& scene, QWidget* parent = nullptr);

 signals:
  void rock_pointed(const foldwave::Vec3& local);
  void rock_left();

 protected:
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  WaveScene& wave_;
};

}  // namespace foldwave
