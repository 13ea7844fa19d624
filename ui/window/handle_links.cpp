#include "ui/canvas/vtk_view.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/window/view_links.hpp"

namespace foldwave {
namespace {

// What is chosen in one view, or in the panel's tables, is in all.
void show_chosen(const Panes& panes, const std::vector<int>& handles, const QWidget* where) {
  for (HandlePane* const pane : panes.editors())
    if (pane != where) pane->show_chosen(handles);
  if (where != panes.panel) panes.panel->show_chosen(handles);
}

}  // namespace

void connect_handles(const HandleLinks& parts, QObject* owner) {
  const Panes* const panes = &parts.panes;
  Editor* const editor = &parts.editor;
  StatusLine* const status = &parts.status;
  const auto with_line = [editor](const AxialLine& line) {
    Scenario next = editor->now();
    next.events[editor->event()].fold.axial_line = line;
    return next;
  };
  QObject::connect(panes->structure, &StructurePane::axis_turning, owner,
                   [editor, with_line](const AxialLine& line) { editor->drag(with_line(line)); });
  QObject::connect(panes->structure, &StructurePane::axis_turned, owner,
                   [editor, with_line](const AxialLine& line) { editor->edit_and_fold(with_line(line)); });
  QObject::connect(panes->panel, &ScenarioPanel::handles_chosen, owner,
                   [panes](const std::vector<int>& handles) { show_chosen(*panes, handles, panes->panel); });
  for (HandlePane* const pane : panes->editors()) {
    if (pane->view() != nullptr)
      QObject::connect(pane->view(), &VtkView::drawn, &editor->preview(), &FoldPreview::seen);
    QObject::connect(pane, &HandlePane::handles_moving, owner, [=](const HandleMoves& moves) {
      if (const SceneHandle* const handle = panes->structure->scene().handle(moves.front().index))
        status->pass(QString::fromStdString(handle->name + ":  " +
                                            place_text(moves.front().to + editor->now().grid.origin)));
      editor->drag_handles(moves);
    });
    QObject::connect(pane, &HandlePane::handles_moved, editor, &Editor::drop_handles);
    QObject::connect(pane, &HandlePane::chosen, owner,
                     [panes, pane](const std::vector<int>& handles) { show_chosen(*panes, handles, pane); });
    QObject::connect(pane, &HandlePane::drag_given_up, editor, &Editor::give_up);
    QObject::connect(pane, &HandlePane::edit_wished, editor, &Editor::begin);
    QObject::connect(pane, &HandlePane::sketch_wished, editor, &Editor::sketch);
    QObject::connect(pane, &HandlePane::message, status, &StatusLine::say);
    QObject::connect(pane, &HandlePane::edited, editor, &Editor::edit_and_fold);
  }
}

}  // namespace foldwave
