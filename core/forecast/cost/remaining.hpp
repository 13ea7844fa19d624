// How long work that has begun will still take: as it was foretold at first, and by its own pace the more of
// it is done.
//
//   left = (1 - p) [ (1 - w) t_foretold + w t / p ],   w = min(1, p / 0.2)
#pragma once

#include <algorithm>

namespace foldwave {

// `share` is done, 0 to 1, in `elapsed` seconds; `foretold` of all of it, 0: not known. Below 0: not known.
inline double remaining_seconds(double foretold, double share, double elapsed) {
  const double left = 1.0 - std::clamp(share, 0.0, 1.0);
  const bool has_pace = share > 0.0 && elapsed > 0.0;
  if (!(foretold > 0.0)) return has_pace ? left * elapsed / share : -1.0;
  const double trust = has_pace ? std::min(1.0, share / 0.2) : 0.0;
  return left * ((1.0 - trust) * foretold + (has_pace ? trust * elapsed / share : 0.0));
}

}  // namespace foldwave
