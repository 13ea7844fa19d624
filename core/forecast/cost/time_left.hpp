// How long a job that is made of stretches of work will still take: each as it was foretold at first, then by
// its own pace (remaining.hpp), and those to come as they were foretold.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.hpp"

namespace foldwave {

struct ForetoldStretch {
  std::vector<std::string> steps;  // how the words begin that are reported in it; none: nothing is reported
  double seconds = 0.0;
  bool counted = false;  // a count that begins in it goes on to its end
};

class TimeLeft {
 public:
  TimeLeft() = default;
  // At `now` by the clock of the calls to come, seconds.
  TimeLeft(std::vector<ForetoldStretch> stretches, double now);

  // Seconds until the job is done; below 0: not known.
  double after(const ProgressReport& report, double now);
  double at(double now) const;  // before the first report

 private:
  bool go_to(std::string_view step, double now);
  double later() const;

  std::vector<ForetoldStretch> stretches_;
  std::size_t current_ = 0;
  double begun_ = 0.0;     // the stretch
  double counting_ = 0.0;  // when this count began
  double told_ = 0.0;      // the last report
  std::int64_t total_ = -1, done_ = 0, first_ = 0;
};

double foretold_seconds(const std::vector<ForetoldStretch>& stretches);

}  // namespace foldwave
