#include "core/imaging/residual/first_break.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

// Sums of squares before each sample, and after the last.
std::vector<double> energies_before(std::span<const float> trace) {
  std::vector<double> sums(trace.size() + 1);
  for (std::size_t n = 0; n < trace.size(); ++n)
    sums[n + 1] = sums[n] + static_cast<double>(trace[n]) * static_cast<double>(trace[n]);
  return sums;
}

// Where the first lobe after sample `from` passes half its height, in samples.
std::optional<double> lobe_place(std::span<const float> trace, int from, double least) {
  const int samples = static_cast<int>(trace.size());
  const auto size = [&](int n) { return std::abs(static_cast<double>(trace[static_cast<std::size_t>(n)])); };
  for (int n = std::max(1, from); n + 1 < samples; ++n) {
    if (!(size(n) >= size(n - 1) && size(n) > size(n + 1) && size(n) >= least)) continue;
    const double half = 0.5 * size(n);
    int below = n;
    while (below > 0 && size(below) > half)
      --below;
    if (size(below) > half) return std::nullopt;
    return below + (half - size(below)) / (size(below + 1) - size(below));
  }
  return std::nullopt;
}

std::optional<double> first_break(std::span<const float> trace, double dt, const FirstBreakOptions& options) {
  const int samples = static_cast<int>(trace.size());
  const int window = std::max(2, static_cast<int>(std::lround(options.period / dt)));
  if (!std::ranges::all_of(trace, [](float v) { return std::isfinite(v); })) return std::nullopt;
  const std::vector<double> before = energies_before(trace);
  const auto mean = [&](int first, int last) {
    first = std::clamp(first, 0, samples);
    last = std::clamp(last, 0, samples);
    const auto between = before[static_cast<std::size_t>(last)] - before[static_cast<std::size_t>(first)];
    return last > first ? between / (last - first) : 0.0;
  };
  double most = 0.0;
  for (int n = 0; n + window <= samples; ++n)
    most = std::max(most, mean(n, n + window));
  const double floor = options.least_share * most;
  // What came before is known after a window.
  for (int n = window; most > 0.0 && n + window <= samples; ++n) {
    if (mean(n, n + window) < options.threshold * (mean(n - 2 * window, n) + floor)) continue;
    double largest = 0.0;
    for (int m = n; m < std::min(samples, n + 2 * window); ++m)
      largest = std::max(largest, std::abs(static_cast<double>(trace[static_cast<std::size_t>(m)])));
    const auto place = lobe_place(trace, n, options.least_lobe * largest);
    return place ? std::optional(*place * dt) : std::nullopt;
  }
  return std::nullopt;
}

double median_of(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::vector<std::optional<double>> first_breaks(const Gather& gather, const FirstBreakOptions& options) {
  std::vector<std::optional<double>> picks;
  for (std::size_t r = 0; r < gather.receivers.size(); ++r)
    picks.push_back(first_break({gather.trace(static_cast<int>(r)), static_cast<std::size_t>(gather.samples)},
                                gather.dt, options));
  return picks;
}

double first_break_delay(const TimeFunction& s, double dt, bool section, double distance, double velocity,
                         const FirstBreakOptions& options) {
  const double arrival = distance / velocity;
  const int samples = static_cast<int>(std::ceil((arrival + 6.0 * options.period) / dt));
  std::vector<float> trace;
  for (int n = 0; n < samples; ++n)
    trace.push_back(static_cast<float>(section ? line_source_2d(s, n * dt, distance, velocity, options.period)
                                               : point_source_3d(s, n * dt, distance, velocity)));
  const auto pick = first_break(trace, dt, options);
  if (!pick)
    throw InputError("wavelet", "its first break is not seen", "give a period that is the wavelet's");
  return *pick - arrival;
}

FirstBreakResidual first_break_residual(const Gather& gather, const std::vector<double>& travel_times,
                                        double delay, const FirstBreakOptions& options) {
  if (travel_times.size() != gather.receivers.size())
    throw InputError("travel times", "there is not one for each receiver", "give one a receiver");
  FirstBreakResidual result;
  result.picked = first_breaks(gather, options);
  std::vector<double> sizes;
  for (std::size_t r = 0; r < result.picked.size(); ++r) {
    result.residual.push_back(std::nullopt);
    if (!result.picked[r]) continue;
    result.residual[r] = *result.picked[r] - delay - travel_times[r];
    sizes.push_back(std::abs(*result.residual[r]));
  }
  result.median = median_of(std::move(sizes));
  return result;
}

}  // namespace foldwave
