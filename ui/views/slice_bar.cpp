#include "ui/views/slice_bar.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <cmath>

#include "ui/views/control_line.hpp"

namespace foldwave {

SliceBar::SliceBar(QWidget* parent) : QWidget(parent) {
  auto* const line = new ControlLine(this);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(14);
  const QStringList tips{tr("Slice across x (east)"), tr("Slice across y (north)"), tr("Slice at a depth")};
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    cells_[a] = new QWidget(this);
    auto* const cell = new QHBoxLayout(cells_[a]);
    cell->setContentsMargins(0, 0, 0, 0);
    cell->setSpacing(6);
    labels_[a] = new QLabel(cells_[a]);
    labels_[a]->setProperty("role", "unit");
    sliders_[a] = new QSlider(Qt::Horizontal, cells_[a]);
    sliders_[a]->setMinimumWidth(40);
    sliders_[a]->setToolTip(tips[axis]);
    sliders_[a]->setAccessibleName(tips[axis]);
    cell->addWidget(labels_[a]);
    cell->addWidget(sliders_[a], 1);
    line->addWidget(cells_[a], 1);
    connect(sliders_[a], &QSlider::valueChanged, this, [this, axis](int node) {
      write(axis);
      emit moved(axis, node);
    });
  }
}

void SliceBar::write(int axis) {
  static const QStringList names{"x", "y", tr("depth")};
  const auto a = static_cast<std::size_t>(axis);
  const double at = grid_.origin[axis] + sliders_[a]->value() * grid_.h[a];
  labels_[a]->setText(QString("%1 %2 m").arg(names[axis]).arg(std::lround(at)));
}

void SliceBar::show_grid(const Grid3& grid, const std::array<int, 3>& nodes) {
  grid_ = grid;
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const QSignalBlocker quiet(sliders_[a]);
    sliders_[a]->setRange(0, std::max(grid.n[a] - 1, 0));
    sliders_[a]->setValue(nodes[a]);
    // In a section there is one slice, and it does not move.
    cells_[a]->setVisible(!grid.is_section());
    write(axis);
    // Room for the widest number, so that the sliders stand still.
    const double widest =
        std::max(std::abs(grid.origin[axis]), std::abs(grid.origin[axis] + grid.extent()[axis]));
    labels_[a]->setMinimumWidth(
        labels_[a]->fontMetrics().horizontalAdvance(
            QString("%1 %2 m").arg(axis == 2 ? tr("depth") : "x").arg(std::lround(widest))) +
        4);
  }
}

}  // namespace foldwave
