// The geometry of the fold that is shown, in full or as a preview: Ramsay's diagram, the class measured and
// foretold, the fold axis, and volume and thickness of each layer. Behind another tab nothing is measured.
#pragma once

#include <QWidget>

#include "ui/jobs/geology_measure.hpp"

class QLabel;
class QTableWidget;

namespace foldwave {

class RamsayDiagram;

class GeologyPane : public QWidget {
  Q_OBJECT

 public:
  explicit GeologyPane(QWidget* parent = nullptr);

  void show_fold(const std::shared_ptr<const FoldOutcome>& fold);  // null, or a scenario without one: nothing
  const std::shared_ptr<const MeasuredFold>& shown() const { return shown_; }
  RamsayDiagram* diagram() const { return diagram_; }

  void set_seen(bool seen);  // its dock is in front: behind another tab a widget counts as visible

 signals:
  void measured();  // and shown

 private:
  void show_measured(const std::shared_ptr<const MeasuredFold>& measured);
  void fill_table();

  std::shared_ptr<const FoldOutcome> fold_;
  std::shared_ptr<const MeasuredFold> shown_;
  GeologyMeasure measure_;
  bool seen_ = false;
  RamsayDiagram* diagram_;
  QLabel *class_, *axis_;
  QTableWidget* table_;
};

}  // namespace foldwave
