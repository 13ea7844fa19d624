// Ramsay's diagram: the orthogonal thickness of layers against their dip, t'(alpha), over the classes 1A
// to 3. The volume's own points, each layer's in its colour, and the curve that F, psi and a foretell.
#pragma once

#include <QColor>
#include <QWidget>
#include <memory>
#include <vector>

namespace foldwave {

struct MeasuredFold;

class RamsayDiagram : public QWidget {
  Q_OBJECT

 public:
  explicit RamsayDiagram(QWidget* parent = nullptr);

  void show_fold(const std::shared_ptr<const MeasuredFold>& measured);  // null: the classes alone
  int point_count() const { return static_cast<int>(points_.size()); }
  QPointF place_of(double alpha, double ratio) const;  // on the widget; alpha in degrees
  QSize sizeHint() const override { return {380, 280}; }
  QSize minimumSizeHint() const override { return {200, 160}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Point {
    double alpha, ratio;  // degrees
    QColor color;
    bool rising;  // alpha above 0
  };
  QRectF area() const;
  void draw_classes(QPainter& painter) const;
  void draw_axes(QPainter& painter) const;

  std::vector<Point> points_;
  bool foretold_ = false;
  double lambda_ = 0.0;
};

}  // namespace foldwave
