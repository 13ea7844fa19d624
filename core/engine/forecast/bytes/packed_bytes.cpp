#include "core/engine/forecast/bytes/packed_bytes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/engine/velocity_setup.hpp"
#include "core/engine/wave_setup.hpp"

namespace foldwave {
namespace {

constexpr int places_a_side = 12, most_times = 40;
constexpr double near_source = 7.55, fading = 2.37, beyond_bits = 1.48, before_peak = 0.8, fast_part = 0.4;
constexpr double lossless_bits = 24.0;

struct Place {
  double bits, comes;  // when the wave is there, and when that is
};

std::vector<Place> places_of(const Scenario& scenario, double bits) {
  const VelocityRange range = velocity_range(scenario);
  const double speed = std::pow(range.slowest, 1.0 - fast_part) * std::pow(range.fastest, fast_part);
  const Grid3& grid = scenario.grid;
  const Vec3 size = grid.extent();
  const double h = *std::ranges::min_element(grid.h);
  const Wavelet& wavelet = scenario.survey.wavelet;
  const double onset = wavelet.peak_time() - before_peak / wavelet.frequency;
  const bool section = grid.is_section();
  const auto count = [&](std::size_t a) { return grid.n[a] > 1 ? places_a_side : 1; };
  const auto at = [](int i, int n, double length) { return (i + 0.5) / n * length; };
  std::vector<Place> places;
  for (int k = 0; k < count(2); ++k)
    for (int j = 0; j < count(1); ++j)
      for (int i = 0; i < count(0); ++i) {
        const Vec3 x =
            grid.origin + Vec3{at(i, count(0), size.x), at(j, count(1), size.y), at(k, count(2), size.z)};
        // Of a wave that begins everywhere the places are as near as can be.
        Place place{bits, onset};
        double first = std::numeric_limits<double>::infinity();
        for (const Source& source : scenario.survey.sources) {
          const double away = std::max(norm(x - source.position), h),
                       comes = onset + source.delay + away / speed;
          if (comes >= first) continue;
          first = comes;
          place = {bits + (section ? 0.5 : 1.0) * std::log2(near_source * h / away), comes};
        }
        places.push_back(place);
      }
  return places;
}

}  // namespace

double packed_snapshot_bytes(const Scenario& scenario) {
  const TimeStep time = choose_time_step(scenario, stable_dt(scenario));
  const SnapshotSteps steps = snapshot_steps(scenario.outputs, time);
  const int snapshots = steps.count;
  if (snapshots == 0) return 0.0;
  const double error = scenario.outputs.snapshot_error;
  const std::vector<Place> places = places_of(scenario, error > 0.0 ? std::log2(1.0 / error) : lossless_bits);
  const double f = scenario.survey.wavelet.frequency;
  const int times = std::min(snapshots, most_times);
  double bits = 0.0;
  for (int m = 0; m < times; ++m) {
    const double t =
        time.dt * steps.at(times > 1 ? static_cast<int>(std::int64_t{m} * (snapshots - 1) / (times - 1)) : 0);
    for (const Place& place : places)
      if (t > place.comes)
        bits += std::clamp(place.bits - fading * std::log2(1.0 + (t - place.comes) * f), 0.0, 32.0);
  }
  const double mean = bits / (static_cast<double>(places.size()) * times);
  const double share = std::min(1.0, beyond_bits * mean / 32.0);
  return snapshots * sizeof(float) * static_cast<double>(scenario.grid.size()) * share;
}

}  // namespace foldwave
