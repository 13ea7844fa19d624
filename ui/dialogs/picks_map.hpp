// A map of picks coloured by depth, with the model's box and the control points on it; north is up.
#pragma once

#include <QImage>
#include <QWidget>
#include <vector>

#include "core/base/grid.hpp"
#include "core/horizon/picks_frame.hpp"

namespace foldwave {

class PicksMap : public QWidget {
  Q_OBJECT

 public:
  explicit PicksMap(QWidget* parent = nullptr);

  void show_box(const Grid3& box);
  void show_picks(const std::vector<Vec3>& picks, const PicksBounds& bounds);
  void show_points(const std::vector<Vec3>& points, int count);  // the first `count`
  void show_words(const QString& words, bool is_error);          // instead of a map
  const QString& words() const { return words_; }

  QSize sizeHint() const override { return {460, 330}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QRectF map_area() const;
  QPointF on_screen(double x, double y) const;
  void draw_picks();
  void draw_scale(QPainter& painter) const;

  Grid3 box_;
  std::vector<Vec3> picks_, points_;
  PicksBounds bounds_;
  bool far_ = false;                                  // the box is too far away to be shown with the picks
  double x0_ = 0.0, y0_ = 0.0, x1_ = 1.0, y1_ = 1.0;  // what is shown
  QImage image_;
  QString words_;
  bool is_error_ = false;
};

}  // namespace foldwave
