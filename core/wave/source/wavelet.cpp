#include "core/wave/source/wavelet.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/wave/source/wavelet_file.hpp"

namespace foldwave {

double ricker(double frequency, double time_from_peak) {
  const double root = std::numbers::pi * frequency * time_from_peak;
  const double a = root * root;
  return (1.0 - 2.0 * a) * std::exp(-a);
}

double gaussian_derivative(double frequency, double time_from_middle) {
  const double x = 2.0 * std::numbers::pi * frequency * time_from_middle;
  return -x * std::exp(0.5 * (1.0 - x * x));
}

double wavelet_value(const Wavelet& wavelet, double time) {
  const double t = time - wavelet.peak_time();
  return wavelet.amplitude * (wavelet.kind == WaveletKind::gaussian_derivative
                                  ? gaussian_derivative(wavelet.frequency, t)
                                  : ricker(wavelet.frequency, t));
}

std::vector<float> wavelet_series(const Wavelet& wavelet, double delay, double amplitude, double dt,
                                  int samples) {
  if (!(wavelet.frequency > 0.0))
    throw InputError("/survey/wavelet/frequency", number_text(wavelet.frequency) + " Hz is not positive",
                     "give a peak frequency above 0");
  if (!(dt > 0.0))
    throw InputError("/propagation/dt", number_text(dt) + " s is not positive", "give a step above 0");

  // Two periods past the peak the wavelet is below 1e-15 of it.
  const double peak = wavelet.peak_time() + delay;
  const double end = (peak + 2.0 / wavelet.frequency) / dt + 1.0;
  const int count = static_cast<int>(std::clamp(end, 0.0, static_cast<double>(std::max(samples, 0))));
  std::vector<float> series(static_cast<std::size_t>(count));
  for (int n = 0; n < count; ++n)
    series[static_cast<std::size_t>(n)] =
        static_cast<float>(amplitude * wavelet_value(wavelet, n * dt - delay));
  return series;
}

std::vector<PointSource> survey_sources(const Survey& survey, const Grid3& grid, double dt, int steps,
                                        const std::string& folder) {
  const Wavelet& wavelet = survey.wavelet;
  SampledWavelet samples;
  if (wavelet.kind == WaveletKind::file && !survey.sources.empty())
    samples = read_wavelet(wavelet.file, folder, wavelet.interval);
  std::vector<PointSource> sources;
  sources.reserve(survey.sources.size());
  for (const Source& source : survey.sources)
    sources.push_back({source.position - grid.origin,
                       wavelet.kind == WaveletKind::file
                           ? resampled(samples, std::max(wavelet.delay, 0.0) + source.delay,
                                       wavelet.amplitude * source.amplitude, dt, steps)
                           : wavelet_series(wavelet, source.delay, source.amplitude, dt, steps)});
  return sources;
}

}  // namespace foldwave
