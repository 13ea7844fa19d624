// The geometry of the fold that is shown, in full or as a preview: Ramsay's diagram, the class measured and
// foretold, the fold axis, volume and thickness of each layer, and how far boundaries lie from the tops of
// wells. Behind another tab nothing is measured.
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
  void show_markers(const std::vector<Marker>& markers);           // their wells' tops, beside the boundaries
  const std::shared_ptr<const MeasuredFold>& shown() const { return shown_; }
  RamsayDiagram* diagram() const { return diagram_; }

  void set_seen(bool seen);  // its dock is in front: behind another tab a widget counts as visible

 signals:
  void measured();  // and shown

 private:
  void show_measured(const std::shared_ptr<const MeasuredFold>& measured);
  void fill_table();
  void fill_tops();

  std::shared_ptr<const FoldOutcome> fold_;
  std::shared_ptr<const MeasuredFold> shown_;
  GeologyMeasure measure_;
  bool seen_ = false;
  RamsayDiagram* diagram_;
  QLabel *class_, *axis_;
  QTableWidget* table_;
  std::vector<Marker> markers_;
  QLabel* tops_words_;
  QTableWidget* tops_;
};

}  // namespace foldwave
