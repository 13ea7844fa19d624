#include "ui/views/wave/play_controls.hpp"
#include "ui/widgets/themed_icon.hpp"

#include <QAction>
#include <QActionGroup>
#include <QIcon>
#include <QMenu>
#include <QSlider>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace foldwave {
namespace {

constexpr std::array speeds_a_second{1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0};
constexpr int first_speed = 4;
constexpr int shortest_wait = 8, retry_wait = 10, hidden_wait = 200;  // ms
constexpr int longest_drawing = 2000;  // ms; a picture that has not come by then was lost

QIcon icon(const char* name) {
  return themed_icon(name);
}

}  // namespace

PlayControls::PlayControls(QMenu* menu, QSlider* frame, std::function<bool()> in_sight)
    : QObject(menu), frame_(frame), in_sight_(std::move(in_sight)) {
  const auto add = [menu](const QString& text, const char* picture, const QString& key, const QString& tip) {
    QAction* const action = menu->addAction(icon(picture), text);
    action->setShortcut(QKeySequence(key));
    action->setShortcutContext(Qt::WidgetShortcut);
    action->setToolTip(QString("%1 (%2)").arg(tip, action->shortcut().toString(QKeySequence::NativeText)));
    return action;
  };
  first = add(tr("&First snapshot"), "first", "Home", tr("To the first snapshot"));
  back = add(tr("One snapshot &back"), "step-back", ",", tr("One snapshot back"));
  play = add(tr("&Play"), "play", "Space", tr("Play the snapshots"));
  play->setCheckable(true);
  on = add(tr("One snapshot &on"), "step-forward", ".", tr("One snapshot on"));
  last = add(tr("&Last snapshot"), "last", "End", tr("To the last snapshot"));
  backwards = add(tr("Play back&wards"), "backwards", "B", tr("Play backwards in time"));
  backwards->setCheckable(true);

  modes = menu->addMenu(tr("Play &mode"));
  auto* const mode_choice = new QActionGroup(this);
  const auto add_mode = [&](const QString& text, const char* picture, PlayMode mode) {
    QAction* const action = modes->addAction(icon(picture), text);
    action->setCheckable(true);
    action->setChecked(mode == playback_.mode);
    mode_choice->addAction(action);
    connect(action, &QAction::triggered, this, [this, mode, action] { set_mode(mode, action->icon()); });
  };
  add_mode(tr("&Once"), "play-once", PlayMode::once);
  add_mode(tr("In a &loop"), "loop", PlayMode::loop);
  add_mode(tr("&To and fro"), "ping-pong", PlayMode::ping_pong);
  modes->setToolTip(tr("What happens at the last snapshot: stop, begin anew, or run back"));
  modes->menuAction()->setToolTip(modes->toolTip());
  modes->setIcon(icon("loop"));

  speeds = menu->addMenu(tr("Play &speed"));
  speed_choice_ = new QActionGroup(this);
  for (int k = 0; k < static_cast<int>(speeds_a_second.size()); ++k) {
    const double speed = speeds_a_second[static_cast<std::size_t>(k)];
    QAction* const action =
        speeds->addAction(speed == 1.0 ? tr("1 snapshot a second") : tr("%1 snapshots a second").arg(speed));
    action->setCheckable(true);
    action->setChecked(k == first_speed);
    speed_choice_->addAction(action);
    connect(action, &QAction::triggered, this, [this, k] { set_speed(k); });
  }
  speeds->menuAction()->setToolTip(
      tr("Snapshots shown a second; a machine that draws more slowly skips some"));
  slower = add(tr("Play &slower"), "slower", "S", tr("Play slower"));
  faster = add(tr("Play f&aster"), "faster", "F", tr("Play faster"));
  refresh_speed();

  connect(first, &QAction::triggered, this, [this] { go(0); });
  connect(last, &QAction::triggered, this, [this] { go(frame_->maximum()); });
  connect(back, &QAction::triggered, this, [this] { go(frame_->value() - 1); });
  connect(on, &QAction::triggered, this, [this] { go(frame_->value() + 1); });
  connect(play, &QAction::toggled, this, &PlayControls::set_playing);
  connect(backwards, &QAction::toggled, this, [this](bool so) {
    heading_back_ = so;
    begin();
  });
  for (const auto& [action, by] : {std::pair{slower, -1}, {faster, 1}})
    connect(action, &QAction::triggered, this, [this, by = by] {
      set_speed(static_cast<int>(speed_choice_->actions().indexOf(speed_choice_->checkedAction())) + by);
    });
  due_.setSingleShot(true);
  due_.setTimerType(Qt::PreciseTimer);
  connect(&due_, &QTimer::timeout, this, &PlayControls::tick);
}

