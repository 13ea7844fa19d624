// How many nodes a side a preview is folded on, so that one follows the other without a break: fewer after a
// late one, more after several quick ones.
#pragma once

namespace foldwave {

class PreviewPace {
 public:
  int nodes() const { return steps[step_]; }
  void took(double milliseconds);  // the last preview, until it was on the screen

 private:
  // Each step costs between two and three times the next.
  static constexpr int steps[] = {64, 48, 36, 27, 20};
  static constexpr int coarsest = 4;
  int step_ = 1;
  int quick_ = 0;  // in a row
};

}  // namespace foldwave
