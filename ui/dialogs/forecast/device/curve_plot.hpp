// Curves over one axis, each in a colour of its own with its name beside them; measured ones have dots.
#pragma once

#include <QWidget>

#include "ui/dialogs/forecast/device/device_curves.hpp"

namespace foldwave {

class CurvePlot : public QWidget {
  Q_OBJECT

 public:
  explicit CurvePlot(QWidget* parent = nullptr);

  void show_curves(CurveSet set);
  const CurveSet& shown() const { return set_; }
  QPointF place(const QPointF& value) const;  // in the widget

  QSize sizeHint() const override { return {620, 360}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Axis {
    double low = 0.0, high = 1.0;  // of the logarithm to base 10 where it has one
    bool log = false;
    double share(double value) const;
    std::vector<double> ticks() const;
  };
  QRectF area() const;
  void draw_frame(QPainter& painter) const;
  void draw_names(QPainter& painter) const;

  CurveSet set_;
  Axis x_, y_;
};

}  // namespace foldwave
