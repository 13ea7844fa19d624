// A wave seen while it runs: now and then a frame of what is drawn, planes of nodes and the newest samples of
// the traces, in place of whole fields.
//
// A plane across x holds (y, z), across y (x, z), across z (x, y), the first of them fastest; nodes are the
// user's grid's.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/wave/wave_model.hpp"

namespace foldwave {

struct LiveWish {
  std::array<int, 3> node{-1, -1, -1};  // of the planes across x, y and z; negative: none
  bool traces = false;
};

struct LiveFrame {
  int step = 0;
  double time = 0.0;  // seconds
  std::array<int, 3> node{-1, -1, -1};
  std::array<std::vector<float>, 3> plane;

  // Samples first_sample .. first_sample + samples - 1 of each receiver, samples fastest: those that came
  // after the last frame's.
  int first_sample = 0, samples = 0;
  std::vector<float> traces;
};

class LiveView {
 public:
  virtual ~LiveView() = default;

  // Once, before the first step.
  virtual void begin(const WaveModel& model) = 0;

  // What is to be seen now, if anything. Asked from the thread that runs the wave as often as the pace
  // admits a frame: must be quick and never wait.
  virtual std::optional<LiveWish> wish() = 0;

  // From that thread, for each wish, though perhaps some steps later; never after the run.
  virtual void show(LiveFrame frame) = 0;
};

}  // namespace foldwave
