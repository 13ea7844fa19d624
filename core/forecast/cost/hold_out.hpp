// How good a forecast is on what it was not fitted to: observations are dealt into groups, and each group is
// foretold by the rest.
#pragma once

#include <span>
#include <vector>

#include "core/forecast/cost/estimate.hpp"

namespace foldwave {

struct HeldOut {
  std::size_t observation = 0;
  double seconds = 0.0;  // measured
  TimeEstimate foretold;

  double error() const { return foretold.seconds / seconds - 1.0; }  // signed
  bool inside() const { return seconds >= foretold.low && seconds <= foretold.high; }
};

struct HoldOutSummary {
  int runs = 0;
  double median = 0.0, share_95 = 0.0, worst = 0.0;  // of |error|
  double coverage = 0.0;                             // share of runs inside the 90 % interval
};

// In the order of `observations`; `groups` is 2 or more.
std::vector<HeldOut> hold_out(std::span<const ExpectedRate> expected,
                              std::span<const Observation> observations, int groups);

HoldOutSummary summary_of(std::span<const HeldOut> held);

}  // namespace foldwave
