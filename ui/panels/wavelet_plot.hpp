// A wavelet over time, as small as a field.
#pragma once

#include <QWidget>
#include <vector>

namespace foldwave {

class WaveletPlot : public QWidget {
  Q_OBJECT

 public:
  explicit WaveletPlot(QWidget* parent = nullptr);

  // Samples from time 0, `step` seconds apart; drawn up to where they have died away.
  void show_wavelet(std::vector<float> series, double step);
  const std::vector<float>& series() const { return series_; }
  QSize sizeHint() const override { return {220, 84}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<float> series_;
  double step_ = 0.0;
};

}  // namespace foldwave
