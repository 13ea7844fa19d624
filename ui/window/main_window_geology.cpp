// What is measured in the fold and drawn over it, in the section, in 3D and on the map.
#include <QDockWidget>

#include "ui/geology/geology_marks.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/window/main_window.hpp"

namespace foldwave {
namespace {

std::shared_ptr<const ScalarMap> thickness_of(const MeasuredFold& measured) {
  const MarksWish& wish = *measured.wish.marks;
  if (measured.marks.thickness.empty()) return nullptr;
  const Grid3& grid = measured.fold->result.grid;
  const QString name =
      QString::fromStdString(measured.fold->scenario.stack.layers[static_cast<std::size_t>(wish.layer)].name);
  const QString title = wish.thickness == Thickness::vertical ? MainWindow::tr("Vertical thickness of \"%1\"")
                                                              : MainWindow::tr("Thickness across \"%1\"");
  return std::make_shared<const ScalarMap>(scalar_map(grid.n[0], grid.n[1], measured.marks.thickness,
                                                      cividis_map(), title.arg(name).toStdString(),
                                                      MainWindow::tr("metres").toStdString()));
}

}  // namespace

void MainWindow::connect_geology() {
  connect(marks_, &GeologyMarks::message, this, &MainWindow::say);
  connect(marks_, &GeologyMarks::stale, this, [this](bool stale) {
    section_->show_marks_stale(stale);
    structure_->show_hinges_stale(stale);
    map_->show_marks_stale(stale);
  });
  connect(marks_, &GeologyMarks::measured, this, [this](const std::shared_ptr<const MeasuredFold>& found) {
    if (!found) {
      section_->show_marks(nullptr, {});
      structure_->show_hinges({}, {});
      map_->show_map(nullptr);
      map_->show_attitudes({});
      return;
    }
    const MarksWish& wish = *found->wish.marks;
    const FoldAxis& axis = found->marks.chosen.axis;
    section_->show_marks(
        wish.section.any() ? std::shared_ptr<const SectionMarks>(found, &found->marks.section) : nullptr,
        found->wish.line);
    structure_->show_hinges(found->marks.hinges,
                            wish.axis && axis.found() ? std::optional(axis.axis) : std::nullopt);
    map_->show_map(thickness_of(*found));
    map_->show_attitudes(found->marks.attitudes);
  });
  connect(marks_, &GeologyMarks::section_wished, this, [this](const MapLine& map) {
    if (is_dragging()) return say(tr("The section was not turned: a handle is held"), true);
    Scenario next = session_.scenario();
    if (!next.section) next.section.emplace();
    next.section->line = map;
    take_edit(next, tr("Section along the profile"));
    if (auto* const dock = qobject_cast<QDockWidget*>(section_->parentWidget())) dock->raise();
  });
}

}  // namespace foldwave
