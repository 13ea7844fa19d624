#include "ui/scene/gather/gather_gain.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

namespace {

double gain(double t, double power) {
  return power == 1.0 ? t : power == 2.0 ? t * t : std::pow(t, power);
}

}  // namespace

std::vector<float> gained_trace(const Gather& gather, int receiver, double power, double agc_window) {
  const auto n = static_cast<std::size_t>(gather.samples);
  std::vector<float> out(gather.trace(receiver), gather.trace(receiver) + n);
  if (power != 0.0)
    for (std::size_t i = 0; i < n; ++i)
      out[i] *= static_cast<float>(gain(static_cast<double>(i) / static_cast<double>(n - 1), power));
  if (agc_window <= 0.0 || !(gather.dt > 0.0)) return out;

  const auto half = std::max<std::ptrdiff_t>(1, std::lround(0.5 * agc_window / gather.dt));
  std::vector<double> sum(n + 1, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    sum[i + 1] = sum[i] + static_cast<double>(out[i]) * out[i];
  const double whole = std::sqrt(sum[n] / static_cast<double>(n));
  const double floor = 1e-3 * whole;  // silence stays silent
  const auto last = static_cast<std::ptrdiff_t>(n);
  for (std::ptrdiff_t i = 0; i < last; ++i) {
    const auto a = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, i - half));
    const auto b = static_cast<std::size_t>(std::min(last, i + half + 1));
    const double rms = std::sqrt((sum[b] - sum[a]) / static_cast<double>(b - a));
    float& value = out[static_cast<std::size_t>(i)];
    value = whole > 0.0 ? static_cast<float>(value / (rms + floor)) : 0.0F;
  }
  return out;
}

void sample_column(const std::vector<float>& trace, double top, double bottom, std::vector<float>& column) {
  const double last = static_cast<double>(trace.size()) - 1.0;
  const double step = (bottom - top) * last / static_cast<double>(column.size());
  for (std::size_t j = 0; j < column.size(); ++j) {
    const double from = top * last + static_cast<double>(j) * step;
    if (step <= 1.0) {
      const double at = std::clamp(from + 0.5 * step, 0.0, last);
      const auto i = static_cast<std::size_t>(at);
      const auto t = static_cast<float>(at - static_cast<double>(i));
      column[j] = (1 - t) * trace[i] + t * trace[std::min(i + 1, trace.size() - 1)];
      continue;
    }
    const auto a = static_cast<std::size_t>(std::clamp(std::floor(from), 0.0, last));
    const auto b = static_cast<std::size_t>(std::clamp(std::floor(from + step), 0.0, last));
    float strongest = trace[a];
    for (std::size_t i = a + 1; i <= b; ++i)
      if (std::abs(trace[i]) > std::abs(strongest)) strongest = trace[i];
    column[j] = strongest;
  }
}

}  // namespace foldwave
