#include "ui/window/main_window.hpp"

#include <QAction>
#include <QLabel>
#include <QProgressBar>
#include <QScreen>
#include <QStatusBar>
#include <algorithm>
#include <utility>

#include "core/engine/pipeline.hpp"
#include "core/model/event_edits.hpp"
#include "core/model/scenario_check.hpp"
#include "ui/canvas/opengl_check.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/geology/geology_marks.hpp"
#include "ui/geology/geology_pane.hpp"
#include "ui/log/log_panel.hpp"
#include "ui/panels/jobs_panel.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/spectrum_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/widgets/wheel_guard.hpp"

namespace foldwave {
namespace {

constexpr int edit_pause = 350;  // ms without an edit before the fold is solved again

}  // namespace

MainWindow::MainWindow(std::shared_ptr<const Backend> backend)
    : session_(backend, turns_),
      preview_(turns_),
      variant_folds_(std::move(backend), turns_),
      edits_([this]() -> const Scenario& { return history_.now(); }, [this] { return !is_dragging(); }) {
  guard_wheel();
  const OpenGlCheck opengl = check_opengl();
  panel_ = new ScenarioPanel(this);
  structure_ = new StructurePane(opengl.why_not, this);
  map_ = new MapPane(opengl.why_not, this);
  section_ = new SectionPane(opengl.why_not, this);
  wave_ = new WavePane(opengl.why_not, this);
  gather_ = new GatherPane(opengl.why_not, this);
  spectrum_ = new SpectrumPane(opengl.why_not, this);
  compare_ = new ComparePane(opengl.why_not, variant_folds_, this);
  geology_ = new GeologyPane(this);
  jobs_panel_ = new JobsPanel(jobs_, this);
  log_panel_ = new LogPanel(log_, this);

  if (opengl.software) {
    session_.set_surface_detail(software_detail);
    variant_folds_.set_surface_detail(software_detail);
    compare_->scene(0).draw_for_software();
    compare_->scene(1).draw_for_software();
    structure_->scene().draw_for_software();
    map_->scene().draw_for_software();
    section_->scene().draw_for_software();
    wave_->scene().draw_for_software();
  }
  resize(QSize(1440, 900).boundedTo(screen()->availableSize()));
  make_docks();
  setAcceptDrops(true);
  make_actions();
  make_status_bar();
  connect_session();
  connect_editors();
  connect_geology();
  connect_jobs();

  edited_.setSingleShot(true);
  edited_.setInterval(edit_pause);
  connect(&edited_, &QTimer::timeout, this, [this] {
    const bool wanted = auto_fold_->isChecked() && (!session_.fold() || session_.fold_is_stale());
    if (wanted && !has_errors(check_scenario(session_.scenario()))) session_.run_fold();
  });
  refresh_actions();
  if (!opengl.why_not.isEmpty())
    say(tr("Nothing can be drawn here: %1 foldwave-cli works without a display").arg(opengl.why_not), true);
}

// Panes draw and fold with what the window owns: they go first.
MainWindow::~MainWindow() {
  delete compare_;
}

void MainWindow::connect_session() {
  connect(&history_, &History::changed, this, [this](const Scenario& now) {
    stop_preview();
    event_ = followed_choice(session_.scenario().events, now.events, event_);
    edits_.follow(session_.scenario().events, now.events);
    session_.edit(now);
    edited_.start();
    keep_unsaved();
    // A fold that begins at once brings its horizon along.
    horizon_wanted_ = true;
    QMetaObject::invokeMethod(this, &MainWindow::show_new_horizon, Qt::QueuedConnection);
  });
  connect(panel_, &ScenarioPanel::edited, this, [this](const Scenario& scenario) {
    // A drag that ends where it began is no edit, but its preview must go.
    if (scenario == session_.scenario())
      end_preview();
    else
      edit(scenario);
  });
  connect(panel_, &ScenarioPanel::dragging, this, &MainWindow::preview);
  connect(panel_, &ScenarioPanel::event_chosen, this, &MainWindow::choose_event);
  const auto with_line = [this](const AxialLine& line) {
    Scenario next = session_.scenario();
    next.events[event_].fold.axial_line = line;
    return next;
  };
  connect(structure_, &StructurePane::axis_turning, this,
          [this, with_line](const AxialLine& line) { preview(with_line(line)); });
  connect(structure_, &StructurePane::axis_turned, this, [this, with_line](const AxialLine& line) {
    edit(with_line(line));
    fold_now();
  });
  connect(&preview_, &FoldPreview::ready, this, [this](const std::shared_ptr<const FoldOutcome>& fold) {
    structure_->show_fold({fold, &fold->result}, fold->geometry, fold->scenario.stack);
    show_in_editors(fold);
    marks_->set_stale(true);
    structure_->set_note(tr("preview: release to fold it in full"), false);
    if (std::exchange(refused_, false)) {
      panel_->show_findings(session_.findings());
      say({});
    }
  });
  connect(&preview_, &FoldPreview::horizon_ready, this, &MainWindow::take_horizon);
  connect(&preview_, &FoldPreview::refused, this, &MainWindow::show_refusal);
  connect(wave_, &WavePane::time_shown, gather_, &GatherPane::mark_time);
  connect(wave_, &WavePane::limit_shown, gather_, &GatherPane::set_wave_limit);
  connect(gather_, &GatherPane::read, this, [this](const QString& words) {
    if (!session_.busy() && !words.isEmpty()) show_words(words);
  });
  connect(spectrum_, &SpectrumPane::read, this, [this](const QString& words) {
    if (!session_.busy() && !words.isEmpty()) say(words);
  });
  connect(spectrum_, &SpectrumPane::refused, this, [this](const QString& why) { say(why, true); });
  connect(gather_, &GatherPane::chosen, spectrum_, &SpectrumPane::choose);
  if (structure_->view() != nullptr)
    connect(structure_->view(), &VtkView::drawn, this, [this] {
      if (horizon_there_ && !std::exchange(horizon_seen_, true)) emit first_picture();
      if (session_.fold() && structure_->scene().is_complete() && !std::exchange(fold_seen_, true))
        emit fold_picture();
    });

  connect(&session_, &Session::scenario_changed, this, [this] {
    const Scenario& s = session_.scenario();
    horizon_is_new_ = false;
    panel_->show_scenario(s, event_);
    show_in_panes();
    wave_->show_scenario(s);
    compare_->show_scenario(s, session_.fold());
    marks_->show_scenario(s);
    marks_->set_stale(session_.fold_is_stale());
    refresh_title();
    refresh_notes();
  });
  connect(&session_, &Session::findings_changed, this, [this] {
    panel_->show_findings(session_.findings());
    log_findings();
    refresh_notes();
  });
  connect(&session_, &Session::horizon_ready, this, [this](const vtkSmartPointer<vtkPolyData>& surface) {
    horizon_there_ = true;
    if (session_.scenario().events.size() > 1) return;  // the chosen one's is shown
    structure_->show_horizon(surface);
    if (!session_.fold()) map_->show_unfolded(surface);
  });
  connect(&session_, &Session::fold_changed, this, &MainWindow::show_fold);
  connect(&session_, &Session::snapshots_changed, this, [this] {
    wave_->set_made_of(session_.snapshots_scenario(), session_.snapshots_fold());
    wave_->show_snapshots(session_.snapshots());
    refresh_notes();
  });
  connect(&session_, &Session::wave_changed, this, &MainWindow::show_wave);
  connect_live();
  connect(&session_, &Session::started, this, [this](const QString& name) {
    // Never the endless animation: each of its frames would compose the whole window anew, three views and
    // all.
    bar_->setRange(0, 1000);
    bar_->setValue(0);
    job_ = {};
    job_shown_.start();
    bar_->show();
    show_words(name);
    refresh_actions();
  });
  connect(&session_, &Session::progressed, this, [this](const JobState& state) {
    job_ = state;
    look_at_wave();
    show_job();
  });
  connect(&session_, &Session::finished, this,
          [this](const QString& name, Outcome outcome, const QString& text) {
            job_ = {};
            if (!session_.busy()) {
              bar_->hide();
              rate_->clear();
            }
            say_ended(name, outcome, text);
            refresh_actions();
            show_backend();  // a device may have been lost
          });
}

void MainWindow::make_status_bar() {
  words_ = new QLabel(this);
  words_->setObjectName("status");
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  words_->setSizePolicy(QSizePolicy::Ignored,
                        QSizePolicy::Preferred);  // a long message never widens the window
  rate_ = new QLabel(this);
  rate_->setProperty("role", "unit");
  bar_ = new QProgressBar(this);
  bar_->setFixedWidth(180);
  bar_->setTextVisible(false);
  bar_->hide();
  backend_label_ = new QLabel(this);
  backend_label_->setObjectName("back end");
  backend_label_->setProperty("role", "unit");
  show_backend();
  statusBar()->addWidget(words_, 1);
  statusBar()->addPermanentWidget(rate_);
  statusBar()->addPermanentWidget(bar_);
  statusBar()->addPermanentWidget(backend_label_);
}

void MainWindow::edit(const Scenario& scenario) {
  history_.push(scenario);
}

void MainWindow::preview(const Scenario& scenario) {
  if (event_ >= scenario.events.size()) return;
  panel_->follow(scenario);
  structure_->follow(fold_of(scenario, event_));
  map_->follow(fold_of(scenario, event_));
  if (!auto_fold_->isChecked()) return preview_.follow_horizon(scenario, event_);
  session_.stop_fold();
  structure_->scene().set_moving(true);
  preview_.follow(scenario, event_);
}

// The horizon alone, painted where the fold cannot propagate on it, and the reason beside the field.
void MainWindow::show_refusal(const PreviewRefusal& refusal) {
  refused_ = true;
  Findings findings = session_.findings();
  findings.push_back(refusal.finding);
  panel_->show_findings(findings);
  say(QString::fromStdString(refusal.finding.problem), true);
  structure_->show_unfolded(refusal.horizon);
  map_->show_unfolded(refusal.horizon);
  structure_->set_note(tr("cannot be folded like this"), true);
}

void MainWindow::stop_preview() {
  preview_.end();
  edits_.end_sketch();
  QMetaObject::invokeMethod(&edits_, &HorizonEdits::land, Qt::QueuedConnection);  // a drag may have ended
  if (std::exchange(refused_, false)) panel_->show_findings(session_.findings());
  structure_->scene().set_moving(false);
}

// Back to what there was before the drag.
void MainWindow::end_preview() {
  stop_preview();
  say({});
  panel_->show_scenario(session_.scenario(), event_);
  show_in_panes();
  if (session_.fold()) show_fold();
  if (!session_.fold() || session_.fold_is_stale()) edited_.start();
  horizon_wanted_ = !auto_fold_->isChecked() || session_.scenario().events.size() > 1;
  show_new_horizon();
}

void MainWindow::fold_now() {
  if (!auto_fold_->isChecked()) return;
  edited_.stop();
  horizon_wanted_ = horizon_wanted_ && session_.scenario().events.size() > 1;  // else the fold brings it
  session_.run_fold();
}

void MainWindow::show_fold() {
  if (const auto fold = session_.fold()) {
    // The views share the outcome: it lives as long as one of them shows it.
    const std::shared_ptr<const FoldResult> result(fold, &fold->result);
    structure_->show_fold(result, fold->geometry, fold->scenario.stack);
    wave_->show_fold(result, fold->scenario.stack);
    show_in_editors(fold);
    marks_->show_fold(fold);
    marks_->set_stale(session_.fold_is_stale());
    show_in_panes();  // the panel keeps what is being typed there
    compare_->show_scenario(session_.scenario(), fold);
    // Without OpenGL nothing is drawn that could say so.
    if (structure_->view() == nullptr && !std::exchange(fold_seen_, true)) {
      emit first_picture();
      emit fold_picture();
    }
  } else {
    structure_->show_unfolded(nullptr);
    map_->show_unfolded(nullptr);
    section_->clear_fold();
    geology_->show_fold(nullptr);
    marks_->show_fold(nullptr);
    wave_->show_fold(nullptr, {});
  }
  refresh_notes();
}

void MainWindow::show_wave() {
  const auto wave = session_.wave();
  if (!wave || wave->result.run.gather.samples < 2) {
    gather_->show_gather(nullptr, {});
    spectrum_->show_wave(nullptr);
  } else {
    const auto& sources = wave->scenario.survey.sources;
    const Vec3 source = sources.empty() ? Vec3{} : sources.front().position - wave->scenario.grid.origin;
    gather_->show_gather({wave, &wave->result.run.gather}, source);
    spectrum_->show_wave(wave);
  }
  refresh_notes();
}

}  // namespace foldwave
