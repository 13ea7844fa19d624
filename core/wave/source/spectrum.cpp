#include "core/wave/source/spectrum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace foldwave {
namespace {

std::vector<std::complex<double>> padded(std::span<const float> samples, std::size_t length) {
  std::vector<std::complex<double>> values(std::bit_ceil(std::max(samples.size(), length)));
  std::copy(samples.begin(), samples.end(), values.begin());
  return values;
}

}  // namespace

void fourier_transform(std::span<std::complex<double>> values) {
  const std::size_t n = values.size();
  if (n < 2) return;
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n / 2;
    for (; j & bit; bit /= 2)
      j ^= bit;
    j ^= bit;
    if (i < j) std::swap(values[i], values[j]);
  }
  // Each root from its own angle: a product of roots loses digits over a long trace.
  std::vector<std::complex<double>> root(n / 2);
  for (std::size_t k = 0; k < n / 2; ++k)
    root[k] = std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
  for (std::size_t size = 2; size <= n; size *= 2)
    for (std::size_t begin = 0; begin < n; begin += size)
      for (std::size_t k = 0; k < size / 2; ++k) {
        std::complex<double>&a = values[begin + k], &b = values[begin + k + size / 2];
        const std::complex<double> turned = root[k * (n / size)] * b;
        b = a - turned;
        a += turned;
      }
}

Spectrum amplitude_spectrum(std::span<const float> samples, double dt, std::size_t length) {
  if (samples.size() < 2 || !(dt > 0.0)) return {};
  std::vector<std::complex<double>> values = padded(samples, length);
  fourier_transform(values);
  Spectrum spectrum{1.0 / (static_cast<double>(values.size()) * dt),
                    std::vector<double>(values.size() / 2 + 1)};
  std::transform(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(spectrum.amplitude.size()),
                 spectrum.amplitude.begin(), [](const std::complex<double>& v) { return std::abs(v); });
  return spectrum;
}

Spectrum mean_spectrum(const Gather& gather, int samples, const Job& job) {
  const auto n = static_cast<std::size_t>(std::clamp(samples, 0, gather.samples));
  Spectrum mean;
  for (int r = 0; r < static_cast<int>(gather.receivers.size()); ++r) {
    job.throw_if_stopped();
    const Spectrum one =
        amplitude_spectrum({gather.trace(r), n}, gather.dt, static_cast<std::size_t>(gather.samples));
    if (mean.amplitude.empty()) mean = {one.step, std::vector<double>(one.amplitude.size(), 0.0)};
    for (std::size_t k = 0; k < one.amplitude.size(); ++k)
      mean.amplitude[k] += one.amplitude[k] * one.amplitude[k];
  }
  for (double& a : mean.amplitude)
    a = std::sqrt(a / static_cast<double>(gather.receivers.size()));
  return mean;
}

double peak_frequency(const Spectrum& spectrum) {
  const auto& a = spectrum.amplitude;
  if (a.empty()) return 0.0;
  const auto top = std::max_element(a.begin(), a.end());
  if (!(*top > 0.0)) return 0.0;
  const auto k = static_cast<double>(top - a.begin());
  if (top == a.begin() || top + 1 == a.end()) return k * spectrum.step;
  const double before = *(top - 1), after = *(top + 1);
  const double bend = before - 2.0 * *top + after;
  return (k + (bend < 0.0 ? 0.5 * (before - after) / bend : 0.0)) * spectrum.step;
}

}  // namespace foldwave
