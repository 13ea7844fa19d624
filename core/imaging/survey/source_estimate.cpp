#include "core/imaging/survey/source_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>
#include <span>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

using Spectrum = std::vector<std::complex<double>>;

constexpr int most_shots = 8, most_traces_of_shot = 24;
constexpr double least_power = 1e-3;

// In periods of the trial wavelet's peak: how long a direct wave lasts, how it is faded out, and how long the
// estimate is.
constexpr double direct_periods = 4.0, fade_periods = 1.0, estimate_periods = 5.0;

struct Frequencies {
  double df = 0.0, dt = 0.0;
  int count = 0;

  double at(int k) const { return k * df; }
  std::complex<double> turn(int k) const { return std::polar(1.0, -2.0 * std::numbers::pi * k * df * dt); }
  Spectrum of(std::span<const float> series) const {
    Spectrum spectrum(static_cast<std::size_t>(count));
    for (int k = 0; k < count; ++k) {
      std::complex<double> sum = 0.0, phase = 1.0;
      const auto step = turn(k);
      for (const float value : series) {
        sum += static_cast<double>(value) * phase;
        phase *= step;
      }
      spectrum[static_cast<std::size_t>(k)] = sum * dt;
    }
    return spectrum;
  }
  std::vector<float> series(const Spectrum& spectrum, int samples) const {
    std::vector<float> made(static_cast<std::size_t>(samples));
    for (int n = 0; n < samples; ++n) {
      double sum = 0.0;
      for (int k = 0; k < count; ++k)
        sum += (k == 0 ? 1.0 : 2.0) * df *
               std::real(spectrum[static_cast<std::size_t>(k)] *
                         std::polar(1.0, 2.0 * std::numbers::pi * k * df * n * dt));
      made[static_cast<std::size_t>(n)] = static_cast<float>(sum);
    }
    return made;
  }
};

// Receivers of a shot by their distance, those too near to tell the wave from its source left out.
std::vector<int> near_receivers(const Shot& shot, double least) {
  std::vector<int> order(shot.receivers.size());
  std::iota(order.begin(), order.end(), 0);
  const auto offset = [&](int r) {
    return norm(shot.receivers[static_cast<std::size_t>(r)] - shot.source.position);
  };
  std::erase_if(order, [&](int r) { return offset(r) < least; });
  std::ranges::sort(order, {}, [&](int r) { return std::pair(offset(r), r); });
  if (std::ssize(order) > most_traces_of_shot) order.resize(most_traces_of_shot);
  return order;
}

Gather direct_wave(const Gather& gather, const Shot& shot, const DirectMute& mute) {
  return difference_of(gather, without_direct_wave(gather, shot.source.position, mute));
}

// Where a row of values is largest, between its samples by a parabola.
template <class Value>
double largest_at(int count, const Value& value) {
  int at = 0;
  for (int n = 1; n < count; ++n)
    if (value(n) > value(at)) at = n;
  if (at == 0 || at + 1 >= count) return at;
  const double a = value(at - 1), b = value(at), c = value(at + 1), bend = a - 2.0 * b + c;
  return bend < 0.0 ? at + 0.5 * (a - c) / bend : at;
}

// Sums over all traces that are looked at.
struct SourceSums {
  Spectrum cross;             // conj(D0) D
  std::vector<double> power;  // |D0|^2
  double energy = 0.0;        // |D|^2
  int traces = 0;
};

void add_shot(const Frequencies& f, const Shot& shot, const Gather& seen, const Gather& modelled,
              double least, SourceSums& sums) {
  for (const int r : near_receivers(shot, least)) {
    const auto samples = static_cast<std::size_t>(seen.samples);
    const Spectrum d = f.of({seen.trace(r), samples}), d0 = f.of({modelled.trace(r), samples});
    for (std::size_t k = 0; k < d.size(); ++k) {
      sums.cross[k] += std::conj(d0[k]) * d[k];
      sums.power[k] += std::norm(d0[k]);
      sums.energy += std::norm(d[k]);
    }
    ++sums.traces;
  }
}

void fade_out(std::vector<float>& series, double dt, double from, double over) {
  for (std::size_t n = 0; n < series.size(); ++n) {
    const double behind = std::clamp((static_cast<double>(n) * dt - from) / over, 0.0, 1.0);
    series[n] *= static_cast<float>(0.5 + 0.5 * std::cos(std::numbers::pi * behind));
  }
}

}  // namespace

SourceEstimate estimate_source(const StepperMaker& make, const SurveySetup& setup, double frequency,
                               const Job& job) {
  const WaveModel& medium = setup.medium;
  const int samples = medium.steps + 1;
  Frequencies f{1.0 / (samples * medium.dt + 4.0 / frequency), medium.dt, 0};
  f.count = static_cast<int>(std::min(3.5 * frequency, 0.4 / medium.dt) / f.df) + 1;
  const DirectMute mute{setup.mute.velocity, direct_periods / frequency, fade_periods / frequency};
  const double least = std::max(2.0 * medium.grid.h[0], 0.5 * mute.velocity / frequency);
  SourceSums sums{Spectrum(static_cast<std::size_t>(f.count)),
                  std::vector<double>(static_cast<std::size_t>(f.count))};
  const int shots = static_cast<int>(setup.shots.size()), used = std::min(shots, most_shots);
  for (int s = 0; s < used; ++s) {
    job.throw_if_stopped();
    job.report({"image: wavelet", s, used, 0.0, ""});
    const auto at = static_cast<std::size_t>((2 * s + 1) * shots / (2 * used));
    const Shot& shot = setup.shots[at];
    const auto wave = make({model_of_shot(medium, shot, true), {}, false, nullptr});
    wave->advance(medium.steps, job.stop);
    job.throw_if_stopped();
    add_shot(f, shot, direct_wave(*setup.recorded[at], shot, mute), direct_wave(wave->gather(), shot, mute),
             least, sums);
  }
  const double largest = std::ranges::max(sums.power);
  if (!(largest > 0.0) || !(sums.energy > 0.0) || !std::isfinite(sums.energy))
    throw InputError("/imaging/survey/wavelet", "the recorded shots hold no direct wave to estimate it from",
                     "give \"ricker\", or traces that begin with the shot");
  const Spectrum trial = f.of(setup.shots.front().source.series);
  Spectrum found(sums.cross.size());
  double given = 0.0;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const std::complex<double> ratio = sums.cross[k] / (sums.power[k] + least_power * largest);
    found[k] = trial[k] * ratio;
    given += 2.0 * std::real(std::conj(ratio) * sums.cross[k]) - std::norm(ratio) * sums.power[k];
  }
  SourceEstimate estimate;
  estimate.series = f.series(found, samples);
  fade_out(estimate.series, medium.dt, estimate_periods / frequency, fade_periods / frequency);
  const Spectrum spectrum = f.of(estimate.series);
  estimate.frequency =
      f.df * largest_at(f.count, [&](int k) { return std::abs(spectrum[static_cast<std::size_t>(k)]); });
  estimate.peak_time = medium.dt * largest_at(samples, [&](int n) {
                         return std::abs(static_cast<double>(estimate.series[static_cast<std::size_t>(n)]));
                       });
  estimate.explained = given / sums.energy;
  estimate.traces = sums.traces;
  return estimate;
}

}  // namespace foldwave
