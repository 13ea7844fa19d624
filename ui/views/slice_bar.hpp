// Three sliders that move the slices, with their map positions in metres.
#pragma once

#include <QWidget>
#include <array>

#include "core/base/grid.hpp"

class QLabel;
class QSlider;

namespace foldwave {

class SliceBar : public QWidget {
  Q_OBJECT

 public:
  explicit SliceBar(QWidget* parent = nullptr);

  void show_grid(const Grid3& grid, const std::array<int, 3>& nodes);
  QSlider* slider(int axis) const { return sliders_[static_cast<std::size_t>(axis)]; }

 signals:
  void moved(int axis, int node);

 private:
  void write(int axis);
  Grid3 grid_;
  std::array<QSlider*, 3> sliders_{};
  std::array<QLabel*, 3> labels_{};
  std::array<QWidget*, 3> cells_{};
};

}  // namespace foldwave
