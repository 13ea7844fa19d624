// Measures a fold beside the window's thread: its geometry, or what is drawn over it. The newest fold wins:
// one that waits is replaced, a large one gives way to a preview, and another wish to the newest.
#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "core/geology/fold_marks.hpp"
#include "ui/jobs/outcomes.hpp"
#include "ui/jobs/worker.hpp"

namespace foldwave {

struct GeologyWish {
  bool geometry = true;
  std::optional<MarksWish> marks;
  MapLine line;  // of the section, local
  bool operator==(const GeologyWish&) const = default;
};

struct MeasuredFold {
  std::shared_ptr<const FoldOutcome> fold;
  GeologyWish wish;
  FoldGeometry geometry;
  FoldMarks marks;
};

class GeologyMeasure : public QObject {
  Q_OBJECT

 public:
  explicit GeologyMeasure(QObject* parent = nullptr);

  void measure(std::shared_ptr<const FoldOutcome> fold, const GeologyWish& wish = {});
  void forget();  // what runs and waits

 signals:
  void measured(const std::shared_ptr<const foldwave::MeasuredFold>& measured);
  void failed(const QString& why);

 private:
  void begin();

  std::shared_ptr<const FoldOutcome> wanted_;
  GeologyWish wish_, running_wish_;
  Index running_nodes_ = 0;
  int generation_ = 0;  // counts `forget`
  Worker worker_;
};

}  // namespace foldwave
