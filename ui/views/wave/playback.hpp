// Which of n frames is shown a time after playing began. The place follows from the time alone, so a machine
// that draws slowly skips frames and never falls behind.
#pragma once

namespace foldwave {

enum class PlayMode { once, loop, ping_pong };  // ping-pong: to the end and back, without a frame twice

struct Playback {
  int frames = 0;
  int from = 0;            // the frame that playing began at
  bool backwards = false;  // the way it began
  PlayMode mode = PlayMode::loop;
  double per_second = 15.0;  // frames
};

struct PlayPlace {
  int frame = 0;
  bool backwards = false;  // the way it goes on
  bool ended = false;      // there is no more: once, at the last frame of its way
};

// `seconds` since it began, not negative. Without frames: frame 0, ended.
PlayPlace played(const Playback& playback, double seconds);

// Until another frame is due; never negative.
double seconds_to_next(const Playback& playback, double seconds);

}  // namespace foldwave
