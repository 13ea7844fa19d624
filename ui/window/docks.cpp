#include "ui/window/docks.hpp"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QSettings>
#include <QSignalBlocker>
#include <QTabBar>

#include "ui/canvas/vtk_view.hpp"

namespace foldwave {
namespace {

constexpr int layout_version = 5;  // another one: docks were added or renamed
const char* const state_key = "window/state";
const char* const geometry_key = "window/geometry";
const char* const before_key = "window/before";  // one view was shown alone: the state to go back to

// In sight, and what the keys go to: its view, else the first field.
void go_to(QDockWidget* dock) {
  dock->show();
  dock->raise();
  dock->activateWindow();
  QWidget* const view = dock->widget()->findChild<VtkView*>();
  if (view != nullptr) return view->setFocus(Qt::ShortcutFocusReason);
  for (QWidget* w = dock->widget()->nextInFocusChain(); w != dock->widget(); w = w->nextInFocusChain())
    if ((w->focusPolicy() & Qt::TabFocus) != 0 && w->isVisible()) return w->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace

Docks::Docks(QMainWindow* window) : QObject(window), window_(window) {
  window->setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks |
                         QMainWindow::GroupedDragging);
  window->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  connect(window, &QMainWindow::tabifiedDockWidgetActivated, this, [this](QDockWidget* chosen) {
    note(chosen);
    hide_double_titles();
  });
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { note(now); });
}

QDockWidget* Docks::add(const QString& name, const QString& title, QWidget* part) {
  auto* const dock = new QDockWidget(title, window_);
  dock->setObjectName(name);
  dock->setWidget(part);
  docks_ << dock;
  for (VtkView* const view : part->findChildren<VtkView*>())
    if (view->accessibleName().isEmpty()) view->setAccessibleName(title);
  // Once the move is over: a title bar must not change while it is being dragged.
  const auto later = [this] {
    QMetaObject::invokeMethod(this, &Docks::hide_double_titles, Qt::QueuedConnection);
  };
  connect(dock, &QDockWidget::dockLocationChanged, this, later);
  connect(dock, &QDockWidget::topLevelChanged, this, later);
  connect(dock, &QDockWidget::visibilityChanged, this, later);
  // What changed behind another tab was not drawn.
  connect(dock, &QDockWidget::visibilityChanged, part, [part](bool visible) {
    if (!visible) return;
    for (VtkView* const view : part->findChildren<VtkView*>())
      view->update();
  });
  return dock;
}

void Docks::note(QWidget* now) {
  for (QDockWidget* const dock : docks_)
    if (now == dock || dock->isAncestorOf(now)) {
      recent_.removeAll(dock);
      recent_ << dock;
    }
}

QDockWidget* Docks::current() const {
  for (auto at = recent_.crbegin(); at != recent_.crend(); ++at)
    if (*at != docks_.front() && !(*at)->visibleRegion().isEmpty()) return *at;
  return docks_[1];
}

void Docks::set_arrangements(std::vector<Arrangement> arrangements) {
  arrangements_ = std::move(arrangements);
  reset();
}

void Docks::reset() {
  arrange(arrangements_.front());
}

void Docks::bring_forward(const QList<QWidget*>& parts) {
  for (QWidget* const part : parts) {
    auto* const dock = qobject_cast<QDockWidget*>(part->parentWidget());
    const bool behind = dock != nullptr && !dock->isHidden() && dock->visibleRegion().isEmpty();
    if (behind && !window_->tabifiedDockWidgets(dock).contains(current())) dock->raise();
  }
}

// Sizes of docks that were shown alone are not those that they had among others.
void Docks::show_alone(bool on) {
  if (on) {
    before_alone_ = window_->saveState(layout_version);
    return arrange(arrangements_.back());
  }
  QDockWidget* const now = current();
  if (!window_->restoreState(before_alone_, layout_version)) reset();
  hide_double_titles();
  now->raise();
}

void Docks::arrange(const Arrangement& arrangement) {
  if (alone_ != nullptr) {
    const QSignalBlocker quiet(alone_);
    alone_->setChecked(&arrangement == &arrangements_.back());
  }
  QDockWidget* const now = current();
  for (QDockWidget* const dock : docks_) {
    dock->setFloating(false);
    window_->removeDockWidget(dock);
  }
  arrangement.place();
  for (QDockWidget* const dock : docks_)
    dock->show();
  hide_double_titles();
  arrangement.finish(now);
}

void Docks::float_current() {
  QDockWidget* const dock = current();
  note(dock);
  dock->setFloating(!dock->isFloating());
  go_to(dock);
}

void Docks::hide_double_titles() {
  for (QTabBar* const bar : window_->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
    bar->setDrawBase(false);
  for (QDockWidget* const dock : docks_) {
    bool tabbed = false;
    for (const QDockWidget* const other : window_->tabifiedDockWidgets(dock))
      tabbed = tabbed || !other->isHidden();
    tabbed = tabbed && !dock->isFloating();
    QWidget* const empty = dock->titleBarWidget();
    if (tabbed == (empty != nullptr)) continue;
    dock->setTitleBarWidget(tabbed ? new QWidget(dock) : nullptr);
    delete empty;
  }
}

void Docks::fill(QMenu* view) {
  QMenu* const shown = view->addMenu(tr("&Docks"));
  for (const QDockWidget* const dock : docks_)
    shown->addAction(dock->toggleViewAction());
  QMenu* const go = view->addMenu(tr("&Go to"));
  for (qsizetype i = 0; i < docks_.size(); ++i) {
    QDockWidget* const dock = docks_[i];
    QAction* const action = go->addAction(dock->windowTitle(), this, [this, dock] {
      note(dock);
      go_to(dock);
    });
    if (i < 9) action->setShortcut(QKeySequence(QString("Ctrl+%1").arg(i + 1)));
  }
  QMenu* const ways = view->addMenu(tr("&Arrange"));
  ways->setToolTipsVisible(true);
  for (std::size_t i = 1; i + 1 < arrangements_.size(); ++i)
    ways->addAction(arrangements_[i].text, this, [this, i] { arrange(arrangements_[i]); })
        ->setToolTip(arrangements_[i].tip);
  alone_ = ways->addAction(arrangements_.back().text);
  alone_->setToolTip(arrangements_.back().tip);
  alone_->setShortcut(QKeySequence("F11"));
  alone_->setCheckable(true);
  connect(alone_, &QAction::toggled, this, &Docks::show_alone);
  ways->addSeparator();
  ways->addAction(tr("&Float or dock the current view"), this, &Docks::float_current)
      ->setToolTip(tr("Takes the part that the keys go to out of the window, or puts it back"));
  ways->addAction(tr("&Reset layout"), this, &Docks::reset)->setToolTip(arrangements_.front().tip);
}

void Docks::save() const {
  QSettings settings;
  settings.setValue(geometry_key, window_->saveGeometry());
  settings.setValue(state_key, window_->saveState(layout_version));
  settings.setValue(before_key, alone_->isChecked() ? before_alone_ : QByteArray());
}

void Docks::restore() {
  const QSettings settings;
  window_->restoreGeometry(settings.value(geometry_key).toByteArray());
  window_->restoreState(settings.value(state_key).toByteArray(), layout_version);
  before_alone_ = settings.value(before_key).toByteArray();
  const QSignalBlocker quiet(alone_);
  alone_->setChecked(!before_alone_.isEmpty());
  hide_double_titles();
}

}  // namespace foldwave
