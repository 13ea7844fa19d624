// How the misfit falls with the number of control points, in tens; a mark where the number stands. A click
// takes the number under the mouse.
#pragma once

#include <QWidget>
#include <vector>

#include "core/horizon/decimate.hpp"

namespace foldwave {

class MisfitCurve : public QWidget {
  Q_OBJECT

 public:
  explicit MisfitCurve(QWidget* parent = nullptr);

  void show_misfits(const std::vector<Misfit>& misfits);  // of 3, 4, ... points; empty: none
  void mark(int count);
  QSize sizeHint() const override { return {270, 84}; }

 signals:
  void picked(int count);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  QRectF area() const;
  std::vector<Misfit> misfits_;
  int count_ = 0;
};

}  // namespace foldwave
