#include "ui/window/main_window.hpp"

#include <QAction>
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QSplitter>
#include <QStatusBar>
#include <algorithm>
#include <utility>

#include "core/model/scenario_check.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/views/gather_pane.hpp"
#include "ui/views/opengl_check.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/vtk_view.hpp"
#include "ui/views/wave_pane.hpp"
#include "ui/window/recent_files.hpp"

namespace foldwave {
namespace {

constexpr int edit_pause = 350;  // ms without an edit before the fold is solved again

}  // namespace

MainWindow::MainWindow(std::shared_ptr<const Backend> backend) : session_(std::move(backend)) {
  const OpenGlCheck opengl = check_opengl();
  panel_ = new ScenarioPanel(this);
  structure_ = new StructurePane(opengl.why_not, this);
  wave_ = new WavePane(opengl.why_not, this);
  gather_ = new GatherPane(opengl.why_not, this);

  if (opengl.software) {
    session_.set_surface_detail(software_detail);
    structure_->scene().draw_for_software();
    wave_->scene().draw_for_software();
  }
  auto* const right = new QSplitter(Qt::Vertical, this);
  right->addWidget(wave_);
  right->addWidget(gather_);
  right->setSizes({560, 440});
  auto* const all = new QSplitter(Qt::Horizontal, this);
  all->addWidget(panel_);
  all->addWidget(structure_);
  all->addWidget(right);
  all->setStretchFactor(0, 0);
  all->setStretchFactor(1, 5);
  all->setStretchFactor(2, 4);
  all->setSizes({345, 560, 460});
  for (QSplitter* const s : {right, all}) {
    s->setHandleWidth(2);
    s->setChildrenCollapsible(false);
  }
  setCentralWidget(all);
  setAcceptDrops(true);
  make_actions();
  make_status_bar();
  connect_session();
  resize(1440, 900);

  edited_.setSingleShot(true);
  edited_.setInterval(edit_pause);
  connect(&edited_, &QTimer::timeout, this, [this] {
    const bool wanted = auto_fold_->isChecked() && (!session_.fold() || session_.fold_is_stale());
    if (wanted && !has_errors(check_scenario(session_.scenario()))) session_.run_fold();
  });
  refresh_actions();
}

MainWindow::~MainWindow() = default;

void MainWindow::connect_session() {
  connect(&history_, &History::changed, this, [this](const Scenario& now) {
    session_.edit(now);
    edited_.start();
    keep_unsaved();
  });
  connect(panel_, &ScenarioPanel::edited, this, &MainWindow::edit);
  connect(structure_, &StructurePane::handle_moved, this, &MainWindow::move_handle);
  connect(structure_, &StructurePane::handle_moving, this, [this](int index, const Vec3& local) {
    const Vec3 map = local + session_.scenario().grid.origin;
    say(tr("control point %1: x %2, y %3, depth %4 m")
            .arg(index + 1)
            .arg(map.x, 0, 'f', 0)
            .arg(map.y, 0, 'f', 0)
            .arg(map.z, 0, 'f', 0));
  });
  connect(wave_, &WavePane::time_shown, gather_, &GatherPane::mark_time);
  connect(gather_, &GatherPane::read, this, [this](const QString& words) {
    if (!session_.busy() && !words.isEmpty()) say(words);
  });
  if (structure_->view() != nullptr)
    connect(structure_->view(), &VtkView::drawn, this, [this] {
      if (horizon_there_ && !std::exchange(horizon_seen_, true)) emit first_picture();
      if (session_.fold() && structure_->scene().is_complete() && !std::exchange(fold_seen_, true))
        emit fold_picture();
    });

  connect(&session_, &Session::scenario_changed, this, [this] {
    const Scenario& s = session_.scenario();
    panel_->show_scenario(s);
    structure_->show_scenario(s);
    wave_->show_scenario(s);
    refresh_title();
    refresh_notes();
  });
  connect(&session_, &Session::findings_changed, this,
          [this] { panel_->show_findings(session_.findings()); });
  connect(&session_, &Session::horizon_ready, this, [this](const vtkSmartPointer<vtkPolyData>& surface) {
    structure_->show_horizon(surface);
    horizon_there_ = true;
  });
  connect(&session_, &Session::fold_changed, this, &MainWindow::show_fold);
  connect(&session_, &Session::snapshots_changed, this, [this] {
    wave_->show_snapshots(session_.snapshots());
    refresh_notes();
  });
  connect(&session_, &Session::wave_changed, this, &MainWindow::show_wave);
  connect(&session_, &Session::started, this, [this](const QString& name) {
    // Never the endless animation: each of its frames would compose the whole window anew, three views and
    // all.
    bar_->setRange(0, 1000);
    bar_->setValue(0);
    bar_->show();
    say(name);
    refresh_actions();
  });
  connect(&session_, &Session::progressed, this, [this](const JobState& state) {
    bar_->setValue(static_cast<int>(1000 * std::max(state.part, 0.0)));
    say(state.step);
    QStringList words;
    if (state.rate > 0) words << tr("%1 M%2/s").arg(state.rate / 1e6, 0, 'g', 3).arg(state.unit);
    if (state.seconds_left >= 0.5) words << tr("%1 s left").arg(state.seconds_left, 0, 'f', 0);
    rate_->setText(words.join(",  "));
  });
  connect(&session_, &Session::finished, this,
          [this](const QString& name, Outcome outcome, const QString& text) {
            if (!session_.busy()) {
              bar_->hide();
              rate_->clear();
            }
            if (outcome == Outcome::failed)
              say(text, true);
            else if (!session_.busy())
              say(outcome == Outcome::stopped ? tr("%1 stopped").arg(name) : tr("%1 done").arg(name));
            refresh_actions();
            refresh_notes();
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
  auto* const backend =
      new QLabel(tr("Back end: %1").arg(QString::fromStdString(session_.backend().name())), this);
  backend->setProperty("role", "unit");
  backend->setToolTip(QString::fromStdString(session_.backend().description()));
  statusBar()->addWidget(words_, 1);
  statusBar()->addPermanentWidget(rate_);
  statusBar()->addPermanentWidget(bar_);
  statusBar()->addPermanentWidget(backend);
}

bool MainWindow::open_file(const QString& file, bool is_example) {
  Scenario scenario;
  try {
    scenario = Document::load(file);
  } catch (const Error& error) {
    say(QString::fromUtf8(error.what()), true);
    return false;
  }
  document_.opened(scenario, file, is_example);
  opened_ = file;
  if (!is_example) remember_file(file);
  show_opened(scenario);
  return true;
}

void MainWindow::show_opened(const Scenario& scenario) {
  edited_.stop();
  history_.start(scenario);
  session_.open(scenario);
  refresh_title();
  keep_unsaved();
  session_.run_fold();
}

void MainWindow::keep_unsaved() {
  if (!recovery_) return;
  if (document_.is_changed(session_.scenario()))
    recovery_->keep({session_.scenario(), document_.file()});
  else
    recovery_->forget();
}

void MainWindow::start_recovery(const QString& folder) {
  recovery_ = std::make_unique<Recovery>(folder);
  connect(recovery_.get(), &Recovery::failed, this, [this](const QString& why) { say(why, true); });
}

bool MainWindow::recover() {
  const auto work = recovery_ ? recovery_->take_over() : std::nullopt;
  if (!work) return false;
  document_.recovered(work->file);
  opened_ = work->file.isEmpty() ? tr("unsaved work") : work->file;
  show_opened(work->scenario);
  say(tr("Recovered \"%1\" as it was when the program ended: save it to keep it")
          .arg(QString::fromStdString(work->scenario.name)));
  return true;
}

bool MainWindow::save_to(const QString& file) {
  Scenario scenario = session_.scenario();
  // A file of picks that was found beside the old scenario is named in full when the scenario moves.
  const std::string folder = QFileInfo(file).absolutePath().toStdString();
  if (folder != scenario.folder)
    for (FoldEvent& event : scenario.events)
      if (auto* const picks = std::get_if<XyzHorizon>(&event.horizon);
          picks != nullptr && !picks->file.empty())
        picks->file = QDir(QString::fromStdString(scenario.folder))
                          .absoluteFilePath(QString::fromStdString(picks->file))
                          .toStdString();
  scenario.folder = folder;
  try {
    document_.save(scenario, file);
  } catch (const Error& error) {
    say(QString::fromUtf8(error.what()), true);
    return false;
  }
  history_.adopt(scenario);
  session_.edit(scenario);
  remember_file(file);
  keep_unsaved();
  refresh_title();
  say(tr("Saved %1").arg(file));
  return true;
}

bool MainWindow::save() {
  return document_.file().isEmpty() ? save_as() : save_to(document_.file());
}

bool MainWindow::save_as() {
  QString name = document_.file();
  if (name.isEmpty())
    name = QString::fromStdString(session_.scenario().name).toLower().replace(' ', '-') + ".json";
  const QString file =
      QFileDialog::getSaveFileName(this, tr("Save the scenario"), name, tr("Scenarios (*.json)"));
  return !file.isEmpty() && save_to(file.endsWith(".json") ? file : file + ".json");
}

void MainWindow::ask_open() {
  if (!may_discard()) return;
  const QString file =
      QFileDialog::getOpenFileName(this, tr("Open a scenario"), QFileInfo(opened_).absolutePath(),
                                   tr("Scenarios (*.json);;All files (*)"));
  if (!file.isEmpty()) open_file(file);
}

bool MainWindow::may_discard() {
  if (!document_.is_changed(session_.scenario())) return true;
  const auto answer = QMessageBox::question(
      this, tr("Unsaved changes"),
      tr("\"%1\" has changes that are not saved.").arg(QString::fromStdString(session_.scenario().name)),
      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
  if (answer == QMessageBox::Save) return save();
  return answer == QMessageBox::Discard;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!may_discard()) return event->ignore();
  session_.stop();
  if (recovery_) recovery_->forget();
  event->accept();
}

namespace {
// The one local file that is being dragged, when it is one that can be opened.
QString dragged_file(const QMimeData* data) {
  if (!data->hasUrls() || data->urls().size() != 1) return {};
  const QString file = data->urls().front().toLocalFile();
  const QString suffix = QFileInfo(file).suffix().toLower();
  return suffix == "json" || suffix == "xyz" || suffix == "txt" ? file : QString();
}
}  // namespace

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!dragged_file(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString file = dragged_file(event->mimeData());
  if (file.isEmpty()) return;
  event->acceptProposedAction();
  if (file.endsWith(".json", Qt::CaseInsensitive)) {
    if (may_discard()) open_file(file);
    return;
  }
  // Picks become the horizon, as one edit.
  Scenario next = session_.scenario();
  if (next.events.empty()) return;
  next.events.front().horizon = XyzHorizon{file.toStdString(), VerticalSense::elevation, 0.0, {}};
  edit(next);
}

void MainWindow::edit(const Scenario& scenario) {
  history_.push(scenario);
}

void MainWindow::move_handle(int index, const Vec3& local) {
  Scenario next = session_.scenario();
  auto* const drawn = std::get_if<PointsHorizon>(&next.events.front().horizon);
  if (drawn == nullptr || index >= static_cast<int>(drawn->points.size())) return;
  drawn->points[static_cast<std::size_t>(index)] = local + next.grid.origin;
  history_.push(next);
  session_.run_fold();
}

void MainWindow::run_fold() {
  session_.run_fold();
}
void MainWindow::run_wave() {
  session_.run_wave();
}
void MainWindow::stop() {
  session_.stop();
}

void MainWindow::show_fold() {
  if (const auto fold = session_.fold()) {
    // The views share the outcome: it lives as long as one of them shows it.
    const std::shared_ptr<const FoldResult> result(fold, &fold->result);
    structure_->show_fold(result, fold->geometry, fold->scenario.stack);
    wave_->show_fold(result, fold->scenario.stack);
    structure_->show_scenario(session_.scenario());
    // Without OpenGL nothing is drawn that could say so.
    if (structure_->view() == nullptr && !std::exchange(fold_seen_, true)) {
      emit first_picture();
      emit fold_picture();
    }
  } else {
    structure_->clear_fold();
    wave_->show_fold(nullptr, {});
  }
  refresh_notes();
}

void MainWindow::show_wave() {
  const auto wave = session_.wave();
  if (!wave || wave->result.run.gather.samples < 2) {
    gather_->show_gather(nullptr, {});
  } else {
    const auto& sources = wave->scenario.survey.sources;
    const Vec3 source = sources.empty() ? Vec3{} : sources.front().position - wave->scenario.grid.origin;
    gather_->show_gather({wave, &wave->result.run.gather}, source);
  }
  refresh_notes();
}

}  // namespace foldwave
