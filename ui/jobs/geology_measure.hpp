// Measures the geometry of a fold beside the window's thread. The newest fold wins: one that waits is
// replaced, and a large one gives way to a preview.
#pragma once

#include <QObject>
#include <memory>

#include "core/geology/fold_geometry.hpp"
#include "ui/jobs/session.hpp"

namespace foldwave {

struct MeasuredFold {
  std::shared_ptr<const FoldOutcome> fold;
  FoldGeometry geometry;
};

class GeologyMeasure : public QObject {
  Q_OBJECT

 public:
  explicit GeologyMeasure(QObject* parent = nullptr);

  void measure(std::shared_ptr<const FoldOutcome> fold);
  void forget();  // what runs and waits

 signals:
  void measured(const std::shared_ptr<const foldwave::MeasuredFold>& measured);

 private:
  void begin();

  std::shared_ptr<const FoldOutcome> wanted_;
  Index running_nodes_ = 0;
  int generation_ = 0;  // counts `forget`
  Worker worker_;
};

}  // namespace foldwave
