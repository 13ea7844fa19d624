// The commands that play a row of frames which a slider counts: play, to either end, one on and back, the
// way, the mode and the speed. Frames follow the clock (playback.hpp): one is asked for only when the last
// one has been drawn, so that nothing queues up on a slow machine.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <functional>

#include "ui/views/wave/playback.hpp"

class QAction;
class QActionGroup;
class QMenu;
class QSlider;

namespace foldwave {

class PlayControls : public QObject {
  Q_OBJECT

 public:
  // Adds its actions to `menu` and moves `frame`, whose places are the frames; `in_sight`: whether what it
  // moves is drawn at all.
  PlayControls(QMenu* menu, QSlider* frame, std::function<bool()> in_sight);

  QAction *first = nullptr, *back = nullptr, *play = nullptr, *on = nullptr, *last = nullptr,
          *backwards = nullptr, *faster = nullptr, *slower = nullptr;
  QMenu *modes = nullptr, *speeds = nullptr;

  void listen_in(QWidget* view);  // to the keys, while that has the focus
  void drawn();                   // the frame that was asked for is on the screen
  void pause();
  PlayMode mode() const { return playback_.mode; }
  double per_second() const { return playback_.per_second; }

 private:
  void set_playing(bool playing);
  void begin();  // from where the slider stands, on the clock of now
  void tick();
  void go(int frame);
  void set_mode(PlayMode mode, const QIcon& icon);
  void set_speed(int at);
  void refresh_speed();

  QSlider* frame_;
  std::function<bool()> in_sight_;
  QActionGroup* speed_choice_ = nullptr;
  Playback playback_;
  bool heading_back_ = false;  // now
  int shown_ = -1;             // by playing
  bool waiting_ = false;       // for its picture
  QElapsedTimer since_, asked_;
  QTimer due_;
};

}  // namespace foldwave
