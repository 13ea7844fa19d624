#include "app/foldwave-cli/terminal/terminal_progress.hpp"

#include <unistd.h>
#include <algorithm>
#include <array>
#include <cstdio>

#include "app/foldwave-cli/terminal/silence.hpp"
#include "core/base/text.hpp"

namespace foldwave::cli {

namespace {

// 1.2 M, 340 k: counts a second are read at a glance.
std::string short_count(double value) {
  constexpr std::array<const char*, 4> units{"", " k", " M", " G"};
  std::size_t u = 0;
  while (value >= 1000.0 && u + 1 < units.size()) {
    value /= 1000.0;
    ++u;
  }
  return number_text(value, 3) + units[u];
}

std::string bar(double share) {
  constexpr int width = 28;
  const int full = static_cast<int>(share * width);
  return "[" + std::string(static_cast<std::size_t>(full), '=') +
         std::string(static_cast<std::size_t>(width - full), ' ') + "]";
}

}  // namespace

TerminalProgress::TerminalProgress() : terminal_(isatty(STDERR_FILENO) != 0) {}

TerminalProgress::~TerminalProgress() {
  finish();
}

void TerminalProgress::finish() {
  if (line_open_) std::fputc('\n', stderr);
  line_open_ = false;
}

void TerminalProgress::report(const ProgressReport& r) {
  if (Silence::is_on()) return;
  const auto now = Clock::now();
  const double left = left_.after(r, this->now());
  const std::string stage(r.step.substr(0, r.step.find(':')));
  // A count that starts again is other work: its rate and time left are its own.
  const bool fresh = stage != stage_ || r.done < last_done_;
  last_done_ = r.done;
  if (fresh) {
    if (stage != stage_) finish();
    stage_ = stage;
    stage_begin_ = now;
  }
  const auto pause = terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(5000);
  if (!fresh && now - last_shown_ < pause) return;
  last_shown_ = now;

  std::string text(r.step);
  const double seconds = std::chrono::duration<double>(now - stage_begin_).count();
  if (r.total > 0) {
    const double share = std::clamp(static_cast<double>(r.done) / static_cast<double>(r.total), 0.0, 1.0);
    if (terminal_) text += " " + bar(share);
    text += " " + std::to_string(static_cast<int>(100.0 * share)) + " %";
    if (r.done > 0 && seconds > 0.2 && r.work_per_step > 0.0) {
      text += ", " + short_count(static_cast<double>(r.done) * r.work_per_step / seconds) + " " +
              std::string(r.unit) + "/s";
    }
  }
  if (left >= 0.0) text += ", " + seconds_text(left) + " left";
  if (terminal_)
    std::fprintf(stderr, "\r\033[K%s", text.c_str());
  else
    std::fprintf(stderr, "%s\n", text.c_str());
  std::fflush(stderr);
  line_open_ = terminal_;
}

}  // namespace foldwave::cli
