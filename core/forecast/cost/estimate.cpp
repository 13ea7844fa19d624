#include "core/forecast/cost/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/forecast/cost/student.hpp"

namespace foldwave {

namespace {

constexpr PartScatter unmeasured_part{0.5, 4.0};

// Seconds of one part; adds t d ln t / d theta to `slope`.
double add_part(const Rates& rates, const PartWork& work, std::vector<double>& slope) {
  double seconds = 0.0;
  for (const WorkTerm& term : work.terms) {
    if (!(term.amount > 0.0)) continue;
    double log = std::log(term.amount);
    for (const RateShare& share : term.rates) {
      const auto found = rates.index.find(share.rate);
      if (found == rates.index.end()) return std::numeric_limits<double>::infinity();
      log += share.weight * rates.log_value[found->second];
    }
    const double of_term = std::exp(log);
    seconds += of_term;
    for (const RateShare& share : term.rates)
      slope[rates.index.at(share.rate)] += share.weight * of_term;
  }
  return seconds;
}

}  // namespace

TimeEstimate estimate(const Rates& rates, std::span<const PartWork> parts, double widening) {
  std::vector<double> slope(rates.size(), 0.0);
  double seconds = 0.0, squares = 0.0, of_degrees = 0.0;
  for (const PartWork& work : parts) {
    const double of_part = add_part(rates, work, slope);
    if (!std::isfinite(of_part)) {
      const double none = std::numeric_limits<double>::infinity();
      return {none, 0.0, none, none};
    }
    const auto found = rates.scatter.find(work.part);
    const PartScatter scatter = found == rates.scatter.end() ? unmeasured_part : found->second;
    const double square = of_part * of_part * scatter.log_scatter * scatter.log_scatter;
    seconds += of_part;
    squares += square;
    of_degrees += square * square / scatter.degrees;
  }
  if (!(seconds > 0.0)) return {};
  double variance = squares / (seconds * seconds) + widening * widening;
  for (std::size_t i = 0; i < slope.size(); ++i)
    if (slope[i] != 0.0)
      for (std::size_t j = 0; j < slope.size(); ++j)
        variance += slope[i] * slope[j] * rates.at(i, j) / (seconds * seconds);
  // Welch and Satterthwaite's degrees of freedom.
  const double degrees = of_degrees > 0.0 ? squares * squares / of_degrees : 1e6;
  const double s = std::sqrt(variance);
  const auto bound = [&](double share) { return std::exp(s * student_quantile(share, degrees)); };
  const double off = bound(0.90);
  return {seconds, seconds / off, seconds * off, seconds * bound(0.98)};
}

}  // namespace foldwave
