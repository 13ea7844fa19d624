#include "core/imaging/locate/scheme_time.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace foldwave {

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

double band_weight(const Band& band, double f) {
  if (f <= band.full) return 1.0;
  if (f >= band.none) return 0.0;
  const double c = std::cos(0.5 * std::numbers::pi * (f - band.full) / (band.none - band.full));
  return c * c;
}

// The angular frequency that `from` has for w of `to`; above pi / dt when it has none.
double frequency_of(const TraceClock& from, const TraceClock& to, double w) {
  const double exact = to.scheme > 0.0 ? 2.0 / to.scheme * std::sin(0.5 * w * to.scheme) : w;
  if (!(from.scheme > 0.0)) return exact;
  const double sine = 0.5 * exact * from.scheme;
  return sine < 1.0 ? 2.0 / from.scheme * std::asin(sine) : 2.0 * std::numbers::pi / from.dt;
}

}  // namespace

Band wavelet_band(const Wavelet& wavelet) {
  const double highest = wavelet.largest_frequency();
  return {highest, 1.4 * highest};
}

std::vector<float> on_clock(std::span<const float> traces, int samples, const TraceClock& from,
                            const TraceClock& to, int to_samples, const Band& band) {
  const Eigen::Index count = samples > 0 ? static_cast<Eigen::Index>(traces.size()) / samples : 0;
  std::vector<float> out(static_cast<std::size_t>(count * to_samples), 0.0F);
  if (out.empty()) return out;
  // A period that holds both records, and what the band's edge rings beside them.
  const double first = std::min(from.start, to.start);
  const double last = std::max(from.start + samples * from.dt, to.start + to_samples * to.dt);
  const double period = last - first + 4.0 / std::max(band.none - band.full, 0.25 * band.none);
  const double df = 1.0 / period;
  std::vector<double> there, here, weight;
  for (int k = 0; k * df < band.none && k * df < 0.5 / to.dt; ++k) {
    const double w = 2.0 * std::numbers::pi * k * df;
    const double origin = frequency_of(from, to, w);
    if (origin >= std::numbers::pi / from.dt) break;
    there.push_back(origin);
    here.push_back(w);
    weight.push_back((k == 0 ? 1.0 : 2.0) * df * from.dt * band_weight(band, k * df));
  }
  const auto frequencies = static_cast<Eigen::Index>(here.size());
  Matrix analysis(samples, 2 * frequencies), synthesis(2 * frequencies, to_samples);
#pragma omp parallel for schedule(static)
  for (int n = 0; n < samples; ++n)
    for (Eigen::Index k = 0; k < frequencies; ++k) {
      const double phase = there[static_cast<std::size_t>(k)] * (from.start + n * from.dt);
      analysis(n, 2 * k) = static_cast<float>(std::cos(phase));
      analysis(n, 2 * k + 1) = static_cast<float>(std::sin(phase));
    }
#pragma omp parallel for schedule(static)
  for (Eigen::Index k = 0; k < frequencies; ++k)
    for (int m = 0; m < to_samples; ++m) {
      const auto at = static_cast<std::size_t>(k);
      const double phase = here[at] * (to.start + m * to.dt);
      synthesis(2 * k, m) = static_cast<float>(weight[at] * std::cos(phase));
      synthesis(2 * k + 1, m) = static_cast<float>(weight[at] * std::sin(phase));
    }
  const Eigen::Map<const Matrix> given(traces.data(), count, samples);
  Eigen::Map<Matrix> made(out.data(), count, to_samples);
  // Blocks of traces of one size give the same bytes whatever the threads.
  constexpr Eigen::Index block = 16;
#pragma omp parallel for schedule(dynamic)
  for (Eigen::Index r = 0; r < count; r += block) {
    const Eigen::Index rows = std::min(block, count - r);
    const Matrix spectra = given.middleRows(r, rows) * analysis;
    made.middleRows(r, rows).noalias() = spectra * synthesis;
  }
  return out;
}

}  // namespace foldwave
