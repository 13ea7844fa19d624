#include "ui/window/linked_cursor.hpp"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMainWindow>
#include <QMenu>
#include <QToolBar>
#include <cmath>

#include "ui/canvas/vtk_view.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/widgets/themed_icon.hpp"
#include "ui/window/cursor/cursor_strip.hpp"

namespace foldwave {

LinkedCursor::LinkedCursor(QMainWindow* window, QMenu* view, const Panes& panes, const Results& results)
    : QObject(window), panes_(panes), results_(results), strip_(new CursorStrip(window)) {
  auto* const bar = new QToolBar(tr("Cursor"), window);
  bar->setObjectName("cursor bar");
  bar->setMovable(false);
  bar->setProperty("role", "strip");
  bar->setIconSize({14, 14});

  QAction* const shown = bar->toggleViewAction();
  shown->setText(tr("Linked &cursor"));
  shown->setToolTip(tr("Read what lies under the pointer and mark its place in all views"));
  connect(shown, &QAction::toggled, &cursor_, &RockCursor::set_on);
  view->addAction(shown);
  QAction* const pin = view->addAction(themed_icon("pin"), tr("&Pin the cursor"));
  pin->setShortcut(QKeySequence("Ctrl+L"));
  pin->setCheckable(true);
  pin->setToolTip(tr("Keep the cursor where it was last, while the pointer goes elsewhere (Ctrl+L)"));
  connect(pin, &QAction::toggled, &cursor_, &RockCursor::set_pinned);
  QAction* const copy = view->addAction(themed_icon("copy"), tr("Cop&y what the cursor reads"));
  copy->setShortcut(QKeySequence("Ctrl+Shift+C"));
  copy->setToolTip(tr("Copy the cursor's values as text, a line each (Ctrl+Shift+C)"));
  connect(copy, &QAction::triggered, this, &LinkedCursor::copy);
  bar->addActions({pin, copy});
  bar->addWidget(strip_);
  window->addToolBar(Qt::BottomToolBarArea, bar);
  connect_panes();
}

void LinkedCursor::copy() {
  const QString text = strip_->text();
  if (!text.isEmpty()) QGuiApplication::clipboard()->setText(text);
  emit message(text.isEmpty() ? tr("The cursor reads nothing: point at rock, or pin the cursor first")
                              : tr("The cursor's values are in the clipboard"));
}

void LinkedCursor::connect_panes() {
  for (HandlePane* const pane : panes_.editors()) {
    connect(pane, &HandlePane::rock_pointed, this,
            [this, pane](const Vec3& local) { cursor_.point(local, pane); });
    connect(pane, &HandlePane::rock_left, &cursor_, &RockCursor::leave);
  }
  connect(panes_.wave, &WavePane::rock_pointed, this,
          [this](const Vec3& local) { cursor_.point(local, panes_.wave); });
  connect(panes_.wave, &WavePane::rock_left, &cursor_, &RockCursor::leave);
  // Its places are of the map: a variant may have another box.
  connect(panes_.compare, &ComparePane::rock_pointed, this, [this](const Vec3& map, int side) {
    if (const auto fold = results_.fold())
      cursor_.point(map - fold->result.grid.origin, panes_.compare->view(side));
  });
  connect(panes_.compare, &ComparePane::rock_left, &cursor_, &RockCursor::leave);
  connect(panes_.compare, &ComparePane::changed, &cursor_, &RockCursor::refresh);
  connect(panes_.wave, &WavePane::time_shown, &cursor_, &RockCursor::refresh);
  connect(&results_, &Results::fold_changed, &cursor_, &RockCursor::refresh);
  connect(&cursor_, &RockCursor::changed, this, &LinkedCursor::show);
}

// On the map a place lies on today's horizon.
std::optional<Vec3> LinkedCursor::place_in(const FoldResult& fold) const {
  std::optional<Vec3> place = cursor_.place();
  if (!place || !std::isnan(place->z)) return place;
  const auto depth = horizon_depth(fold, place->x, place->y);
  if (!depth) return std::nullopt;
  place->z = *depth;
  return place;
}

void LinkedCursor::show() {
  const auto fold = results_.fold();
  std::optional<Vec3> place;
  std::optional<CursorReading> reading;
  if (fold && (place = place_in(fold->result))) {
    const Vec3 map = *place + fold->result.grid.origin;
    // A variant is read where it was pointed at, pinned there as well.
    const int side = panes_.compare->side_of(cursor_.read_in());
    const FoldOutcome* const read = side < 0 ? fold.get() : panes_.compare->shown(side);
    const auto rock = read != nullptr
                          ? read_rock(read->result, read->scenario.stack, map - read->result.grid.origin)
                          : std::nullopt;
    if (rock) {
      const auto& layers = read->scenario.stack.layers;
      const auto layer = static_cast<std::size_t>(rock->layer);
      QString name =
          rock->layer >= 0 && layer < layers.size() ? QString::fromStdString(layers[layer].name) : QString();
      if (std::isnan(cursor_.place()->z)) name = tr("horizon");
      reading =
          CursorReading{*rock, name, side < 0 ? panes_.wave->scene().pressure_at(*place) : std::nullopt};
    }
  }
  if (!reading) place.reset();
  strip_->show_reading(reading);
  for (Pane* const pane :
       std::initializer_list<Pane*>{panes_.structure, panes_.map, panes_.section, panes_.wave})
    pane->show_cursor(pane == cursor_.view() ? std::nullopt : place);
  panes_.wave->set_pinned(cursor_.pinned() ? place : std::nullopt);
  panes_.compare->show_cursor(place ? std::optional(*place + fold->result.grid.origin) : std::nullopt,
                              cursor_.view());
}

}  // namespace foldwave
