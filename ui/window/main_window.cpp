#include "ui/window/main_window.hpp"

#include <QAction>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QScreen>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>
#include <utility>

#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "ui/canvas/opengl_check.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/commands/command_keys.hpp"
#include "ui/commands/command_palette.hpp"
#include "ui/commands/keys_dialog.hpp"
#include "ui/commands/shortcut_sheet.hpp"
#include "ui/dialogs/forecast/forecast_dialog.hpp"
#include "ui/dialogs/shots_dialog.hpp"
#include "ui/geology/geology_marks.hpp"
#include "ui/geology/geology_pane.hpp"
#include "ui/jobs/wave_recorder.hpp"
#include "ui/log/log_panel.hpp"
#include "ui/panels/jobs_panel.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/panels/timeline_panel.hpp"
#include "ui/pictures/picture_actions.hpp"
#include "ui/settings/kept_switches.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/imaging/images_pane.hpp"
#include "ui/views/imaging/located_pane.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/volume/edge_panel.hpp"
#include "ui/views/volume/volume_pane.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/residual_pane.hpp"
#include "ui/views/wave/spectrum_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/widgets/menu_heading.hpp"
#include "ui/widgets/themed_icon.hpp"
#include "ui/widgets/wheel_guard.hpp"
#include "ui/window/camera_menu.hpp"
#include "ui/window/dock_layouts.hpp"
#include "ui/window/snap_choice.hpp"
#include "ui/window/view_links.hpp"

