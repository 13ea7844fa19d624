// The main window's linked cursor: what is pointed at in one view is read out and marked in all of them.
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QIcon>
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
#include "ui/window/cursor_strip.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/rock_cursor.hpp"

namespace foldwave {

void MainWindow::make_cursor(QMenu* view) {
  cursor_ = new RockCursor(this);
  cursor_strip_ = new CursorStrip(this);
  auto* const bar = new QToolBar(tr("Cursor"), this);
  bar->setObjectName("cursor bar");
  bar->setMovable(false);
  bar->setProperty("role", "strip");
  bar->setIconSize({14, 14});

  QAction* const shown = bar->toggleViewAction();
  shown->setText(tr("Linked &cursor"));
  shown->setToolTip(tr("Read what lies under the pointer and mark its place in all views"));
  connect(shown, &QAction::toggled, cursor_, &RockCursor::set_on);
  view->addAction(shown);
  QAction* const pin = view->addAction(themed_icon("pin"), tr("&Pin the cursor"));
  pin->setShortcut(QKeySequence("Ctrl+L"));
  pin->setCheckable(true);
  pin->setToolTip(tr("Keep the cursor where it was last, while the pointer goes elsewhere (Ctrl+L)"));
  connect(pin, &QAction::toggled, cursor_, &RockCursor::set_pinned);
  QAction* const copy = view->addAction(themed_icon("copy"), tr("Cop&y what the cursor reads"));
  copy->setShortcut(QKeySequence("Ctrl+Shift+C"));
  copy->setToolTip(tr("Copy the cursor's values as text, a line each (Ctrl+Shift+C)"));
  connect(copy, &QAction::triggered, this, [this] {
    const QString text = cursor_strip_->text();
    if (text.isEmpty()) return say(tr("The cursor reads nothing: point at rock, or pin the cursor first"));
    QGuiApplication::clipboard()->setText(text);
    say(tr("The cursor's values are in the clipboard"));
  });
  bar->addActions({pin, copy});
  bar->addWidget(cursor_strip_);
  addToolBar(Qt::BottomToolBarArea, bar);

  for (HandlePane* const pane : std::initializer_list<HandlePane*>{structure_, map_, section_}) {
    connect(pane, &HandlePane::rock_pointed, this,
            [this, pane](const Vec3& local) { cursor_->point(local, pane); });
    connect(pane, &HandlePane::rock_left, cursor_, &RockCursor::leave);
  }
  connect(wave_, &WavePane::rock_pointed, this, [this](const Vec3& local) { cursor_->point(local, wave_); });
  connect(wave_, &WavePane::rock_left, cursor_, &RockCursor::leave);
  // Its places are of the map: a variant may have another box.
  connect(compare_, &ComparePane::rock_pointed, this, [this](const Vec3& map, int side) {
    if (const auto fold = session_.fold())
      cursor_->point(map - fold->result.grid.origin, compare_->view(side));
  });
  connect(compare_, &ComparePane::rock_left, cursor_, &RockCursor::leave);
  connect(compare_, &ComparePane::changed, cursor_, &RockCursor::refresh);
  connect(wave_, &WavePane::time_shown, cursor_, &RockCursor::refresh);
  connect(&session_, &Session::fold_changed, cursor_, &RockCursor::refresh);
  connect(cursor_, &RockCursor::changed, this, &MainWindow::show_cursor);
}

// On the map a place lies on today's horizon.
std::optional<Vec3> MainWindow::cursor_place(const FoldResult& fold) const {
  std::optional<Vec3> place = cursor_->place();
  if (!place || !std::isnan(place->z)) return place;
  const auto depth = horizon_depth(fold, place->x, place->y);
  if (!depth) return std::nullopt;
  place->z = *depth;
  return place;
}

void MainWindow::show_cursor() {
  const auto fold = session_.fold();
  std::optional<Vec3> place;
  std::optional<CursorReading> reading;
  if (fold && (place = cursor_place(fold->result))) {
    const Vec3 map = *place + fold->result.grid.origin;
    // A variant is read where it was pointed at, pinned there as well.
    const int side = compare_->side_of(cursor_->read_in());
    const FoldOutcome* const read = side < 0 ? fold.get() : compare_->shown(side);
    const auto rock = read != nullptr
                          ? read_rock(read->result, read->scenario.stack, map - read->result.grid.origin)
                          : std::nullopt;
    if (rock) {
      const auto& layers = read->scenario.stack.layers;
      const auto layer = static_cast<std::size_t>(rock->layer);
      QString name =
          rock->layer >= 0 && layer < layers.size() ? QString::fromStdString(layers[layer].name) : QString();
      if (std::isnan(cursor_->place()->z)) name = tr("horizon");
      reading = CursorReading{*rock, name, side < 0 ? wave_->scene().pressure_at(*place) : std::nullopt};
    }
  }
  if (!reading) place.reset();
  cursor_strip_->show_reading(reading);
  for (Pane* const pane : std::initializer_list<Pane*>{structure_, map_, section_, wave_})
    pane->show_cursor(pane == cursor_->view() ? std::nullopt : place);
  wave_->set_pinned(cursor_->pinned() ? place : std::nullopt);
  compare_->show_cursor(place ? std::optional(*place + fold->result.grid.origin) : std::nullopt,
                        cursor_->view());
}

}  // namespace foldwave
