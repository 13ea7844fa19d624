// When the stages of the wave that is shown worked: a lane of bars for each of solve, pack, wait and write,
// over the run's seconds, with how much of the run each was busy. The pointer reads a bar.
#pragma once

#include <QWidget>
#include <vector>

#include "core/base/stages/stage_log.hpp"

namespace foldwave {

class TimelinePanel : public QWidget {
  Q_OBJECT

 public:
  explicit TimelinePanel(QWidget* parent = nullptr);

  void show_spans(std::vector<StageSpan> spans, double seconds);  // of the run so far; none: no wave
  QString words_at(const QPointF& place) const;                   // empty: no bar is there
  QString summary() const;                                        // a line a lane
  QRectF bar(std::size_t span) const;                             // where it is drawn
  const std::vector<StageSpan>& spans() const { return spans_; }

  QSize sizeHint() const override { return {420, 150}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QRectF area() const;
  double x_of(double seconds) const;

  std::vector<StageSpan> spans_;
  double seconds_ = 0.0;
};

}  // namespace foldwave
