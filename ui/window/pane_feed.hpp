// Gives the panes what they show: the scenario that is edited, the coarse fold that follows a drag, the
// results and the wave while it runs.
#pragma once

#include <QObject>

#include "ui/edit/editor.hpp"
#include "ui/window/panes.hpp"
#include "ui/window/result_notes.hpp"
#include "ui/window/status_line.hpp"

namespace foldwave {

class GeologyMarks;

class PaneFeed : public QObject {
  Q_OBJECT

 public:
  // All must outlive it.
  PaneFeed(const Panes& panes, Editor& editor, Runs& runs, Results& results, GeologyMarks& marks,
           ResultNotes& notes, StatusLine& status, QObject* parent);

 signals:
  void first_picture();  // the first frame that shows the model: box, horizon, control points
  void fold_picture();   // the first frame that shows it folded

 private:
  void connect_editor();
  void connect_results();
  void watch_first_pictures();
  void show_edited();  // in the panel and where the horizon is edited
  void show_scenario();
  void show_horizon(const HorizonPreview& shown, bool is_of_now);
  void show_refusal(const PreviewRefusal& refusal);
  void show_fold();
  void show_in_editors(const std::shared_ptr<const FoldOutcome>& fold);
  void show_wave();
  void show_live();
  void look_at_wave();  // while it runs: what is in sight
  void offer_volumes();
  void offer_snapshot();
  void show_timeline();

  const Panes& panes_;
  Editor& editor_;
  Runs& runs_;
  Results& results_;
  GeologyMarks& marks_;
  ResultNotes& notes_;
  StatusLine& status_;
  bool horizon_there_ = false, horizon_seen_ = false, fold_seen_ = false;
};

}  // namespace foldwave
