#include "ui/edit/editor.hpp"

#include <QDir>
#include <QFileInfo>
#include <utility>

#include "core/model/event_edits.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_files.hpp"

namespace foldwave {
namespace {

constexpr int edit_pause = 350;  // ms without an edit before the fold is solved again

// Relative files have to be looked for somewhere until it is saved.
Scenario scenario_at_home() {
  Scenario scenario = new_scenario();
  scenario.folder = QDir::homePath().toStdString();
  return scenario;
}

}  // namespace

Editor::Editor(Runs& runs, Results& results, std::shared_ptr<FoldTurns> turns, HorizonEdits::MayLand may_land)
    : runs_(runs),
      results_(results),
      preview_(std::move(turns)),
      edits_([this]() -> const Scenario& { return now(); }, std::move(may_land)) {
  connect(&history_, &History::changed, this, &Editor::follow);
  connect(&preview_, &FoldPreview::ready, this, [this](const std::shared_ptr<const FoldOutcome>& fold) {
    const bool after_refusal = state_ == State::refused;
    if (after_refusal) state_ = State::dragged;
    emit previewed(fold, after_refusal);
  });
  connect(&preview_, &FoldPreview::horizon_ready, this, &Editor::take_horizon);
  connect(&preview_, &FoldPreview::refused, this, [this](const PreviewRefusal& refusal) {
    state_ = State::refused;
    emit refused(refusal);
  });
  connect(&edits_, &HorizonEdits::done, this, &Editor::edit_and_fold);
  connect(&edits_, &HorizonEdits::sketched, this, &Editor::drag);
  connect(&edits_, &HorizonEdits::refused, this, &Editor::give_up);
  connect(&edits_, &HorizonEdits::message, this, &Editor::message);
  pause_.setSingleShot(true);
  pause_.setInterval(edit_pause);
  connect(&pause_, &QTimer::timeout, this, &Editor::fold_after_pause);
}

void Editor::load(const QString& file, bool is_example) {
  const Scenario scenario = Document::load(file);
  document_.opened(scenario, file, is_example);
  opened_ = file;
  open(scenario);
}

void Editor::start_new() {
  const Scenario scenario = scenario_at_home();
  document_.opened(scenario, {}, true);
  opened_ = QDir::home().filePath(QString::fromStdString(scenario.name));
  open(scenario);
}

void Editor::revert() {
  const QString file = document_.file();
  const Scenario saved = file.isEmpty() ? scenario_at_home() : Document::load(file);
  document_.opened(saved, file, false);
  edit(saved, tr("Revert to saved"));
  keep_unsaved();
  emit file_changed();
}

bool Editor::recover() {
  const auto work = recovery_ ? recovery_->take_over() : std::nullopt;
  if (!work) return false;
  document_.recovered(work->file);
  opened_ = work->file.isEmpty() ? tr("unsaved work") : work->file;
  open(work->scenario);
  return true;
}

void Editor::open(const Scenario& scenario) {
  pause_.stop();
  edits_.forget();
  end_drag();
  event_ = scenario.events.empty() ? 0 : scenario.events.size() - 1;  // the youngest, nearest to today
  horizon_ = {};
  history_.start(scenario);
  runs_.drop_all();
  emit opened();
  emit changed();
  results_.tell_all();
  runs_.follow();
  keep_unsaved();
  runs_.run_fold();
  state_ = State::owed;
  show_horizon();
}

void Editor::save(const QString& file) {
  const Scenario scenario = moved_to_folder(now(), QFileInfo(file).absolutePath().toStdString());
  document_.save(scenario, file);
  const bool is_moved = !(scenario == now());
  history_.adopt(scenario);
  if (is_moved) {
    emit changed();
    runs_.follow();
  }
  keep_unsaved();
  emit file_changed();
}

void Editor::keep_work_in(const QString& folder) {
  recovery_ = std::make_unique<Recovery>(folder);
  connect(recovery_.get(), &Recovery::failed, this, [this](const QString& why) { emit message(why, true); });
}

void Editor::keep_unsaved() {
  if (!recovery_) return;
  if (is_unsaved())
    recovery_->keep({now(), document_.file()});
  else
    recovery_->forget();
}

void Editor::forget_unsaved() {
  if (recovery_) recovery_->forget();
}

void Editor::edit(const Scenario& next, const QString& text) {
  history_.push(next, text);
}

void Editor::edit_and_fold(const Scenario& next, const QString& text) {
  if (next == now()) return give_up();
  history_.push(next, text);
  if (results_.fold_is_stale()) fold_now();
}

void Editor::undo() {
  if (!edits_.take_back()) history_.stack().undo();
}

void Editor::follow(const Scenario& now, const Scenario& before) {
  end_drag();
  event_ = followed_choice(before.events, now.events, event_);
  edits_.follow(before.events, now.events);
  state_ = State::owed;
  emit changed();
  runs_.follow();
  pause_.start();
  keep_unsaved();
  // A fold that begins at once brings its horizon along.
  QMetaObject::invokeMethod(this, &Editor::show_horizon, Qt::QueuedConnection);
}

void Editor::choose_event(std::size_t event) {
  if (event == event_ || event >= now().events.size()) return;
  event_ = event;
  emit unshown();
  state_ = State::owed;
  show_horizon();
}

void Editor::begin(HorizonEdit edit) {
  edit.event = event_;
  edits_.add(std::move(edit));
}

void Editor::sketch(HorizonEdit edit) {
  edit.event = event_;
  edits_.sketch(std::move(edit));
}

void Editor::drag(const Scenario& next) {
  if (event_ >= next.events.size()) return;
  if (state_ != State::refused) state_ = State::dragged;
  emit dragged({next, event_});
  if (!folds_along_) return preview_.follow_horizon(next, event_);
  runs_.stop_fold();
  preview_.follow(next, event_);
}

// A survey is no part of the fold: it is only shown.
void Editor::drag_handles(const HandleMoves& moves) {
  const Scenario next = with_handles_moved(now(), event_, moves);
  if (next.events == now().events) return emit dragged({next, event_});
  drag(next);
}

void Editor::drop_handles(const HandleMoves& moves) {
  end_drag();
  const Scenario next = with_handles_moved(now(), event_, moves);
  if (next == now()) return give_up();
  const bool is_another_fold = !(next.events == now().events);
  history_.push(next);
  if (is_another_fold) fold_now();
}

void Editor::end_drag() {
  preview_.end();
  edits_.end_sketch();
  QMetaObject::invokeMethod(&edits_, &HorizonEdits::land, Qt::QueuedConnection);  // a drag may have ended
  if (state_ == State::refused) emit refusal_ended();
  if (state_ == State::refused || state_ == State::dragged) state_ = State::settled;
  emit drag_ended();
}

void Editor::give_up() {
  end_drag();
  emit given_up();
  if (!results_.fold() || results_.fold_is_stale()) pause_.start();
  // Of a fold that is alone the next one brings the horizon along.
  state_ = !folds_along_ || now().events.size() > 1 ? State::owed : State::settled;
  show_horizon();
}

void Editor::show_horizon() {
  if (state_ != State::owed) return;
  state_ = State::settled;
  if (horizon_is_old()) preview_.follow_horizon(now(), event_);
  if (results_.fold() && !results_.fold_is_stale()) emit fold_right_again();  // undone
}

// A horizon without a fold: of a drag, of an edit that is not folded yet, or, among several events, of the
// chosen one as it stood at its time.
void Editor::take_horizon(const HorizonPreview& shown) {
  if (shown.event != event_) return;
  horizon_ = shown;
  const bool is_of_now = shown.scenario == now();
  if (state_ == State::settled || state_ == State::ahead) state_ = is_of_now ? State::ahead : State::settled;
  emit horizon_came(shown, is_of_now);
}

bool Editor::horizon_is_old() const {
  if (event_ >= now().events.size()) return false;
  const auto differs = [&](const Scenario& then) {
    return event_ >= then.events.size() || !(then.grid == now().grid) ||
           then.events[event_].horizon != now().events[event_].horizon;
  };
  if (now().events.size() > 1)
    return horizon_.event != event_ || differs(horizon_.scenario) || horizon_.scenario.folder != now().folder;
  const auto fold = results_.fold();
  return fold && state_ != State::ahead && !fold->scenario.events.empty() && differs(fold->scenario);
}

void Editor::fold_now() {
  if (!folds_along_) return;
  pause_.stop();
  if (state_ == State::owed && now().events.size() <= 1) state_ = State::settled;  // the fold brings it
  runs_.run_fold();
}

void Editor::fold_after_pause() {
  const bool wanted = folds_along_ && (!results_.fold() || results_.fold_is_stale());
  if (wanted && !has_errors(check_scenario(now()))) runs_.run_fold();
}

}  // namespace foldwave
