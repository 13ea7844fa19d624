#include "ui/window/camera_menu.hpp"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <algorithm>

#include "ui/canvas/vtk_view.hpp"
#include "ui/jobs/results.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/settings/kept_switches.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/volume/volume_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"

namespace foldwave {

CameraMenu::CameraMenu(QMenu* menu, const Docks& docks, const Panes& panes, const Results& results)
    : QObject(menu), docks_(docks), panes_(panes), results_(results) {
  menu->setToolTipsVisible(true);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
    const bool in_view = std::ranges::any_of(
        panes_.editors(), [now](const HandlePane* pane) { return now != nullptr && pane->view() == now; });
    if (in_view || panes_.panel->isAncestorOf(now)) chosen_in_ = now;
  });
  const std::pair<QString, LookFrom> sides[] = {
      {tr("From &above"), LookFrom::above},    {tr("From the &south"), LookFrom::south},
      {tr("From the &east"), LookFrom::east},  {tr("From the &north"), LookFrom::north},
      {tr("From the &west"), LookFrom::west},  {tr("From &below"), LookFrom::below},
      {tr("&Isometric"), LookFrom::isometric}, {tr("From the s&outh-east above"), LookFrom::corner}};
  int key = 1;
  for (const auto& [text, side] : sides) {
    QAction* const action = menu->addAction(text, this, [this, side = side] {
      if (VtkView* const view = current()) view->look_from(side);
    });
    action->setShortcut(QKeySequence(QString("Alt+%1").arg(key++)));
    action->setToolTip(tr("Turns the 3D view that the keys went to last, and shows all of it"));
  }
  menu->addSeparator();
  QAction* const parallel = menu->addAction(tr("&Parallel projection"));
  parallel->setShortcut(QKeySequence("Alt+9"));
  parallel->setCheckable(true);
  parallel->setToolTip(tr("What is parallel in the rock is so in the 3D views; else what is far is smaller"));
  keep_switch(parallel, "camera/parallel");
  connect(parallel, &QAction::toggled, this, [this](bool on) {
    for (VtkView* const view : in_space())
      view->set_parallel(on);
  });
  menu->addSeparator();
  QAction* const zoom = menu->addAction(tr("&Zoom to selection"), this, &CameraMenu::zoom_to_selection);
  zoom->setShortcut(QKeySequence("Alt+0"));
  zoom->setToolTip(
      tr("Brings what was chosen last, a layer, an event, a marker, a source, receivers or a point of "
         "the horizon, into the middle of 3D, wave, map and section"));
}

std::vector<VtkView*> CameraMenu::in_space() const {
  std::vector<VtkView*> views{panes_.structure->view(), panes_.wave->view(), panes_.volume->view(),
                              panes_.compare->view(0), panes_.compare->view(1)};
  std::erase(views, nullptr);
  return views;
}

VtkView* CameraMenu::current() const {
  const QDockWidget* const dock = docks_.current();
  for (VtkView* const view : in_space())
    if (dock->isAncestorOf(view) && view->shows_space()) return view;
  return panes_.structure->view();
}

void CameraMenu::zoom_to_selection() {
  const auto fold = results_.fold();
  std::optional<RockPart> part;
  if (chosen_in_ != nullptr && panes_.panel->isAncestorOf(chosen_in_))
    part = panes_.panel->chosen_part(chosen_in_, fold ? &fold->result : nullptr);
  for (const HandlePane* const pane : panes_.editors())
    if (const auto place = pane->chosen_place(); place && (!part || pane->isAncestorOf(chosen_in_)))
      part = {*place, *place};
  if (!part)
    return emit message(
        tr("Nothing is chosen: choose a layer, an event, a marker, a source, receivers or a point"));
  for (const Pane* const pane :
       std::initializer_list<Pane*>{panes_.structure, panes_.wave, panes_.map, panes_.section})
    if (pane->view() != nullptr) pane->view()->zoom_to(part->low, part->high);
}

}  // namespace foldwave
