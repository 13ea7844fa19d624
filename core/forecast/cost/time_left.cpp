#include "core/forecast/cost/time_left.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/forecast/cost/remaining.hpp"

namespace foldwave {

namespace {

constexpr double least_pace = 0.2;  // seconds: a pace of less tells nothing

// What is left of `seconds` that were foretold: where they are over, as long again as a tenth of what it
// took.
double rest_of(double seconds, double elapsed) {
  return std::max(seconds - elapsed, 0.1 * elapsed);
}

}  // namespace

double foretold_seconds(const std::vector<ForetoldStretch>& stretches) {
  double sum = 0.0;
  for (const ForetoldStretch& stretch : stretches)
    sum += stretch.seconds;
  return std::isfinite(sum) ? sum : 0.0;
}

TimeLeft::TimeLeft(std::vector<ForetoldStretch> stretches, double now)
    : stretches_(std::move(stretches)), begun_(now), counting_(now), told_(now) {}

double TimeLeft::later() const {
  double sum = 0.0;
  for (std::size_t i = current_ + 1; i < stretches_.size(); ++i)
    sum += stretches_[i].seconds;
  return sum;
}

// To the stretch whose words fit best, this one or one that comes.
bool TimeLeft::go_to(std::string_view step, double now) {
  std::size_t best = stretches_.size(), length = 0;
  for (std::size_t i = current_; i < stretches_.size(); ++i)
    for (const std::string& begin : stretches_[i].steps)
      if (step.starts_with(begin) && begin.size() > length) {
        best = i;
        length = begin.size();
      }
  if (best == stretches_.size()) return false;
  if (best == current_) return true;
  // It began when the one before had told its last.
  begun_ = best == current_ + 1 ? told_ : now;
  current_ = best;
  total_ = -1;
  return true;
}

double TimeLeft::at(double now) const {
  if (!(foretold_seconds(stretches_) > 0.0)) return -1.0;
  return rest_of(stretches_[current_].seconds, now - begun_) + later();
}

double TimeLeft::after(const ProgressReport& report, double now) {
  const bool is_foretold = go_to(report.step, now) && stretches_[current_].seconds > 0.0;
  // A new count, as of the next sweep, has a pace of its own.
  if (report.total != total_ || report.done < done_) {
    counting_ = now;
    first_ = report.done;
  }
  total_ = report.total;
  done_ = report.done;
  told_ = now;
  const double spent = now - counting_;
  const auto steps = static_cast<double>(report.done - first_),
             all = static_cast<double>(report.total - first_);
  // What was done before it began is no pace of it.
  const bool has_count = report.total > 0 && all > 0.0;
  const double share = has_count ? steps / all : 0.0, paced = spent > least_pace && steps > 0.0 ? spent : 0.0;
  const double by_pace = has_count ? remaining_seconds(0.0, share, paced) : -1.0;
  const double come = later();
  if (!is_foretold) return by_pace < 0.0 && !(come > 0.0) ? -1.0 : std::max(by_pace, 0.0) + come;
  const double seconds = stretches_[current_].seconds;
  if (stretches_[current_].counted && has_count) {
    // Of a run that goes on from an earlier one, what that has left.
    const double asked = seconds * all / static_cast<double>(report.total);
    return remaining_seconds(std::min(rest_of(seconds, counting_ - begun_), asked), share, paced) + come;
  }
  return std::max(rest_of(seconds, now - begun_), by_pace) + come;
}

}  // namespace foldwave
