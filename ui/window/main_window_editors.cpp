// The main window's horizon editors, map and section: what is moved in one is seen in all.
#include <QAction>

#include "ui/views/map_pane.hpp"
#include "ui/views/section_pane.hpp"
#include "ui/views/vtk_view.hpp"
#include "ui/window/main_window.hpp"

namespace foldwave {

void MainWindow::connect_editors() {
  for (HandlePane* const pane : std::initializer_list<HandlePane*>{map_, section_}) {
    if (pane->view() != nullptr) connect(pane->view(), &VtkView::drawn, &preview_, &FoldPreview::seen);
    connect(pane, &HandlePane::handle_moving, this, &MainWindow::preview_handle);
    connect(pane, &HandlePane::handle_moved, this, &MainWindow::move_handle);
    connect(pane, &HandlePane::drag_given_up, this, &MainWindow::end_preview);
    connect(pane, &HandlePane::dragging, this, &MainWindow::preview);
    connect(pane, &HandlePane::message, this, &MainWindow::say);
    connect(pane, &HandlePane::edited, this, [this](const Scenario& scenario, const QString& text) {
      history_.push(scenario, text);
      if (session_.fold_is_stale()) fold_now();
    });
  }
  connect(map_, &MapPane::line_moving, section_, &SectionPane::show_line);
}

// Of the full fold, or of its preview with fewer nodes.
void MainWindow::show_in_editors(const std::shared_ptr<const FoldOutcome>& fold) {
  map_->show_fold(fold->scenario, fold->result, fold->geometry.horizon);
  section_->show_fold(fold->scenario, {fold, &fold->result});
}

}  // namespace foldwave
