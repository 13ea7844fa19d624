// The main window's menus and toolbar, its title, and the lines that say how a result stands to the scenario.
#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QIcon>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QStyle>
#include <QToolBar>
#include <QToolButton>

#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "ui/commands/command_palette.hpp"
#include "ui/commands/shortcut_sheet.hpp"
#include "ui/geology/geology_marks.hpp"
#include "ui/geology/geology_pane.hpp"
#include "ui/log/log_panel.hpp"
#include "ui/panels/jobs_panel.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/settings/kept_switches.hpp"
#include "ui/settings/recent_files.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/rock_color_choice.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/spectrum_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/widgets/themed_icon.hpp"
#include "ui/window/docks.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/snap_choice.hpp"

namespace foldwave {

void MainWindow::remember_layout() {
  remember_layout_ = true;
  docks_->restore();
  jobs_panel_->restore_widths();
  const WindowSwitches switches = load_switches();
  auto_fold_->setChecked(switches.fold_while_editing);
  marks_->set_wish(switches.marks);
  structure_->place_slices(switches.slices);
  restore_kept_switches(*this);
  // Linked, one choice is that of all.
  for (std::size_t v = 0; v < (link_colors_->isChecked() ? 1 : colors_.size()); ++v)
    colors_[v]->set_colors(switches.colors[v]);
}

void MainWindow::make_actions() {
  setWindowIcon(QIcon(":/icons/foldwave.svg"));
  const auto icon = [](const char* name) { return themed_icon(name); };
  QMenu* const file = menuBar()->addMenu(tr("&File"));
  QAction* const open =
      file->addAction(icon("open"), tr("&Open..."), QKeySequence::Open, this, &MainWindow::ask_open);
  QMenu* const recent = file->addMenu(tr("Open &recent"));
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { fill_recent(recent); });
  file->addAction(tr("&Examples..."), QKeySequence("Ctrl+E"), this, &MainWindow::ask_example);
  file->addSeparator();
  file->addAction(tr("&Import horizon..."), QKeySequence("Ctrl+I"), this, &MainWindow::ask_import);
  file->addAction(tr("&Fit to a second horizon..."), QKeySequence("Ctrl+Shift+I"), this,
                  &MainWindow::ask_fit);
  export_ = file->addAction(tr("&Export..."), QKeySequence("Ctrl+Shift+E"), this, &MainWindow::ask_export);
  export_->setToolTip(tr("Write the fold and the wave for other programs (Ctrl+Shift+E)"));
  file->addSeparator();
  save_ = file->addAction(icon("save"), tr("&Save"), QKeySequence::Save, this, &MainWindow::save);
  file->addAction(tr("Save &as..."), QKeySequence::SaveAs, this, &MainWindow::save_as);
  file->addSeparator();
  file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);

  QMenu* const edits = menuBar()->addMenu(tr("&Edit"));
  QAction* const undo = history_.stack().createUndoAction(this, tr("&Undo"));
  disconnect(undo, &QAction::triggered, &history_.stack(), nullptr);
  connect(undo, &QAction::triggered, this, &MainWindow::undo);
  connect(panel_, &ScenarioPanel::choice_pending, undo,
          [this, undo](bool pending) { undo->setEnabled(pending || history_.stack().canUndo()); });
  undo->setIcon(icon("undo"));
  undo->setShortcut(QKeySequence::Undo);
  QAction* const redo = history_.stack().createRedoAction(this, tr("&Redo"));
  redo->setIcon(icon("redo"));
  redo->setShortcut(QKeySequence::Redo);
  edits->addActions({undo, redo});
  edits->addSeparator();
  QAction* const preferences =
      edits->addAction(tr("&Preferences..."), QKeySequence("Ctrl+,"), this, &MainWindow::ask_preferences);
  preferences->setToolTip(tr("Threads, back end, theme, and what comes back at the start (Ctrl+,)"));

  QMenu* const view = menuBar()->addMenu(tr("&View"));
  docks_->fill(view);
  view->addSeparator();
  const std::pair<Pane*, QString> panes[] = {
      {structure_, tr("In &3D")},  {map_, tr("On the &map")},       {section_, tr("In the &section")},
      {wave_, tr("In the &wave")}, {gather_, tr("In the &gather")}, {spectrum_, tr("In the s&pectrum")}};
  for (const auto& [pane, title] : panes) {
    pane->commands()->setTitle(title);
    view->addMenu(pane->commands());
  }
  compare_->commands()->setTitle(tr("In &Compare"));
  view->addMenu(compare_->commands());
  make_theme_menu(view);
  log_panel_->commands()->setTitle(tr("In the &log"));
  view->addMenu(log_panel_->commands());
  view->addSeparator();
  make_cursor(view);
  make_colors(view);

  make_run_menu();

  marks_ = new GeologyMarks(this);
  menuBar()->addMenu(marks_->menu());
  make_variants_menu();

  QMenu* const help = menuBar()->addMenu(tr("&Help"));
  help->addAction(tr("&Commands..."), QKeySequence("Ctrl+Shift+P"), this,
                  [this] { (new CommandPalette(*menuBar(), this))->show(); });
  help->addAction(tr("&Keyboard and mouse"), QKeySequence("F1"), this,
                  [this] { (new ShortcutSheet(*menuBar(), this))->show(); });
  help->addSeparator();
  help->addAction(tr("&About Foldwave"), this, [this] {
    QMessageBox::about(
        this, tr("About Foldwave"),
        tr("<b>Foldwave %1</b><p>Fold rock, send waves through it, see both.</p><p>Runs on: %2</p>")
            .arg(QString::fromStdString(program_version()),
                 QString::fromStdString(session_.backend().description())));
  });

  QToolBar* const bar = addToolBar(tr("Main"));
  bar->setObjectName("main bar");
  bar->setMovable(false);
  bar->setIconSize({18, 18});
  bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->addActions({open, save_});
  bar->addSeparator();
  bar->addActions({undo, redo});
  // Their texts change with every edit: the buttons must not change their width with them.
  for (QAction* const action : {undo, redo})
    if (auto* const button = qobject_cast<QToolButton*>(bar->widgetForAction(action)))
      button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  bar->addSeparator();
  bar->addActions({fold_, wave_run_, stop_});
  bar->addSeparator();
  snap_ = new SnapChoice(this);
  bar->addWidget(snap_);
  bar->addSeparator();
  bar->addWidget(marks_);
}

