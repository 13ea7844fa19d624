// Progress on standard error: one line that redraws itself on a terminal, a plain line every few seconds
// elsewhere.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/forecast/cost/time_left.hpp"

namespace foldwave::cli {

class TerminalProgress final : public Progress {
 public:
  TerminalProgress();
  ~TerminalProgress() override;
  void report(const ProgressReport& report) override;
  // What is foretold from now on.
  void expect(std::vector<ForetoldStretch> stretches) { left_ = TimeLeft(std::move(stretches), now()); }
  void finish();  // ends a line that is being redrawn

 private:
  using Clock = std::chrono::steady_clock;
  double now() const { return std::chrono::duration<double>(Clock::now() - created_).count(); }

  TimeLeft left_;
  bool terminal_;
  bool line_open_ = false;
  std::string stage_;
  std::int64_t last_done_ = 0;
  const Clock::time_point created_ = Clock::now();
  Clock::time_point stage_begin_;
  Clock::time_point last_shown_;
};

}  // namespace foldwave::cli
