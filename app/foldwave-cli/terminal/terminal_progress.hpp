// Progress on standard error: one line that redraws itself on a terminal, a plain line every few seconds
// elsewhere.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "core/base/progress.hpp"

namespace foldwave::cli {

class TerminalProgress final : public Progress {
 public:
  TerminalProgress();
  ~TerminalProgress() override;
  void report(const ProgressReport& report) override;
  // How long what a stage counts ("wave" of "wave: step") was foretold to take.
  void expect(const std::string& stage, double seconds) { expected_[stage] = seconds; }
  void finish();  // ends a line that is being redrawn

 private:
  using Clock = std::chrono::steady_clock;
  std::map<std::string, double> expected_;
  bool terminal_;
  bool line_open_ = false;
  std::string stage_;
  std::int64_t last_done_ = 0;
  Clock::time_point stage_begin_;
  Clock::time_point last_shown_;
};

}  // namespace foldwave::cli