namespace foldwave {

MainWindow::MainWindow(std::shared_ptr<const Backend> backend)
    : results_([this]() -> const Scenario& { return editor_.now(); }),
      runs_(results_, backend, turns_),
      run_reader_(results_),
      variant_folds_(std::move(backend), turns_),
      editor_(runs_, results_, turns_, [this] { return !panes_.is_dragging(); }),
      status_(new StatusLine(statusBar(), log_)),
      notes_(panes_, editor_, runs_, results_, jobs_),
      run_log_(log_, jobs_),
      docks_(new Docks(this)) {
  guard_wheel();
  const OpenGlCheck opengl = check_opengl();
  make_panes(opengl);
  const QSize frame(0, style()->pixelMetric(QStyle::PM_TitleBarHeight));
  resize(QSize(1440, 900).boundedTo(screen()->availableSize() - frame));
  add_docks(*this, *docks_, panes_);
  setAcceptDrops(true);
  make_menus();
  feed_ = new PaneFeed(panes_, editor_, runs_, results_, *marks_, notes_, *status_, this);
  connect(feed_, &PaneFeed::first_picture, this, &MainWindow::first_picture);
  connect(feed_, &PaneFeed::fold_picture, this, &MainWindow::fold_picture);
  connect_editor();
  connect_panes();
  connect_runs();
  connect_foresight();
  connect_marks(*marks_, panes_, editor_);
  run_menu_->refresh();
  files_->refresh();
  variants_->refresh();
  show_backend();
  if (!opengl.why_not.isEmpty())
    status_->say(tr("Nothing can be drawn here: %1 foldwave-cli works without a display").arg(opengl.why_not),
                 true);
}

// Panes draw and fold with what the window owns: they go first.
MainWindow::~MainWindow() {
  delete panes_.compare;
}

void MainWindow::make_panes(const OpenGlCheck& opengl) {
  panes_.panel = new ScenarioPanel(this);
  panes_.structure = new StructurePane(opengl.why_not, this);
  panes_.map = new MapPane(opengl.why_not, this);
  panes_.section = new SectionPane(opengl.why_not, this);
  panes_.wave = new WavePane(opengl.why_not, this);
  panes_.gather = new GatherPane(opengl.why_not, this);
  panes_.spectrum = new SpectrumPane(opengl.why_not, this);
  panes_.compare = new ComparePane(opengl.why_not, variant_folds_, this);
  panes_.geology = new GeologyPane(this);
  panes_.volume = new VolumePane(opengl.why_not, this);
  panes_.jobs = new JobsPanel(jobs_, this);
  panes_.log = new LogPanel(log_, this);
  panes_.timeline = new TimelinePanel(this);
  panes_.located = new LocatedPane(this);
  panes_.images = new ImagesPane(this);
  panes_.residual = new ResidualPane(opengl.why_not, this);
  if (!opengl.software) return;
  runs_.set_surface_detail(software_detail);
  variant_folds_.set_surface_detail(software_detail);
  panes_.compare->scene(0).draw_for_software();
  panes_.compare->scene(1).draw_for_software();
  panes_.structure->scene().draw_for_software();
  panes_.map->scene().draw_for_software();
  panes_.section->scene().draw_for_software();
  panes_.wave->scene().draw_for_software();
  panes_.volume->scene().draw_for_software();
}

void MainWindow::make_menus() {
  setWindowIcon(QIcon(":/icons/foldwave.svg"));
  const auto add_menu = [this](const QString& title) { return menuBar()->addMenu(title); };
  QMenu* const file = add_menu(tr("&File"));
  files_ = new FileMenu(file, editor_, results_, jobs_);
  add_picture_commands(
      *file, files_->save_action(), [this] { return PictureActions::in(*docks_->current()); },
      [this](const QString& why) { status_->pass(why, true); });
  QMenu* const edit = add_menu(tr("&Edit"));
  QAction* const undo = make_undo();
  QAction* const redo = editor_.history().stack().createRedoAction(this, tr("&Redo"));
  redo->setIcon(themed_icon("redo"));
  redo->setShortcut(QKeySequence::Redo);
  edit->addActions({undo, redo});
  edit->addSeparator();
  QMenu* const view = add_menu(tr("&View"));
  make_view_menu(view);
  add_heading(view, tr("Cursor and looks"));
  cursor_ = new LinkedCursor(this, view, panes_, results_);
  colors_ = new LinkedColors(view, panes_, results_);
  preferences_ = new PreferencesMenu(edit, view, *panes_.log, runs_, variant_folds_);
  run_menu_ = new RunMenu(add_menu(tr("&Run")), *panes_.jobs, editor_, runs_, results_, *status_);
  marks_ = new GeologyMarks(this);
  menuBar()->addMenu(marks_->menu());
  variants_ = new VariantsMenu(add_menu(tr("V&ariants")), *panes_.compare, editor_, results_, variant_folds_,
                               [dock = qobject_cast<QDockWidget*>(panes_.compare->parentWidget())] {
                                 dock->show();
                                 dock->raise();
                               });
  make_help_menu(add_menu(tr("&Help")));
  make_tool_bar(undo, redo);
  name_commands(*menuBar());
}

// What is still being worked on is the newest edit.
QAction* MainWindow::make_undo() {
  QUndoStack& stack = editor_.history().stack();
  QAction* const undo = stack.createUndoAction(this, tr("&Undo"));
  disconnect(undo, &QAction::triggered, &stack, nullptr);
  connect(undo, &QAction::triggered, this, [this] {
    if (!panes_.panel->take_back()) editor_.undo();
  });
  connect(panes_.panel, &ScenarioPanel::choice_pending, undo,
          [undo, &stack](bool pending) { undo->setEnabled(pending || stack.canUndo()); });
  undo->setIcon(themed_icon("undo"));
  undo->setShortcut(QKeySequence::Undo);
  return undo;
}

void MainWindow::make_view_menu(QMenu* view) {
  add_heading(view, tr("Docks"));
  docks_->fill(view);
  camera_ = new CameraMenu(view->addMenu(tr("Ca&mera")), *docks_, panes_, results_);
  add_heading(view, tr("In each view"));
  const std::pair<Pane*, QString> panes[] = {
      {panes_.structure, tr("In &3D")},        {panes_.map, tr("On the &map")},
      {panes_.section, tr("In the &section")}, {panes_.wave, tr("In the &wave")},
      {panes_.gather, tr("In the &gather")},   {panes_.spectrum, tr("In the s&pectrum")},
      {panes_.volume, tr("In the &volume")},   {panes_.residual, tr("In the &residual")}};
  for (const auto& [pane, title] : panes) {
    pane->commands()->setTitle(title);
    view->addMenu(pane->commands());
  }
  panes_.located->commands()->setTitle(tr("In located &events"));
  view->addMenu(panes_.located->commands());
  panes_.compare->commands()->setTitle(tr("In &Compare"));
  view->addMenu(panes_.compare->commands());
  panes_.log->commands()->setTitle(tr("In the &log"));
  view->addMenu(panes_.log->commands());
}

void MainWindow::make_help_menu(QMenu* help) {
  help->addAction(tr("&Commands..."), QKeySequence("Ctrl+Shift+P"), this,
                  [this] { (new CommandPalette(*menuBar(), this))->show(); });
  help->addAction(tr("&Keyboard and mouse"), QKeySequence("F1"), this,
                  [this] { (new ShortcutSheet(*menuBar(), this))->show(); });
  help->addAction(tr("C&hange keys..."), this, [this] { (new KeysDialog(*menuBar(), this))->open(); });
  help->addSeparator();
  help->addAction(tr("&About Foldwave"), this, [this] {
    QMessageBox::about(
        this, tr("About Foldwave"),
        tr("<b>Foldwave %1</b><p>Fold rock, send waves through it, see both.</p><p>Runs on: %2</p>")
            .arg(QString::fromStdString(program_version()),
                 QString::fromStdString(runs_.backend().description())));
  });
}

void MainWindow::make_tool_bar(QAction* undo, QAction* redo) {
  QToolBar* const bar = addToolBar(tr("Main"));
  bar->setObjectName("main bar");
  bar->setMovable(false);
  bar->setIconSize({18, 18});
  bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->addActions({files_->open_action(), files_->save_action()});
  bar->addSeparator();
  bar->addActions({undo, redo});
  // Their texts change with every edit: the buttons must not change their width with them.
  for (QAction* const action : {undo, redo})
    if (auto* const button = qobject_cast<QToolButton*>(bar->widgetForAction(action)))
      button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  bar->addSeparator();
  bar->addActions({run_menu_->fold(), run_menu_->wave(), run_menu_->stop()});
  bar->addSeparator();
  snap_ = new SnapChoice(this);
  bar->addWidget(snap_);
  bar->addSeparator();
  bar->addWidget(marks_);
  bar->addSeparator();
  add_foresight(*run_menu_->menu(), *bar, foresight_);
}

void MainWindow::connect_foresight() {
  const auto follow = [this] { foresight_.follow(editor_.now(), runs_.shared_backend()); };
  connect(&editor_, &Editor::changed, this, follow);
  connect(&runs_, &Runs::backend_changed, this, follow);
  connect(&results_, &Results::fold_changed, this, [this] { foresight_.fold_took(results_.fold()); });
  connect(&results_, &Results::wave_changed, this, [this] {
    if (results_.shown().from.empty() && !results_.shown().backward) foresight_.wave_took(results_.wave());
  });
  connect(&results_, &Results::image_changed, this, [this] { foresight_.location_took(results_.image()); });
  connect(&results_, &Results::survey_changed, this, [this] { foresight_.survey_took(results_.survey()); });
  jobs_.watch(foresight_.worker());
}

void MainWindow::connect_editor() {
  connect(&editor_, &Editor::opened, &cursor_->cursor(), &RockCursor::drop);
  connect(&editor_, &Editor::changed, this, &MainWindow::refresh_title);
  connect(&editor_, &Editor::file_changed, this, &MainWindow::refresh_title);
  connect(&editor_, &Editor::message, status_, &StatusLine::say);
  connect(files_, &FileMenu::message, status_, &StatusLine::say);
  connect(variants_, &VariantsMenu::message, status_, &StatusLine::say);
  connect(preferences_, &PreferencesMenu::message, status_, &StatusLine::say);
  connect(cursor_, &LinkedCursor::message, status_, &StatusLine::say);
  connect(camera_, &CameraMenu::message, status_, &StatusLine::say);
  connect(marks_, &GeologyMarks::message, status_, &StatusLine::say);
  connect(status_, &StatusLine::message, this, &MainWindow::message);

  connect(panes_.panel, &ScenarioPanel::edited, this, [this](const Scenario& scenario) {
    // A drag that ends where it began is no edit, but its preview must go.
    if (scenario == editor_.now())
      editor_.give_up();
    else
      editor_.edit(scenario);
  });
  connect(panes_.panel, &ScenarioPanel::shots_wished, files_,
          [files = files_] { files->show_recorded(RecordedKind::shots); });
  connect(panes_.panel, &ScenarioPanel::traces_wished, files_,
          [files = files_] { files->show_recorded(RecordedKind::gather); });
  connect(panes_.panel, &ScenarioPanel::dragging, &editor_, &Editor::drag);
  connect(panes_.panel, &ScenarioPanel::event_chosen, &editor_, &Editor::choose_event);
  connect_handles({panes_, editor_, *status_}, this);
}

void MainWindow::connect_panes() {
  connect(snap_, &SnapChoice::changed, this, [this](const Snap& snap) {
    for (HandlePane* const pane : panes_.editors())
      pane->set_snap(snap);
  });
  connect(panes_.structure, &StructurePane::exaggeration_changed, this, [this](double times) {
    panes_.wave->set_exaggeration(times);
    panes_.section->follow_exaggeration(times);
  });
  connect(panes_.section, &SectionPane::exaggeration_linked, this,
          [this] { panes_.section->follow_exaggeration(panes_.structure->exaggeration()); });
  connect(panes_.map, &MapPane::line_moving, panes_.section, &SectionPane::show_line);
  connect(panes_.wave, &WavePane::time_shown, panes_.gather, &GatherPane::mark_time);
  connect(panes_.wave, &WavePane::limit_shown, panes_.gather, &GatherPane::set_wave_limit);
  connect(panes_.wave, &WavePane::refused, this, [this](const QString& why) { status_->say(why, true); });
  connect(panes_.gather, &GatherPane::read, this, [this](const QString& words) {
    if (!runs_.busy() && !words.isEmpty()) status_->pass(words);
  });
  connect(panes_.spectrum, &SpectrumPane::read, this, [this](const QString& words) {
    if (!runs_.busy() && !words.isEmpty()) status_->say(words);
  });
  connect(panes_.spectrum, &SpectrumPane::refused, this,
          [this](const QString& why) { status_->say(why, true); });
  connect(panes_.gather, &GatherPane::chosen, panes_.spectrum, &SpectrumPane::choose);
  connect(panes_.log, &LogPanel::message, status_, &StatusLine::pass);
  for (const PictureActions* const pictures : findChildren<PictureActions*>())
    connect(pictures, &PictureActions::message, status_, &StatusLine::say);
  connect_volumes({panes_, *files_, editor_, runs_, run_reader_, *status_}, this);
  connect_imaging({panes_, editor_, runs_, results_, cursor_->cursor(), *run_menu_, *status_}, this);
  connect_residual({panes_, editor_, runs_, results_, *run_menu_, *status_}, this);
}

void MainWindow::connect_runs() {
  connect(run_menu_->wave(), &QAction::triggered, this, [this] {
    docks_->bring_forward({panes_.gather, panes_.wave});
  });
  connect(&runs_, &Runs::findings_changed, this, [this] { run_log_.take(runs_.findings()); });
  connect(&runs_, &Runs::started, this, [this](const QString& name) {
    notes_.set_progress({});
    status_->begin_job(name);
    files_->refresh();
    variants_->refresh();
  });
  connect(&runs_, &Runs::progressed, this, [this](const JobState& state) {
    notes_.set_progress(state);
    status_->show_job(state, results_.live().running());
  });
  connect(&runs_, &Runs::finished, this, [this] {
    notes_.set_progress({});
    files_->refresh();
    variants_->refresh();
    show_backend();  // a device may have been lost
  });
  connect(&runs_, &Runs::backend_changed, this, &MainWindow::show_backend);
  jobs_.watch(runs_.worker());
  jobs_.watch(variant_folds_.worker());
  jobs_.watch(editor_.horizon_edits().worker());
  jobs_.watch(panes_.volume->planes().worker());
  jobs_.watch(panes_.residual->worker());
  jobs_.watch(panes_.volume->opening());
  jobs_.watch(run_reader_.worker());
  jobs_.watch(panes_.volume->edges().search().worker());
  connect(panes_.wave, &WavePane::recorder_made, this,
          [this](WaveRecorder& recorder) { jobs_.watch(recorder.worker()); });
}

void MainWindow::show_backend() {
  status_->show_backend(runs_.backend());
  notes_.set_backend(runs_.backend());
}

void MainWindow::refresh_title() {
  setWindowTitle(QString("%1[*] \u2013 Foldwave").arg(QString::fromStdString(editor_.now().name)));
  setWindowModified(editor_.is_unsaved());
}

void MainWindow::remember_layout() {
  remember_layout_ = true;
  docks_->restore();
  panes_.jobs->restore_widths();
  const WindowSwitches switches = load_switches();
  run_menu_->folds_along()->setChecked(switches.fold_while_editing);
  marks_->set_wish(switches.marks);
  panes_.structure->place_slices(switches.slices);
  restore_kept_switches(*this);
  colors_->set_colors(switches.colors);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!files_->may_discard()) return event->ignore();
  runs_.stop_all();
  run_reader_.stop();
  editor_.forget_unsaved();
  if (remember_layout_) {
    docks_->save();
    panes_.jobs->save_widths();
    save_switches({editor_.folds_along(), marks_->wish(), colors_->colors(),
                   panes_.structure->scene().places().parts()});
    save_kept_switches(*this);
  }
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (FileMenu::can_drop(event->mimeData())) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  if (!FileMenu::can_drop(event->mimeData())) return;
  event->acceptProposedAction();
  files_->drop(event->mimeData());
}

}  // namespace foldwave
