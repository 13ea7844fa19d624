#include "ui/views/wave/playback.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace foldwave {
namespace {

// Frames passed. A rounding error must not hold a frame back that is due now.
std::int64_t passed(const Playback& playback, double seconds) {
  constexpr double rounding = 1e-9, most = 1e15;
  return static_cast<std::int64_t>(std::clamp(seconds * playback.per_second + rounding, 0.0, most));
}

}  // namespace

PlayPlace played(const Playback& playback, double seconds) {
  const std::int64_t n = playback.frames;
  if (n < 1) return {0, playback.backwards, true};
  const std::int64_t from = std::clamp<std::int64_t>(playback.from, 0, n - 1);
  const std::int64_t steps = passed(playback, seconds);
  const std::int64_t way = playback.backwards ? -1 : 1;
  switch (playback.mode) {
    case PlayMode::once: {
      const std::int64_t room = playback.backwards ? from : n - 1 - from;
      return {static_cast<int>(from + way * std::min(steps, room)), playback.backwards, steps >= room};
    }
    case PlayMode::loop: {
      const std::int64_t at = (from + way * (steps % n) + n) % n;
      return {static_cast<int>(at), playback.backwards, false};
    }
    case PlayMode::ping_pong:
      break;
  }
  // Unrolled to a ring: up to the end, then back to the begin.
  const std::int64_t ring = std::max<std::int64_t>(2 * (n - 1), 1);
  const std::int64_t at = ((playback.backwards ? ring - from : from) + steps) % ring;
  const bool back = at >= n - 1 && n > 1;
  return {static_cast<int>(back ? ring - at : at), back, false};
}

double seconds_to_next(const Playback& playback, double seconds) {
  const double next = static_cast<double>(passed(playback, seconds)) + 1.0;
  return std::max(next / playback.per_second - seconds, 0.0);
}

}  // namespace foldwave
