#include "core/imaging/locate/illumination.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/volume/filter/gaussian.hpp"

namespace foldwave {

Field<float> noise_gain(const StepperMaker& make, const Predictor& predictor, std::span<const float> wavelet,
                        const Band& band, int before, const Job& job) {
  const WaveModel& medium = predictor.medium();
  Traces noise{medium.receivers, predictor.samples(), {}};
  noise.values.resize(noise.receivers.size() * static_cast<std::size_t>(noise.samples));
  std::mt19937_64 random(20140501);
  for (float& value : noise.values)
    value = (random() >> 63) != 0 ? 1.0F : -1.0F;
  const TraceClock clock{medium.dt, 0.0, 0.0};
  noise.values = on_clock(noise.values, noise.samples, clock, clock, noise.samples, band);
  double square = 0.0;
  for (const float value : noise.values)
    square += double{value} * double{value};
  square /= static_cast<double>(noise.values.size());

  const int steps = noise.samples - 1 + before;
  FocusMaps maps = reverse_in_time(make, medium, correlated(noise, wavelet), before, {false, steps / 2}, job);
  const auto times = static_cast<float>(1.0 / (std::max(1, steps - steps / 2 + 1) * medium.dt * square));
  for (float& energy : maps.energy.values())
    energy *= times;
  const auto speeds = medium.velocity->values();
  const double slowest = double{*std::ranges::min_element(speeds)};
  make_smooth(maps.energy, medium.grid, 0.6 * slowest / band.full, job);
  for (float& energy : maps.energy.values())
    energy = std::sqrt(std::max(energy, 0.0F));
  return std::move(maps.energy);
}

double noise_level(std::span<const float> traces) {
  // Some hundred thousand samples tell it as well as all.
  const std::size_t every = std::max<std::size_t>(1, traces.size() / 200000);
  std::vector<float> sizes;
  for (std::size_t m = 0; m < traces.size(); m += every)
    sizes.push_back(std::abs(traces[m]));
  if (sizes.empty()) return 0.0;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::ranges::nth_element(sizes, middle);
  return 1.4826 * double{*middle};
}

}  // namespace foldwave
