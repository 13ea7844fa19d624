#include "core/forecast/cost/hold_out.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

std::vector<HeldOut> hold_out(std::span<const ExpectedRate> expected,
                              std::span<const Observation> observations, int groups) {
  std::vector<HeldOut> all(observations.size());
  const auto count = static_cast<std::size_t>(groups);
  for (std::size_t group = 0; group < count; ++group) {
    std::vector<Observation> rest;
    for (std::size_t i = 0; i < observations.size(); ++i)
      if (i % count != group) rest.push_back(observations[i]);
    const Rates rates = fit_rates(expected, rest);
    for (std::size_t i = group; i < observations.size(); i += count)
      all[i] = {i, observations[i].seconds, estimate(rates, std::span(&observations[i].work, 1))};
  }
  return all;
}

HoldOutSummary summary_of(std::span<const HeldOut> held) {
  HoldOutSummary summary;
  std::vector<double> errors;
  int inside = 0;
  for (const HeldOut& one : held) {
    errors.push_back(std::abs(one.error()));
    inside += one.inside() ? 1 : 0;
  }
  if (errors.empty()) return summary;
  std::ranges::sort(errors);
  const auto at = [&](double share) {
    const auto place = static_cast<std::size_t>(std::ceil(share * static_cast<double>(errors.size())));
    return errors[std::clamp<std::size_t>(place, 1, errors.size()) - 1];
  };
  summary.runs = static_cast<int>(errors.size());
  summary.median = at(0.5);
  summary.share_95 = at(0.95);
  summary.worst = errors.back();
  summary.coverage = static_cast<double>(inside) / static_cast<double>(errors.size());
  return summary;
}

}  // namespace foldwave
