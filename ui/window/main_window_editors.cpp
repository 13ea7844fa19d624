// The main window's horizon editors, 3D, map and section: what is moved in one is seen in all.
#include <QAction>
#include <cmath>

#include "core/geology/attitude.hpp"
#include "ui/geology/geology_pane.hpp"
#include "ui/scene/handles.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/vtk_view.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/snap_choice.hpp"

namespace foldwave {

void MainWindow::connect_editors() {
  for (HandlePane* const pane : std::initializer_list<HandlePane*>{structure_, map_, section_}) {
    if (pane->view() != nullptr) connect(pane->view(), &VtkView::drawn, &preview_, &FoldPreview::seen);
    connect(pane, &HandlePane::handle_moving, this, &MainWindow::preview_handle);
    connect(pane, &HandlePane::handle_moved, this, &MainWindow::move_handle);
    connect(pane, &HandlePane::drag_given_up, this, &MainWindow::end_preview);
    connect(pane, &HandlePane::edit_wished, &edits_, &HorizonEdits::add);
    connect(pane, &HandlePane::sketch_wished, &edits_, &HorizonEdits::sketch);
    connect(pane, &HandlePane::message, this, &MainWindow::say);
    connect(pane, &HandlePane::edited, this, &MainWindow::take_edit);
    connect(pane, &HandlePane::rock_pointed, this, &MainWindow::say_rock);
    connect(pane, &HandlePane::rock_left, this, [this] {
      if (!session_.busy()) say({});
    });
  }
  connect(&edits_, &HorizonEdits::done, this, &MainWindow::take_edit);
  connect(&edits_, &HorizonEdits::sketched, this, &MainWindow::preview);
  connect(&edits_, &HorizonEdits::refused, this, &MainWindow::end_preview);
  connect(&edits_, &HorizonEdits::message, this, &MainWindow::say);
  connect(snap_, &SnapChoice::changed, this, [this](const Snap& snap) {
    for (HandlePane* const pane : std::initializer_list<HandlePane*>{structure_, map_, section_})
      pane->set_snap(snap);
  });
  connect(map_, &MapPane::line_moving, section_, &SectionPane::show_line);
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
  if (!edits_.take_back()) history_.stack().undo();
}

// Of the full fold, or of its preview with fewer nodes.
void MainWindow::show_in_editors(const std::shared_ptr<const FoldOutcome>& fold) {
  map_->show_fold(fold->scenario, fold->result, fold->geometry.horizon);
  section_->show_fold(fold->scenario, {fold, &fold->result});
  geology_->show_fold(fold);
}

// What lies under the pointer: its layer and how it lies.
void MainWindow::say_rock(const Vec3& local) {
  const auto fold = session_.fold();
  if (session_.busy() || !fold || !has_fold(fold->scenario)) return;
  const FoldResult& result = fold->result;
  Vec3 place = local;
  if (std::isnan(place.z)) {
    if (!result.horizon) return;
    place.z = result.horizon->depth(place.x, place.y);
  }
  const ArrivalProbe probe(result.grid, result.arrival);
  const auto T = probe.value(place);
  const auto attitude = attitude_at(probe, place);
  if (!T || !attitude) return say({});
  const auto layer = static_cast<std::size_t>(result.bands.layer_at(*T));
  const QString rock =
      std::isnan(local.z) ? tr("horizon") : QString::fromStdString(fold->scenario.stack.layers[layer].name);
  say(QString("%1:  %2,  %3")
          .arg(QString::fromStdString(place_text(place + result.grid.origin)), rock,
               QString::fromStdString(attitude_text(*attitude))));
}

}  // namespace foldwave
