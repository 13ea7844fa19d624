#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/kaiser_sinc.hpp"
#include "core/base/text.hpp"
#include "core/formats/segy/segy.hpp"

namespace foldwave {

namespace {

constexpr double kHalfWidth = 32.0;  // zero crossings of the sinc on each side

// Sample i of a trace that goes on beyond its ends, reflected through its end points.
double continued(const float* trace, int samples, int i) {
  if (i >= 0 && i < samples) return trace[i];
  if (samples == 1) return trace[0];
  const int last = samples - 1;
  const int mirror = std::clamp(i < 0 ? -i : 2 * last - i, 0, last);
  const double end = i < 0 ? trace[0] : trace[last];
  return 2.0 * end - trace[mirror];
}

}  // namespace

SegyInterval segy_interval(double dt, int samples) {
  if (!(dt > 0.0) || !std::isfinite(dt))
    throw InputError("sample interval", number_text(dt) + " s is not an interval", "give a positive time");
  const double microseconds = dt * 1e6;
  const double whole = std::round(microseconds);
  // A part in ten million: single-precision intervals pass, and no sample of 32767 is off by more than 0.004
  // dt.
  if (samples <= kSegyMostSamples && whole >= 1.0 && whole <= kSegyLongestInterval &&
      std::abs(microseconds - whole) <= 1e-7 * whole)
    return {true, static_cast<int>(whole)};
  double target = std::clamp(std::floor(microseconds), 1.0, static_cast<double>(kSegyLongestInterval));
  if (samples > 1) {
    const double shortest = std::ceil((samples - 1) * microseconds / (kSegyMostSamples - 1) * (1.0 - 1e-12));
    target = std::clamp(shortest, target, static_cast<double>(kSegyLongestInterval));
  }
  return {false, static_cast<int>(target)};
}

SegyResampled resample_for_segy(std::span<const float> traces, int samples, double dt, int microseconds) {
  if (samples < 1 || traces.size() % static_cast<std::size_t>(samples) != 0)
    throw InputError(
        "traces", std::to_string(traces.size()) + " values are no whole traces of " + std::to_string(samples),
        "give every trace all its samples");
  if (!(dt > 0.0) || microseconds < 1)
    throw InputError("sample interval",
                     number_text(dt) + " s to " + std::to_string(microseconds) + " microseconds",
                     "give positive intervals");
  const double new_dt = microseconds * 1e-6;
  const double count = std::floor((samples - 1) * (dt / new_dt) * (1.0 + 1e-12)) + 1.0;
  if (count > kSegyMostSamples)
    throw InputError("sample interval",
                     std::to_string(microseconds) + " microseconds make " + number_text(count, 10) +
                         " samples, SEG-Y holds 32767",
                     "resample to a longer interval");
  SegyResampled result;
  result.samples = static_cast<int>(count);
  result.dt = new_dt;
  const std::size_t trace_count = traces.size() / static_cast<std::size_t>(samples);
  result.traces.resize(trace_count * static_cast<std::size_t>(result.samples));

  // The weights are those of the new sample, the same for every trace.
  const double cutoff = std::min(1.0, dt / new_dt);
  const int reach = static_cast<int>(std::ceil(kHalfWidth / cutoff));
  const auto taps = 2 * static_cast<std::size_t>(reach) + 1;
  const KaiserSinc windowed_sinc(kHalfWidth, 12.0);
  std::vector<double> weights(taps * static_cast<std::size_t>(result.samples));
  const auto centre = [&](int m) { return static_cast<int>(std::lround(m * (new_dt / dt))); };
#pragma omp parallel for schedule(static)
  for (int m = 0; m < result.samples; ++m) {
    double* const w = &weights[taps * static_cast<std::size_t>(m)];
    double sum = 0.0;
    for (int k = -reach; k <= reach; ++k)
      sum += w[k + reach] = cutoff * windowed_sinc(cutoff * (m * (new_dt / dt) - (centre(m) + k)));
    for (std::size_t k = 0; k < taps; ++k)
      w[k] /= sum;
  }
#pragma omp parallel for schedule(static)
  for (std::size_t t = 0; t < trace_count; ++t) {
    const float* const from = traces.data() + t * static_cast<std::size_t>(samples);
    float* const to = result.traces.data() + t * static_cast<std::size_t>(result.samples);
    for (int m = 0; m < result.samples; ++m) {
      const double* const w = &weights[taps * static_cast<std::size_t>(m)];
      const int c = centre(m);
      double sum = 0.0;
      for (int k = -reach; k <= reach; ++k)
        sum += w[k + reach] * continued(from, samples, c + k);
      to[m] = static_cast<float>(sum);
    }
  }
  return result;
}

}  // namespace foldwave
