// How long work tells of itself and is asked to stop. No toolkit, no thread: a stage is handed a Job, reports
// steps that are really done, and looks at the stop token at least every 0.1 s.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string_view>

#include "core/base/error.hpp"

namespace foldwave {

struct ProgressReport {
  std::string_view step;     // what is being done now: "fold: sweep 2"
  std::int64_t done = 0;     // of `total`
  std::int64_t total = 0;    // 0: not known
  double work_per_step = 0;  // units of `unit` that one of `done` stands for, for a rate
  std::string_view unit;     // "nodes", "points"
};

// Called from the thread that does the work; implementations must be quick and must not throw.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual void report(const ProgressReport& report) = 0;
};

// What every stage takes: where to report, and when to stop. A default Job reports nowhere and never stops.
struct Job {
  Progress* progress = nullptr;
  std::stop_token stop{};

  void report(const ProgressReport& r) const {
    if (progress != nullptr) progress->report(r);
  }
  void throw_if_stopped() const {
    if (stop.stop_requested()) throw Stopped();
  }
};

}  // namespace foldwave
