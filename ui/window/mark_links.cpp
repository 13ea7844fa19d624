#include "ui/window/view_links.hpp"

#include <QCoreApplication>
#include <QDockWidget>

#include "ui/geology/geology_marks.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"

namespace foldwave {
namespace {

QString marks_words(const char* text) {
  return QCoreApplication::translate("marks", text);
}

std::shared_ptr<const ScalarMap> thickness_of(const MeasuredFold& measured) {
  const MarksWish& wish = *measured.wish.marks;
  if (measured.marks.thickness.empty()) return nullptr;
  const Grid3& grid = measured.fold->result.grid;
  const QString name =
      QString::fromStdString(measured.fold->scenario.stack.layers[static_cast<std::size_t>(wish.layer)].name);
  const QString title = wish.thickness == Thickness::vertical ? marks_words("Vertical thickness of \"%1\"")
                                                              : marks_words("Thickness across \"%1\"");
  return std::make_shared<const ScalarMap>(scalar_map(grid.n[0], grid.n[1], measured.marks.thickness,
                                                      cividis_map(), title.arg(name).toStdString(),
                                                      marks_words("metres").toStdString()));
}

}  // namespace

void connect_marks(GeologyMarks& marks, const Panes& panes, Editor& editor) {
  QObject::connect(&marks, &GeologyMarks::stale, &marks, [panes](bool stale) {
    panes.section->show_marks_stale(stale);
    panes.structure->show_hinges_stale(stale);
    panes.map->show_marks_stale(stale);
  });
  const auto show = [panes](const std::shared_ptr<const MeasuredFold>& found) {
    if (!found) {
      panes.section->show_marks(nullptr, {});
      panes.structure->show_hinges({}, {});
      panes.map->show_map(nullptr);
      panes.map->show_attitudes({});
      return;
    }
    const MarksWish& wish = *found->wish.marks;
    const FoldAxis& axis = found->marks.chosen.axis;
    panes.section->show_marks(
        wish.section.any() ? std::shared_ptr<const SectionMarks>(found, &found->marks.section) : nullptr,
        found->wish.line);
    panes.structure->show_hinges(found->marks.hinges,
                                 wish.axis && axis.found() ? std::optional(axis.axis) : std::nullopt);
    panes.map->show_map(thickness_of(*found));
    panes.map->show_attitudes(found->marks.attitudes);
  };
  QObject::connect(&marks, &GeologyMarks::measured, &marks, show);
  QObject::connect(&marks, &GeologyMarks::section_wished, &editor, [panes, &editor](const MapLine& map) {
    if (panes.is_dragging())
      return editor.message(marks_words("The section was not turned: a handle is held"), true);
    Scenario next = editor.now();
    if (!next.section) next.section.emplace();
    next.section->line = map;
    editor.edit_and_fold(next, marks_words("Section along the profile"));
    if (auto* const dock = qobject_cast<QDockWidget*>(panes.section->parentWidget())) dock->raise();
  });
}

}  // namespace foldwave