void PlayControls::listen_in(QWidget* view) {
  for (QAction* const action : {first, back, play, on, last, backwards, slower, faster})
    view->addAction(action);
}

void PlayControls::pause() {
  play->setChecked(false);
}

void PlayControls::go(int frame) {
  pause();
  frame_->setValue(frame);
}

void PlayControls::set_mode(PlayMode mode, const QIcon& icon_of_mode) {
  playback_.mode = mode;
  modes->setIcon(icon_of_mode);
  begin();
}

void PlayControls::set_speed(int at) {
  at = std::clamp(at, 0, static_cast<int>(speeds_a_second.size()) - 1);
  playback_.per_second = speeds_a_second[static_cast<std::size_t>(at)];
  speed_choice_->actions().at(at)->setChecked(true);
  refresh_speed();
  begin();
}

void PlayControls::refresh_speed() {
  //: a rate: so many snapshots a second
  speeds->menuAction()->setIconText(tr("%1/s").arg(playback_.per_second));
  slower->setEnabled(playback_.per_second > speeds_a_second.front());
  faster->setEnabled(playback_.per_second < speeds_a_second.back());
}

void PlayControls::set_playing(bool playing) {
  play->setIcon(icon(playing ? "pause" : "play"));
  play->setToolTip((playing ? tr("Pause (%1)") : tr("Play the snapshots (%1)"))
                       .arg(play->shortcut().toString(QKeySequence::NativeText)));
  if (!playing) return due_.stop();
  // Played once before, it begins at the other end.
  const int end = backwards->isChecked() ? 0 : frame_->maximum();
  if (playback_.mode == PlayMode::once && frame_->value() == end) frame_->setValue(frame_->maximum() - end);
  heading_back_ = backwards->isChecked();
  begin();
}

void PlayControls::begin() {
  if (!play->isChecked()) return;
  playback_.frames = frame_->maximum() + 1;
  playback_.from = shown_ = frame_->value();
  playback_.backwards = heading_back_;
  since_.start();
  waiting_ = false;
  due_.start(static_cast<int>(1e3 * seconds_to_next(playback_, 0.0)));
}

void PlayControls::drawn() {
  waiting_ = false;
}

void PlayControls::tick() {
  if (!in_sight_()) return due_.start(hidden_wait);
  if (frame_->isSliderDown()) {
    shown_ = -1;
    return due_.start(retry_wait);
  }
  // Somebody else moved on, or frames came or went.
  if (frame_->value() != shown_ || frame_->maximum() + 1 != playback_.frames) return begin();

  const double seconds = static_cast<double>(since_.nsecsElapsed()) * 1e-9;
  const PlayPlace place = played(playback_, seconds);
  if (place.frame != shown_) {
    if (waiting_ && asked_.elapsed() < longest_drawing) return due_.start(retry_wait);
    waiting_ = true;
    asked_.start();
    shown_ = place.frame;
    frame_->setValue(place.frame);
  }
  heading_back_ = place.backwards;
  if (place.ended) return pause();
  due_.start(std::max(static_cast<int>(std::ceil(1e3 * seconds_to_next(playback_, seconds))), shortest_wait));
}

}  // namespace foldwave
