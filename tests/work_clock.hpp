// A clock for tests of how quick a thing is, on machines that also do other things: the time by the wall,
// less what the thread that was held up longest waited for a processor that others had. Waiting for a disk, a
// lock or another thread counts, as a person waits for it too. Bars in milliseconds are multiplied by
// machine_pace().
#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace foldwave {

class WorkClock {
 public:
  WorkClock() { start(); }
  void start() {
    held_up_ = held_up();
    wall_ = std::chrono::steady_clock::now();
  }
  double milliseconds() const {
    const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - wall_;
    double longest = 0.0;
    for (const auto& [thread, waited] : held_up()) {
      const auto before = held_up_.find(thread);
      longest = std::max(longest, waited - (before == held_up_.end() ? 0.0 : before->second));
    }
    return std::max(0.0, wall.count() - longest);
  }

 private:
  // Milliseconds that each thread of the process has been ready to run without a processor.
  static std::map<std::string, double> held_up() {
    std::map<std::string, double> waited;
    std::error_code ended;  // threads may come and go meanwhile
    for (auto task = std::filesystem::directory_iterator("/proc/self/task", ended);
         !ended && task != std::filesystem::directory_iterator(); task.increment(ended)) {
      double ran = 0.0, nanoseconds = 0.0;
      std::ifstream file(task->path() / "schedstat");
      if (file >> ran >> nanoseconds) waited[task->path().filename().string()] = 1e-6 * nanoseconds;
    }
    return waited;
  }

  std::map<std::string, double> held_up_;
  std::chrono::steady_clock::time_point wall_;
};

}  // namespace foldwave
