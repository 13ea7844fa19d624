// The votes of Hough's transform as a picture: the angle of a line's normal to the right, 0 to 180 degrees,
// its signed distance upwards; the lines that were found are ringed. A click takes the ring that is near,
// else the line of that place.
#pragma once

#include <QImage>
#include <QWidget>
#include <vector>

#include "core/volume/filter/hough/hough_peaks.hpp"

namespace foldwave {

class AccumulatorPlot : public QWidget {
  Q_OBJECT

 public:
  explicit AccumulatorPlot(QWidget* parent = nullptr);

  void show_votes(const LineAccumulator& votes, const std::vector<HoughLine>& lines);
  void clear();
  void choose(int line);  // the ring that is bold; -1: none
  QPointF place_of(const HoughLine& line) const;
  HoughLine line_at(const QPointF& place) const;
  const QImage& picture() const { return picture_; }
  QSize sizeHint() const override { return {230, 150}; }

 signals:
  void line_chosen(int line);
  void place_chosen(const foldwave::HoughLine& line);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  QRectF frame() const;

  QImage picture_;  // null: no votes
  std::vector<HoughLine> lines_;
  double farthest_ = 1.0;  // metres: both ends of the distances
  int chosen_ = -1;
};

}  // namespace foldwave
