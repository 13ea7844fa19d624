// Seconds since it was made, and seconds of a scope.
#pragma once

#include <chrono>

namespace foldwave {

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Adds the seconds that it lives to `total`.
class TimedScope {
 public:
  explicit TimedScope(double& total) : total_(total) {}
  ~TimedScope() { total_ += clock_.seconds(); }
  TimedScope(const TimedScope&) = delete;
  TimedScope& operator=(const TimedScope&) = delete;

 private:
  double& total_;
  Clock clock_;
};

}  // namespace foldwave
