// Whether a wave takes the fastest kernel by itself, for `foldwave-cli bench choices`: waves as bench
// forecast draws them, each by every kernel of the back end that can take it, in turns, so that what others
// do on the machine falls on all of them. Waves for which there is but one kernel are no choice and left out.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/engine/backend.hpp"

namespace foldwave {

struct ChoiceBenchPlan {
  int waves = 40;
  unsigned seed = 1;
  int repeat = 3;  // of these, the median is told
  double most_seconds = 120.0;
};

struct ChoiceBenchRow {
  std::string run;                        // "112 x 90 x 70, order 8, cpml"
  std::map<std::string, double> seconds;  // of the steps, by kernel
  std::string chosen, fastest;
  double scatter = 0.0;  // of ln seconds, of the chosen one's repeats

  double slower() const { return seconds.at(chosen) / seconds.at(fastest) - 1.0; }
  // As fast as the fastest, by what the same run scatters.
  bool right() const { return slower() <= scatter; }
};

struct ChoiceBenchSummary {
  int choices = 0, right = 0;
  double worst = 0.0;  // how much slower than the fastest
  bool passed() const { return choices > 0 && right >= 0.95 * choices && worst <= 0.03; }
};

std::vector<ChoiceBenchRow> bench_choices(const Backend& backend, const ChoiceBenchPlan& plan,
                                          const std::function<void(const ChoiceBenchRow&)>& done,
                                          const Job& job);
ChoiceBenchSummary summary_of(const std::vector<ChoiceBenchRow>& rows);

}  // namespace foldwave