void MainWindow::fill_recent(QMenu* menu) {
  menu->clear();
  for (const QString& file : recent_files())
    menu->addAction(QDir::toNativeSeparators(file), this, [this, file] {
      if (may_discard()) open_file(file);
    });
  if (menu->isEmpty()) menu->addAction(tr("none yet"))->setEnabled(false);
}

void MainWindow::refresh_title() {
  setWindowTitle(QString("%1[*] \u2013 Foldwave").arg(QString::fromStdString(session_.scenario().name)));
  setWindowModified(document_.is_changed(session_.scenario()));
}

void MainWindow::refresh_notes() {
  const QString changed = has_errors(session_.findings())
                              ? tr("Stale: the scenario has changed since and cannot be run like this")
                              : tr("Stale: the scenario has changed since: run again");
  if (const auto fold = session_.fold()) {
    const FoldResult& r = fold->result;
    QStringList what;
    if (r.folded)
      what << tr("folded in %1 by %2")
                  .arg(QString::fromStdString(seconds_text(r.seconds)), QString::fromStdString(r.method));
    if (const QString place = elsewhere_words(r.made_by); !place.isEmpty()) what << place;
    if (!r.velocity_file.empty())
      what << tr("velocity from %1").arg(QFileInfo(QString::fromStdString(r.velocity_file)).fileName());
    QString words = what.join(", ");
    if (r.sweeps > 1) words += tr(", %1 sweeps").arg(r.sweeps);
    if (r.unreached > 0) words += tr(", %1 nodes not reached").arg(r.unreached);
    structure_->set_note(session_.fold_is_stale() ? changed : words, session_.fold_is_stale());
  } else {
    structure_->set_note(tr("not folded yet"), false);
  }

  map_->set_note(session_.fold_is_stale() && horizon_is_old() ? tr("stale") : QString(),
                 session_.fold_is_stale());
  section_->set_note(session_.fold() && session_.fold_is_stale() ? tr("stale") : QString(),
                     session_.fold_is_stale());

  const int every = session_.snapshots_kept_every();
  QStringList words;
  const auto wave = session_.wave();
  const bool any = wave || !session_.snapshots().empty();
  // The layers that are drawn with the wave are the last fold's.
  const bool wave_stale = session_.wave_is_stale() || session_.fold_is_stale();
  const LiveWave& live = session_.live();
  if (live.running()) {
    if (wave_stale) words << tr("stale");
    words << live_words();
  } else if (wave_stale) {
    words << changed;
  } else if (wave) {
    const WaveRun& run = wave->result.run;
    words << (run.stopped ? tr("stopped after %1 steps") : tr("%1 steps")).arg(run.steps_done)
          << tr("dt %1 ms").arg(wave->result.dt * 1e3, 0, 'g', 3)
          << QString::fromStdString(seconds_text(wave->result.seconds));
    if (const QString place = elsewhere_words(wave->result.made_by); !place.isEmpty()) words << place;
  } else if (!any) {
    words << tr("no wave yet: Run wave");
  }
  if (every > 1) words << tr("memory bound: every %1. snapshot kept").arg(every);
  wave_->set_note(words.join(", "), wave_stale);
  gather_->set_note(session_.wave_is_stale() ? changed
                    : live.running() ? tr("%1 receivers, filling").arg(live.gather()->receivers.size())
                    : wave           ? tr("%1 receivers").arg(wave->result.run.gather.receivers.size())
                                     : tr("comes when the wave has run"),
                    session_.wave_is_stale());
}

}  // namespace foldwave
