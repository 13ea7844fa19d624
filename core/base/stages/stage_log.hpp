// When the stages of a pipeline worked: spans of seconds since the log was made, plain values that are drawn
// side by side. Threads add at any time; beyond `most_spans` the later ones are only counted.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/clock.hpp"

namespace foldwave {

struct StageSpan {
  std::string stage;              // "solve", "pack", "wait", "write"
  double begin = 0.0, end = 0.0;  // seconds
  std::int64_t bytes = 0;         // that went through
  bool operator==(const StageSpan&) const = default;
};

class StageLog {
 public:
  static constexpr std::size_t most_spans = 20'000;

  double now() const { return clock_.seconds(); }
  void add(StageSpan span);
  std::vector<StageSpan> spans() const;  // in the order of their ends
  std::int64_t left_out() const;

 private:
  Clock clock_;
  mutable std::mutex mutex_;
  std::vector<StageSpan> spans_;
  std::int64_t left_out_ = 0;
};

// The spans with those of the solver, which works from `begin` to `end`: all that time where it works beside
// the others, as a device does; else while none of "pack" and "wait" does, which its threads do.
std::vector<StageSpan> with_solver(std::vector<StageSpan> spans, double begin, double end, bool beside);

// How long a stage worked within the spans; what overlaps counts once.
double busy_seconds(const std::vector<StageSpan>& spans, const std::string& stage);

}  // namespace foldwave
