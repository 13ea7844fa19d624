#include "core/base/stages/stage_log.hpp"

#include <algorithm>
#include <utility>

namespace foldwave {

void StageLog::add(StageSpan span) {
  const std::lock_guard lock(mutex_);
  if (spans_.size() < most_spans)
    spans_.push_back(std::move(span));
  else
    ++left_out_;
}

std::vector<StageSpan> StageLog::spans() const {
  const std::lock_guard lock(mutex_);
  return spans_;
}

std::int64_t StageLog::left_out() const {
  const std::lock_guard lock(mutex_);
  return left_out_;
}

std::vector<StageSpan> with_solver(std::vector<StageSpan> spans, double begin, double end, bool beside) {
  std::vector<StageSpan> pauses;
  for (const StageSpan& span : spans)
    if (!beside && (span.stage == "pack" || span.stage == "wait")) pauses.push_back(span);
  std::ranges::sort(pauses, {}, &StageSpan::begin);
  double at = begin;
  for (const StageSpan& pause : pauses) {
    if (pause.begin > at) spans.push_back({"solve", at, std::min(pause.begin, end), 0});
    at = std::max(at, pause.end);
  }
  if (end > at) spans.push_back({"solve", at, end, 0});
  return spans;
}

double busy_seconds(const std::vector<StageSpan>& spans, const std::string& stage) {
  std::vector<std::pair<double, double>> own;
  for (const StageSpan& span : spans)
    if (span.stage == stage) own.emplace_back(span.begin, span.end);
  std::ranges::sort(own);
  double busy = 0.0, at = -1.0;
  for (const auto& [begin, end] : own) {
    busy += std::max(0.0, end - std::max(begin, at));
    at = std::max(at, end);
  }
  return busy;
}

}  // namespace foldwave
