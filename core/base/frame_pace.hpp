// When the next picture of something that runs may be made, so that all pictures together take at most a
// share of the time and no more than so many a second. Where it is asked only now and then, as between the
// steps of a run, what comes late by up to half an interval lets the next come as much sooner: so many a
// second come in the mean. Times in seconds from any one beginning.
#pragma once

#include <algorithm>

namespace foldwave {

class FramePace {
 public:
  FramePace(double share, double most_a_second) : share_(share), interval_(1.0 / most_a_second) {}

  bool due(double now) const { return now >= next_; }
  // A picture was begun at `begin` and has taken so many seconds.
  void made(double begin, double taken) {
    const double was_due = std::max(next_, begin - 0.5 * interval_);
    next_ = std::max(was_due + interval_, begin + taken / share_);
  }

 private:
  double share_, interval_;
  double next_ = 0.0;
};

}  // namespace foldwave
