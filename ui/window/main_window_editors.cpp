// The main window's horizon editors, 3D, map and section: what is moved in one is seen in all.
#include <QAction>
#include <QMenu>
#include <utility>

#include "core/horizon/horizon_handles.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/geology/geology_pane.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/scene/rock/handles.hpp"
#include "ui/settings/kept_switches.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/rock_color_choice.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/snap_choice.hpp"

namespace foldwave {
namespace {

Scenario with_handle(Scenario scenario, std::size_t event, int index, const Vec3& local) {
  HorizonSpec& horizon = scenario.events[event].horizon;
  horizon = with_handle_moved(horizon, scenario.grid, static_cast<std::size_t>(index),
                              local + scenario.grid.origin);
  return scenario;
}

}  // namespace

void MainWindow::connect_editors() {
  for (HandlePane* const pane : std::initializer_list<HandlePane*>{structure_, map_, section_}) {
    if (pane->view() != nullptr) connect(pane->view(), &VtkView::drawn, &preview_, &FoldPreview::seen);
    connect(pane, &HandlePane::handle_moving, this, &MainWindow::preview_handle);
    connect(pane, &HandlePane::handle_moved, this, &MainWindow::move_handle);
    connect(pane, &HandlePane::drag_given_up, this, &MainWindow::end_preview);
    connect(pane, &HandlePane::edit_wished, this, [this](HorizonEdit edit) {
      edit.event = event_;
      edits_.add(std::move(edit));
    });
    connect(pane, &HandlePane::sketch_wished, this, [this](HorizonEdit edit) {
      edit.event = event_;
      edits_.sketch(std::move(edit));
    });
    connect(pane, &HandlePane::message, this, &MainWindow::say);
    connect(pane, &HandlePane::edited, this, &MainWindow::take_edit);
  }
  connect(&edits_, &HorizonEdits::done, this, &MainWindow::take_edit);
  connect(&edits_, &HorizonEdits::sketched, this, &MainWindow::preview);
  connect(&edits_, &HorizonEdits::refused, this, &MainWindow::end_preview);
  connect(&edits_, &HorizonEdits::message, this, &MainWindow::say);
  connect(snap_, &SnapChoice::changed, this, [this](const Snap& snap) {
    for (HandlePane* const pane : std::initializer_list<HandlePane*>{structure_, map_, section_})
      pane->set_snap(snap);
  });
  connect(structure_, &StructurePane::exaggeration_changed, this, [this](double times) {
    wave_->set_exaggeration(times);
    section_->follow_exaggeration(times);
  });
  connect(section_, &SectionPane::exaggeration_linked, this,
          [this] { section_->follow_exaggeration(structure_->exaggeration()); });
  connect(map_, &MapPane::line_moving, section_, &SectionPane::show_line);
}

// A choice of colours for each view; linked, what is chosen in one is chosen in all.
void MainWindow::make_colors(QMenu* view) {
  view->addSeparator();
  link_colors_ = view->addAction(tr("Lin&k colours"));
  link_colors_->setCheckable(true);
  link_colors_->setChecked(true);
  link_colors_->setToolTip(
      tr("One choice of colours for velocity and T in all views; else a choice stays in its view"));
  keep_switch(link_colors_, "colours/linked");
  const auto follow = [this](std::size_t chosen) {
    if (!link_colors_->isChecked()) return;
    for (RockColorChoice* const other : colors_)
      other->set_colors(colors_[chosen]->colors());
  };
  for (RockColorChoice*& choice : colors_)
    choice = new RockColorChoice(this);
  structure_->follow_colors(*colors_[0]);
  section_->follow_colors(*colors_[1]);
  wave_->follow_colors(*colors_[2]);
  compare_->follow_colors(*colors_[3]);
  for (std::size_t v = 0; v < colors_.size(); ++v)
    connect(colors_[v], &RockColorChoice::changed, this, [follow, v] { follow(v); });
  connect(link_colors_, &QAction::toggled, this, [this, follow](bool on) {
    follow(0);
    compare_->share_ranges(on);
  });
  connect(&session_, &Session::fold_changed, this, [this] {
    const auto fold = session_.fold();
    if (!fold) return;
    for (RockColorChoice* const choice : colors_)
      choice->set_own_ranges(velocity_range(fold->result, fold->scenario.stack),
                             {fold->geometry.lowest, fold->geometry.highest});
  });
}

void MainWindow::choose_event(std::size_t event) {
  if (event == event_ || event >= session_.scenario().events.size()) return;
  event_ = event;
  panel_->show_scenario(session_.scenario(), event_);
  show_in_panes();
  horizon_wanted_ = true;
  show_new_horizon();
}

void MainWindow::show_in_panes() {
  const Scenario& now = session_.scenario();
  for (HandlePane* const pane : std::initializer_list<HandlePane*>{structure_, map_, section_})
    pane->show_scenario(now, event_);
}

// A horizon without a fold: of a drag, of an edit that is not folded yet, or, among several events, of the
// chosen one as it stood at its time.
void MainWindow::take_horizon(const HorizonPreview& shown) {
  if (shown.event != event_) return;
  structure_->show_horizon(shown.surface);
  map_->show_horizon(shown);
  section_->show_horizon(shown);
  event_horizon_ = shown;
  horizon_is_new_ = shown.scenario == session_.scenario();
  if (horizon_is_new_) return refresh_notes();
  structure_->set_note(auto_fold_->isChecked() ? tr("release to fold it in full")
                                               : tr("Stale: not folded while it is dragged"),
                       true);
  section_->set_note(tr("stale"), true);
  map_->set_note({}, false);
}

bool MainWindow::horizon_is_old() const {
  const Scenario& now = session_.scenario();
  if (event_ >= now.events.size()) return false;
  if (now.events.size() > 1) {
    const Scenario& then = event_horizon_.scenario;
    return event_horizon_.event != event_ || event_ >= then.events.size() || !(then.grid == now.grid) ||
           then.events[event_].horizon != now.events[event_].horizon || then.folder != now.folder;
  }
  const auto fold = session_.fold();
  if (!fold || horizon_is_new_ || fold->scenario.events.empty()) return false;
  return !(fold->scenario.grid == now.grid) ||
         fold->scenario.events.front().horizon != now.events.front().horizon;
}

void MainWindow::show_new_horizon() {
  if (!std::exchange(horizon_wanted_, false)) return;
  if (horizon_is_old()) preview_.follow_horizon(session_.scenario(), event_);
  if (session_.fold() && !session_.fold_is_stale()) show_fold();  // undone: the folded one is right again
}

void MainWindow::move_handle(int index, const Vec3& local) {
  stop_preview();
  const Scenario next = with_handle(session_.scenario(), event_, index, local);
  if (next == session_.scenario()) {
    structure_->show_scenario(next, event_);
    return end_preview();
  }
  history_.push(next);
  fold_now();
}

void MainWindow::preview_handle(int index, const Vec3& local) {
  if (const SceneHandle* const handle = structure_->scene().handle(index))
    show_words(
        QString::fromStdString(handle->name + ":  " + place_text(local + session_.scenario().grid.origin)));
  preview(with_handle(session_.scenario(), event_, index, local));
}

void MainWindow::take_edit(const Scenario& scenario, const QString& text) {
  if (scenario == session_.scenario()) return end_preview();
  history_.push(scenario, text);
  if (session_.fold_is_stale()) fold_now();
}

// An edit that is done in the background must not take a handle out of the hand.
bool MainWindow::is_dragging() const {
  return structure_->is_dragging() || map_->is_dragging() || section_->is_dragging();
}

// What is still being worked on is the newest edit.
void MainWindow::undo() {
  if (!panel_->take_back() && !edits_.take_back()) history_.stack().undo();
}

// Of the full fold, or of its preview with fewer nodes.
void MainWindow::show_in_editors(const std::shared_ptr<const FoldOutcome>& fold) {
  map_->show_fold(fold->scenario, fold->result, fold->geometry.horizon);
  section_->show_fold(fold->scenario, {fold, &fold->result}, {fold->geometry.lowest, fold->geometry.highest});
  geology_->show_fold(fold);
}

}  // namespace foldwave
