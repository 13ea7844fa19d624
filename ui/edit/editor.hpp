// The scenario that is edited. It alone holds it, with its history, its file and what is kept of it against a
// crash; the event that was chosen; the edits that are still being worked out; and the coarse fold that
// follows a drag. It says when the views must show something else, and asks for the folds that edits need.
//
// What the views show of the chosen event's horizon:
//
//              edit, undo, another event                       a horizon of the scenario comes
//    settled ────────────────────────────► owed ─ asked for ─► settled ──────────────────────► ahead
//       │ ▲                                 ▲ └── its fold begins ──► settled                    │
//  drag │ │ given up                        └──────────────── edit, undo, another event ─────────┤
//       ▼ │                                                                                      │
//    dragged ◄─────── drag ──────────────────────────────────────────────────────────────────────┘
//       │ ▲
//       ▼ │ can be folded again
//    refused      the drag cannot be folded: the horizon alone is shown, and why
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "ui/edit/document.hpp"
#include "ui/edit/edited.hpp"
#include "ui/edit/history.hpp"
#include "ui/edit/recovery.hpp"
#include "ui/jobs/fold_preview.hpp"
#include "ui/jobs/horizon_edits.hpp"
#include "ui/jobs/runs.hpp"
#include "ui/scene/rock/handles.hpp"

namespace foldwave {

class Editor : public QObject {
  Q_OBJECT

 public:
  // `runs` and `results` must outlive it. `may_land`: false while something is held in a view.
  Editor(Runs& runs, Results& results, std::shared_ptr<FoldTurns> turns, HorizonEdits::MayLand may_land);

  const Scenario& now() const { return history_.now(); }
  std::size_t event() const { return event_; }
  Edited edited() const { return {now(), event_}; }
  const Document& document() const { return document_; }
  const QString& opened_name() const { return opened_; }  // the file or example; empty: nothing yet
  bool is_unsaved() const { return document_.is_changed(now()); }
  History& history() { return history_; }
  HorizonEdits& horizon_edits() { return edits_; }
  FoldPreview& preview() { return preview_; }

  // Files. The fold of what is opened starts at once.
  void start_new();                                 // an empty scenario, of no file yet
  void load(const QString& file, bool is_example);  // throws Error
  void save(const QString& file);                   // throws Error
  void keep_work_in(const QString& folder);         // what is unsaved, from now on
  void forget_unsaved();                            // the program ends as it should
  bool recover();  // opens what an ended program left there; false when there is nothing
  void revert();   // to the file as it was saved, or without one to a new scenario, as an edit; throws Error

  // Edits: one step each. Without a text the step names itself.
  void edit(const Scenario& next, const QString& text = {});
  void change(const ScenarioChange& change, const QString& text) { edit(change(now()), text); }
  void edit_and_fold(const Scenario& next, const QString& text = {});  // without the pause
  void undo();                           // what is still being worked out is the newest edit
  void choose_event(std::size_t event);  // to be edited; no step
  void begin(HorizonEdit edit);          // of the chosen event, in the background
  void sketch(HorizonEdit edit);         // likewise; it follows the pointer

  // What is held and moved, folded coarsely where edits are folded at all.
  void drag(const Scenario& next);
  void drag_handles(const HandleMoves& moves);
  void drop_handles(const HandleMoves& moves);
  void give_up();  // back to what there was before the drag

  void set_folds_along(bool on) { folds_along_ = on; }  // each edit, and each drag
  bool folds_along() const { return folds_along_; }
  bool horizon_is_old() const;  // the one that is shown

 signals:
  void opened();   // another scenario; before `changed`
  void changed();  // the scenario
  void unshown();  // the panes must show `edited` again
  void file_changed();
  void dragged(const foldwave::Edited& would_be);
  void drag_ended();
  void previewed(const std::shared_ptr<const foldwave::FoldOutcome>& fold, bool after_refusal);
  void refused(const foldwave::PreviewRefusal& refusal);
  void refusal_ended();
  void given_up();
  void fold_right_again();  // the one that is there is of the scenario once more
  void horizon_came(const foldwave::HorizonPreview& horizon, bool is_of_now);
  void message(const QString& words, bool is_error);

 private:
  enum class State { settled, owed, ahead, dragged, refused };

  void open(const Scenario& scenario);
  void follow(const Scenario& now, const Scenario& before);
  void show_horizon();  // at once, where it is owed
  void take_horizon(const HorizonPreview& shown);
  void end_drag();
  void fold_now();
  void fold_after_pause();
  void keep_unsaved();

  Runs& runs_;
  Results& results_;
  History history_;
  Document document_;
  QString opened_;
  std::unique_ptr<Recovery> recovery_;
  FoldPreview preview_;
  HorizonEdits edits_;
  std::size_t event_ = 0;  // the chosen one
  State state_ = State::settled;
  HorizonPreview horizon_;  // the newest that came without a fold
  bool folds_along_ = true;
  QTimer pause_;  // folds again shortly after the last edit
};

}  // namespace foldwave
