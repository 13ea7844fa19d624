// What is drawn over the fold in the section, the 3D view and the map, chosen from a menu: isogons, hinges,
// characteristics, the fold axis, strike and dip, a layer's thickness. All off at first; off, nothing is
// measured. What is on is measured of each full fold; while it is dragged or folded anew the old marks are
// stale.
#pragma once

#include <QToolButton>

#include "ui/jobs/geology_measure.hpp"

class QActionGroup;
class QMenu;

namespace foldwave {

class GeologyMarks : public QToolButton {
  Q_OBJECT

 public:
  explicit GeologyMarks(QWidget* parent = nullptr);

  void show_scenario(const Scenario& scenario);  // its layers' names, and the section's line
  void show_fold(const std::shared_ptr<const FoldOutcome>& fold);  // null, or a scenario without one: nothing
  void set_stale(bool is_stale);  // a preview is shown, or the scenario changed

  const MarksWish& wish() const { return wish_; }
  void set_wish(const MarksWish& wish);
  const std::shared_ptr<const MeasuredFold>& shown() const { return shown_; }

 signals:
  void measured(const std::shared_ptr<const foldwave::MeasuredFold>& measured);  // null: nothing is drawn
  void stale(bool is_stale);
  void section_wished(const foldwave::MapLine& map);  // along the profile plane
  void message(const QString& words, bool is_error);

 private:
  void make_menu();
  void fill_layers();
  void measure();
  void take(const std::shared_ptr<const MeasuredFold>& measured);

  MarksWish wish_;
  Scenario scenario_;
  std::shared_ptr<const FoldOutcome> fold_;
  std::shared_ptr<const MeasuredFold> shown_;
  GeologyMeasure measure_;
  bool section_asked_ = false, stale_ = false;
  QMenu* layers_ = nullptr;
  QActionGroup* layer_group_ = nullptr;
  QAction* to_profile_ = nullptr;
  std::vector<std::pair<QAction*, bool MarksWish::*>> parts_;
  std::vector<std::pair<QAction*, bool SectionWish::*>> section_parts_;
};

}  // namespace foldwave
