#include "ui/views/slice_bar.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/widgets/control_line.hpp"
#include "ui/widgets/number_edit.hpp"

namespace foldwave {

// The second ones in a row of their own, below the first.
SliceBar::SliceBar(QWidget* parent, int slices) : QWidget(parent) {
  auto* const rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(4);
  ControlLine* line = nullptr;
  for (int slice = 0; slice < slices; ++slice) {
    if (slice % 3 == 0) {
      line = new ControlLine;
      line->setSpacing(14);
      rows->addLayout(line);
    }
    ends_.push_back(make_end(slice, slices > 3));
    line->addWidget(ends_.back().cell, 1);
  }
}

SliceBar::End SliceBar::make_end(int slice, bool in_columns) {
  const QStringList names{tr("x"),    tr("y"),    tr("depth"),  //
                          tr("to x"), tr("to y"), tr("to depth")};
  const QStringList tips{
      tr("Slice across x (east)"),        tr("Slice across y (north)"),        tr("Slice at a depth"),
      tr("Second slice across x (east)"), tr("Second slice across y (north)"), tr("Second slice at a depth")};
  End end;
  end.cell = new QWidget(this);
  auto* const line = new QHBoxLayout(end.cell);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(5);
  const auto words = [&](const QString& text) {
    auto* const label = new QLabel(text, end.cell);
    label->setProperty("role", "unit");
    line->addWidget(label);
    return label;
  };
  QLabel* const name = words(names[slice]);
  if (in_columns) name->setMinimumWidth(name->fontMetrics().horizontalAdvance(names[slice % 3 + 3]));
  end.field = new NumberEdit(end.cell);
  end.field->setObjectName(QString("slice %1 place").arg(slice));
  end.field->setToolTip(tr("%1: its place on the map in metres").arg(tips[slice]));
  end.field->setAccessibleName(end.field->toolTip());
  line->addWidget(end.field);
  words(tr("m"));
  end.slider = new QSlider(Qt::Horizontal, end.cell);
  end.slider->setMinimumWidth(40);
  end.slider->setToolTip(tips[slice]);
  end.slider->setAccessibleName(tips[slice]);
  line->addWidget(end.slider, 1);
  connect(end.slider, &QSlider::valueChanged, this, [this, slice](int node) {
    write(slice);
    emit moved(slice, node);
  });
  connect(end.field, &NumberEdit::edited, this, [this, slice] { read(slice); });
  connect(end.field, &NumberEdit::refused, this, [this, slice](const QString& why) {
    if (why.isEmpty()) return;
    write(slice);
    // Beside the field: what was typed is gone from it.
    QToolTip::showText(field(slice)->mapToGlobal(QPoint(0, field(slice)->height())), why, field(slice));
  });
  return end;
}

void SliceBar::write(int slice) {
  const int axis = slice % 3;
  const double h = grid_.h[static_cast<std::size_t>(axis)];
  // Whole metres, unless the nodes are nearer than that.
  const double unit = std::min(1.0, std::pow(10.0, std::floor(std::log10(h)) - 1.0));
  const double at = grid_.origin[axis] + slider(slice)->value() * h;
  field(slice)->set_value(std::round(at / unit) * unit);
}

// To the nearest node; what lies beyond the box is its end.
void SliceBar::read(int slice) {
  const int axis = slice % 3;
  const auto a = static_cast<std::size_t>(axis);
  const double node = std::round((field(slice)->value() - grid_.origin[axis]) / grid_.h[a]);
  slider(slice)->setValue(static_cast<int>(std::clamp(node, 0.0, std::max(grid_.n[a] - 1.0, 0.0))));
  write(slice);
}

void SliceBar::set_there(int slice, bool there) {
  End& end = ends_[static_cast<std::size_t>(slice)];
  end.there = there;
  end.cell->setVisible(there && !grid_.is_section());
}

void SliceBar::show_grid(const Grid3& grid, const std::vector<int>& nodes) {
  grid_ = grid;
  for (int slice = 0; slice < static_cast<int>(ends_.size()); ++slice) {
    const int axis = slice % 3;
    const auto s = static_cast<std::size_t>(slice), a = static_cast<std::size_t>(axis);
    const QSignalBlocker quiet(ends_[s].slider);
    ends_[s].slider->setRange(0, std::max(grid.n[a] - 1, 0));
    ends_[s].slider->setValue(nodes[s]);
    ends_[s].field->set_step(grid.h[a]);
    // In a section there is one slice, and it does not move.
    set_there(slice, ends_[s].there);
    write(slice);
    // Room for the widest number, so that the sliders stand still.
    const double widest =
        std::max(std::abs(grid.origin[axis]), std::abs(grid.origin[axis] + grid.extent()[axis]));
    const QString text = number_string(std::round(widest)) + (grid.h[a] < 10.0 ? "-.0" : "-");
    ends_[s].field->setFixedWidth(std::max(48, ends_[s].field->fontMetrics().horizontalAdvance(text) + 12));
  }
}

}  // namespace foldwave
