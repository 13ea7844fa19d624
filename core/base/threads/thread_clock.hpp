// Processor time, in seconds, that a thread has taken since the clock was made. Made and asked on one thread.
#pragma once

#include <ctime>

namespace foldwave {

class ThreadClock {
 public:
  double seconds() const { return now() - begin_; }

 private:
  static double now() {
    std::timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }
  double begin_ = now();
};

}  // namespace foldwave
