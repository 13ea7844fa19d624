// The main window's horizon editors, map and section: what is moved in one is seen in all.
#include <QAction>

#include "ui/views/map_pane.hpp"
#include "ui/views/map_view.hpp"
#include "ui/views/section_pane.hpp"
#include "ui/views/section_view.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/window/main_window.hpp"

namespace foldwave {

void MainWindow::connect_editors() {
  for (HandlePane* const pane : std::initializer_list<HandlePane*>{map_, section_}) {
    if (pane->view() != nullptr) connect(pane->view(), &VtkView::drawn, &preview_, &FoldPreview::seen);
    connect(pane, &HandlePane::handle_moving, this, &MainWindow::preview_handle);
    connect(pane, &HandlePane::handle_moved, this, &MainWindow::move_handle);
    connect(pane, &HandlePane::drag_given_up, this, &MainWindow::end_preview);
    connect(pane, &HandlePane::edit_wished, &edits_, &HorizonEdits::add);
    connect(pane, &HandlePane::sketch_wished, &edits_, &HorizonEdits::sketch);
    connect(pane, &HandlePane::message, this, &MainWindow::say);
    connect(pane, &HandlePane::edited, this, &MainWindow::take_edit);
  }
  connect(&edits_, &HorizonEdits::done, this, &MainWindow::take_edit);
  connect(&edits_, &HorizonEdits::sketched, this, &MainWindow::preview);
  connect(&edits_, &HorizonEdits::refused, this, &MainWindow::end_preview);
  connect(&edits_, &HorizonEdits::message, this, &MainWindow::say);
  connect(map_, &MapPane::line_moving, section_, &SectionPane::show_line);
}

void MainWindow::take_edit(const Scenario& scenario, const QString& text) {
  if (scenario == session_.scenario()) return end_preview();
  history_.push(scenario, text);
  if (session_.fold_is_stale()) fold_now();
}

// An edit that is done in the background must not take a handle out of the hand.
bool MainWindow::is_dragging() const {
  return (structure_->structure_view() != nullptr && structure_->structure_view()->is_dragging()) ||
         (map_->map_view() != nullptr && map_->map_view()->is_dragging()) ||
         (section_->section_view() != nullptr && section_->section_view()->is_dragging());
}

// What is still being worked on is the newest edit.
void MainWindow::undo() {
  if (!edits_.take_back()) history_.stack().undo();
}

// Of the full fold, or of its preview with fewer nodes.
void MainWindow::show_in_editors(const std::shared_ptr<const FoldOutcome>& fold) {
  map_->show_fold(fold->scenario, fold->result, fold->geometry.horizon);
  section_->show_fold(fold->scenario, {fold, &fold->result});
}

}  // namespace foldwave
