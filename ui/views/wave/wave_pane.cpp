#include "ui/views/wave/wave_pane.hpp"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <algorithm>

#include "core/model/same_results.hpp"
#include "ui/canvas/rock_view.hpp"
#include "ui/dialogs/record_dialog.hpp"
#include "ui/jobs/outcomes.hpp"
#include "ui/settings/theme.hpp"
#include "ui/views/slice_bar.hpp"
#include "ui/views/wave/play_controls.hpp"

namespace foldwave {
namespace {

constexpr int live_interval = 125;  // ms between live pictures: the solver needs the processor more

}  // namespace

WavePane::WavePane(const QString& why_no_opengl, QWidget* parent) : Pane(parent) {
  RockView* view = nullptr;
  if (why_no_opengl.isEmpty())
    view = new RockView(
        scene_, [this](double x, double y) { return scene_.rock_at(x, y); }, this);
  build(scene_, view, why_no_opengl);
  if (view != nullptr) {
    view->setObjectName("wave view");
    connect(view, &RockView::rock_pointed, this, &WavePane::rock_pointed);
    connect(view, &RockView::rock_left, this, &WavePane::rock_left);
  }

  QHBoxLayout* line = add_controls();
  time_ = new QSlider(Qt::Horizontal, this);
  time_->setObjectName("time");
  time_->setAccessibleName(tr("Time of the snapshot"));
  time_->setEnabled(false);
  time_->setToolTip(tr("Time of the snapshot"));
  line->addWidget(time_, 1);
  count_ = new QLabel(this);
  count_->setObjectName("wave count");
  count_->setProperty("role", "unit");
  count_->setMinimumWidth(count_->fontMetrics().horizontalAdvance("9.999 s  999/999"));
  count_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  line->addWidget(count_);

  play_ = new PlayControls(commands(), time_, [this] { return is_in_front(); });
  line = add_controls();
  line->setSpacing(2);
  for (const auto& [action, name] : {std::pair{play_->first, "wave first"},
                                     {play_->back, "wave back"},
                                     {play_->play, "wave play"},
                                     {play_->on, "wave on"},
                                     {play_->last, "wave last"},
                                     {play_->modes->menuAction(), "wave mode"},
                                     {play_->speeds->menuAction(), "wave speed"}}) {
    QToolButton* const button = add_button(line, action, name);
    button->setAccessibleName(action->text().remove('&'));
    if (action->menu() != nullptr) button->setPopupMode(QToolButton::InstantPopup);
  }
  record_ = add_command(tr("&Record..."), "record", tr("Write the snapshots as pictures and as a movie"));
  record_->setEnabled(false);
  connect(record_, &QAction::triggered, this, &WavePane::ask_recording);
  add_button(line, record_, "wave record")->setToolButtonStyle(Qt::ToolButtonIconOnly);
  line->addStretch(1);

  add_show_menu(line);
  add_looks();
  slices_ = new SliceBar(this);
  add_more_controls()->addWidget(slices_, 1);

  connect(slices_, &SliceBar::moved, this, [this](int axis, int node) {
    scene_.set_slice(axis, node);
    emit wish_changed();
    redraw();
  });
  connect(time_, &QSlider::valueChanged, this, [this](int at) {
    follow_ = at >= last();
    show_at(at);
  });
  if (view != nullptr) {
    play_->listen_in(view);
    connect(view, &VtkView::drawn, play_, &PlayControls::drawn);
  }
  connect(&reader_, &SnapshotReader::came, this, &WavePane::show_late);
  connect(&reader_, &SnapshotReader::failed, this, &WavePane::refused);
  newest_.setSingleShot(true);
  connect(&newest_, &QTimer::timeout, this, &WavePane::show_newest);
  shown_.start();
}

WavePane::~WavePane() {
  delete record_dialog_;
  delete view();
}

void WavePane::show_scenario(const Scenario& scenario) {
  scene_.show_scenario(scenario);
  const bool other_grid = !(scenario.grid == scenario_.grid);
  scenario_ = scenario;
  if (other_grid) {
    fold_.reset();
    slices_->show_grid(scenario.grid, {scene_.slice(0), scene_.slice(1), scene_.slice(2)});
    // The scene lets a wave go with its box; with the box it comes back.
    if (!snapshots_.empty() && made_of_.grid == scenario.grid) return show_at(time_->value());
  }
  redraw();
}

void WavePane::show_fold(std::shared_ptr<const FoldResult> fold, const LayerStack& stack) {
  fold_ = std::move(fold);
  stack_ = stack;
  scene_.show_fold(fold_, stack);
  redraw();
}

std::array<int, 3> WavePane::wished_planes() const {
  return is_in_front() && is_watched() ? scene_.planes() : std::array{-1, -1, -1};
}

void WavePane::set_exaggeration(double times) {
  scene_.set_exaggeration(times);
  redraw();
}

RecordingPlan WavePane::recording() const {
  RecordingPlan plan;
  plan.film = {scenario_, fold_, stack_, scene_.look()};
  plan.film.background = &figure_look();
  plan.film.look.cursor = pinned_;
  // What was recorded before the last edits is drawn where it was recorded.
  if (made_of_fold_ && !same_wave(made_of_, scenario_)) {
    const Grid3 &then = made_of_.grid, &now = scenario_.grid;
    for (std::size_t a = 0; a < 3; ++a)
      plan.film.look.slices[a] = std::min(plan.film.look.slices[a], then.n[a] - 1);
    if (!(then == now)) {
      plan.film.look.camera = {};
      plan.film.look.cursor.reset();
    }
    plan.film.scenario = made_of_;
    plan.film.fold = {made_of_fold_, &made_of_fold_->result};
    plan.film.stack = made_of_.stack;
  }
  if (const FrameSize& f = scene_.frame(); f.width > 1) {
    plan.film.width = f.width;
    plan.film.height = f.height;
    plan.film.scale = f.scale;
  }
  plan.film.look.note.clear();  // it tells of the run, not of the snapshot
  plan.snapshots = snapshots_;
  plan.per_second = play_->per_second();
  return plan;
}

void WavePane::ask_recording() {
  // A scenario of another name has a folder of its own.
  if (record_dialog_ && recorded_name_ != scenario_.name && !record_dialog_->recorder().busy())
    delete std::exchange(record_dialog_, nullptr);
  if (!record_dialog_) {
    recorded_name_ = scenario_.name;
    record_dialog_ = new RecordDialog(
        QString::fromStdString(scenario_.name), [this] { return recording(); }, window());
    emit recorder_made(record_dialog_->recorder());
  }
  record_dialog_->show();
  record_dialog_->raise();
  record_dialog_->activateWindow();
}

bool WavePane::is_watched() const {
  return watch_->isChecked();
}

bool WavePane::is_playing() const {
  return play_->play->isChecked();
}

int WavePane::last() const {
  return std::max(static_cast<int>(snapshots_.size()) - (live_ ? 0 : 1), 0);
}

// Who follows stays at the end.
void WavePane::set_range() {
  const QSignalBlocker quiet(time_);
  time_->setRange(0, last());
  time_->setEnabled(last() > 0);
  if (follow_ && live_) time_->setValue(last());
}

void WavePane::show_live(std::shared_ptr<const LiveFrame> frame) {
  running_ = frame != nullptr;
  if (frame)
    live_ = std::move(frame);
  else if (!snapshots_.empty())
    live_.reset();
  set_range();
  if (follow_ && !is_playing()) show_newest();
}

void WavePane::set_made_of(const Scenario& scenario, std::shared_ptr<const FoldOutcome> fold) {
  made_of_ = scenario;
  made_of_fold_ = std::move(fold);
}

void WavePane::show_snapshots(Snapshots snapshots) {
  const bool first = snapshots_.empty();
  snapshots_ = std::move(snapshots);
  record_->setEnabled(!snapshots_.empty());
  if (!running_) live_.reset();
  if (first) follow_ = true;
  set_range();
  if (snapshots_.empty()) {
    play_->pause();
    return live_ ? show_newest() : show_at(0);
  }
  if (live_ && follow_) return;  // newer than they are
  // Snapshots may come faster than they can be drawn: the newest wins.
  if (!follow_ || is_playing()) return show_at(time_->value());
  const auto wait = live_interval - shown_.elapsed();
  if (wait <= 0)
    show_newest();
  else if (!newest_.isActive())
    newest_.start(static_cast<int>(wait));
}

void WavePane::show_newest() {
  // The slider may have been moved since this was asked for.
  if (!follow_) return;
  const QSignalBlocker quiet(time_);
  time_->setValue(last());
  show_at(last());
}

// The middle one of the snapshots' own: the first ones, near the source, are far louder than all others.
double WavePane::fixed_limit() const {
  std::vector<double> limits;
  if (fixed_)
    for (const auto& s : snapshots_)
      if (const double limit = limit_of(*s, scene_.options().clip_side); limit > 0.0) limits.push_back(limit);
  if (limits.empty()) return 0.0;
  const auto middle = limits.begin() + std::ssize(limits) / 2;
  std::ranges::nth_element(limits, middle);
  return *middle;
}

void WavePane::show_live_frame() {
  scene_.set_fixed_limit(fixed_limit());
  if (scene_.live() != live_.get() || !running_) scene_.show_live(live_, running_);
  count_->setText(tr("live"));  // the view says the time; words here would have the window composed anew
  emit time_shown(live_->time);
  emit limit_shown(scene_.limit());
  redraw_quickly();
}

void WavePane::show_at(int index) {
  shown_.restart();
  if (live_ && index == last()) return show_live_frame();
  if (index < 0 || index >= static_cast<int>(snapshots_.size())) {
    scene_.show_snapshot(nullptr);
    count_->clear();
    emit time_shown(-1.0);
    emit limit_shown(0.0);
    return redraw();
  }
  const auto& snapshot = snapshots_[static_cast<std::size_t>(index)];
  if (scene_.snapshot() == snapshot.get()) return show_unpacked(index, nullptr);
  // What is not unpacked at once comes by show_late: until then the picture before stays.
  if (Pressure pressure = reader_.read(snapshot)) show_unpacked(index, std::move(pressure));
}

// Another may be wished by now: one that is late is better than none, as while it plays.
void WavePane::show_late(const std::shared_ptr<const Snapshot>& snapshot, const Pressure& pressure) {
  const auto at = std::ranges::find(snapshots_, snapshot);
  const bool is_live = live_ && time_->value() == last();
  if (at == snapshots_.end() || is_live) return;
  shown_.restart();
  show_unpacked(static_cast<int>(at - snapshots_.begin()), pressure);
}

// Without a pressure: the scene has the snapshot already.
void WavePane::show_unpacked(int index, Pressure pressure) {
  const auto& snapshot = snapshots_[static_cast<std::size_t>(index)];
  scene_.set_fixed_limit(fixed_limit());
  if (pressure) scene_.show_snapshot(snapshot, std::move(pressure));
  count_->setText(
      QString("%1 s  %2/%3").arg(snapshot->time, 0, 'f', 3).arg(index + 1).arg(snapshots_.size()));
  emit time_shown(snapshot->time);
  emit limit_shown(scene_.limit());
  redraw();
}

}  // namespace foldwave
