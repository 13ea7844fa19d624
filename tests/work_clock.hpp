// A clock for tests of how quick a thing is, on machines that also do other things: the time by the wall, or,
// where that is less, the processor time that all threads of this process took. Bars in milliseconds are
// multiplied by machine_pace().
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>

namespace foldwave {

class WorkClock {
 public:
  WorkClock() { start(); }
  void start() {
    wall_ = std::chrono::steady_clock::now();
    work_ = std::clock();
  }
  double milliseconds() const {
    const double work = 1e3 * static_cast<double>(std::clock() - work_) / CLOCKS_PER_SEC;
    const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - wall_;
    return std::min(work, wall.count());
  }

 private:
  std::chrono::steady_clock::time_point wall_;
  std::clock_t work_ = 0;
};

}  // namespace foldwave
