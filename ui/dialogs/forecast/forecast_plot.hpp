// The wave's foretold time over the nodes of its grid, a curve for each order of the stencil, with the
// interval of the scenario's own; where the scenario stands, and what a run took. Both axes logarithmic.
#pragma once

#include <QWidget>
#include <vector>

#include "core/engine/forecast/forecast_curve.hpp"

namespace foldwave {

class ForecastPlot : public QWidget {
  Q_OBJECT

 public:
  explicit ForecastPlot(QWidget* parent = nullptr);

  struct Measured {
    double nodes = 0.0, seconds = 0.0;  // seconds 0: nothing was run
  };
  void show_curves(std::vector<ForecastCurve> curves, double nodes, int order, const Measured& measured);
  std::size_t curve_count() const { return curves_.size(); }
  QPointF place(double nodes, double seconds) const;

  QSize sizeHint() const override { return {460, 260}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Range {
    double low = 0.0, high = 1.0;  // of the logarithm to base 10
  };
  QRectF area() const;
  void draw_frame(QPainter& painter) const;
  void draw_names(QPainter& painter, const ForecastCurve& own) const;
  void draw_key(QPainter& painter) const;
  void draw_interval(QPainter& painter, const ForecastCurve& curve) const;

  std::vector<ForecastCurve> curves_;
  double nodes_ = 0.0;
  int order_ = 0;
  Measured measured_;
  Range x_, y_;
};

}  // namespace foldwave
