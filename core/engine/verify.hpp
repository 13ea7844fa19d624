// The physics checked against exact answers, for `foldwave-cli verify` and the tests. A check's value is an
// error measure; it passes when value <= limit (a value that is not a number fails).
#pragma once

#include <string>
#include <vector>

#include "core/engine/backend.hpp"

namespace foldwave {

struct Check {
  std::string name;  // "fold.plane", "wave.standing.order8"
  double value = 0.0;
  double limit = 0.0;
  std::string unit;  // "relative", "steps", ...
  std::string note;  // what was measured, in a few words

  bool passed() const { return value <= limit; }
};
using Checks = std::vector<Check>;

enum class VerifyScope { quick, full };  // quick: smaller grids where the bar still means something

Checks verify_fold(const Backend& backend, VerifyScope scope, const Job& job);
Checks verify_wave(const Backend& backend, VerifyScope scope, const Job& job);

}  // namespace foldwave
