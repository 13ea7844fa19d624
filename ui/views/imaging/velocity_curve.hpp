// How well the traces are explained over the velocity's factor: the scan with its best, and the largest focus
// of the factors that a slider has asked for. A click wishes a factor.
#pragma once

#include <QWidget>
#include <map>
#include <vector>

#include "core/imaging/locate/velocity_scan.hpp"

namespace foldwave {

class VelocityCurve : public QWidget {
  Q_OBJECT

 public:
  explicit VelocityCurve(QWidget* parent = nullptr);

  void show_scan(std::vector<ScannedVelocity> scan);  // empty: none was made; the slider's factors go
  void add_focus(double factor, double z);            // 0: nothing stands out
  void mark(double factor);                           // where the slider is
  bool any() const { return scan_.size() > 1 || foci_.size() > 1; }
  const std::vector<ScannedVelocity>& scan() const { return scan_; }
  const std::map<double, double>& foci() const { return foci_; }  // z by factor
  double best() const { return best_factor(scan_); }
  QString summary() const;
  QPointF place_of(double factor, double part) const;  // part: 0 below, 1 above
  QSize sizeHint() const override { return {300, 96}; }

 signals:
  void factor_wished(double factor);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  QRectF area() const;

  std::vector<ScannedVelocity> scan_;
  std::map<double, double> foci_;
  double low_ = 0.9, high_ = 1.1, factor_ = 1.0;
};

}  // namespace foldwave
