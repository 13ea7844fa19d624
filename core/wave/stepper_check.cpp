#include "core/wave/stepper_check.hpp"

#include <algorithm>
#include <numeric>

#include "core/wave/wave_check.hpp"

namespace foldwave {

void check_stepper_setup(const StepperSetup& setup) {
  WaveModel model = setup.model;
  if (setup.traces)
    model.receivers.insert(model.receivers.end(), setup.traces->gather->receivers.begin(),
                           setup.traces->gather->receivers.end());
  check_wave_model(model);
  if (setup.scattering != nullptr && setup.scattering->shape() != setup.model.grid.n)
    throw InputError("scattering", "there is not one value for each node of the grid",
                     "give it the grid's shape");
  const auto& faces = setup.model.boundaries;
  if (setup.adjoint && setup.model.time_order == 4 &&
      std::find(faces.begin(), faces.end(), Boundary::cpml) != faces.end())
    throw InputError("imaging", "there is no adjoint of CPML pads at fourth order in time",
                     "use second order, or sponges");
}

WaveModel without_survey(WaveModel model) {
  model.sources.clear();
  model.receivers.clear();
  return model;
}

void throw_other_levels() {
  throw InputError("imaging", "these levels are of another setup", "restore them where they were kept");
}

void throw_nothing_scatters() {
  throw InputError("imaging", "this wave has nothing to scatter from", "give its setup the scattering");
}

void throw_waves_do_not_meet() {
  throw InputError("imaging", "waves of different grids, devices or precisions meet",
                   "make all steppers of one back end and one model");
}

template <class Real>
Gather gather_of_samples(const std::vector<Vec3>& receivers, double dt, const std::vector<Real>& samples) {
  Gather gather;
  gather.dt = dt;
  gather.receivers = receivers;
  const std::size_t count = receivers.size(), steps = count == 0 ? 0 : samples.size() / count;
  gather.samples = static_cast<int>(steps);
  gather.traces.resize(samples.size());
  for (std::size_t n = 0; n < steps; ++n)
    for (std::size_t r = 0; r < count; ++r)
      gather.traces[r * steps + n] = static_cast<float>(samples[n * count + r]);
  return gather;
}
template Gather gather_of_samples<float>(const std::vector<Vec3>&, double, const std::vector<float>&);
template Gather gather_of_samples<double>(const std::vector<Vec3>&, double, const std::vector<double>&);

template <class Real>
std::vector<double> samples_by_receiver(std::size_t receivers, const std::vector<Real>& samples) {
  const std::size_t steps = receivers == 0 ? 0 : samples.size() / receivers;
  std::vector<double> all(samples.size());
  for (std::size_t n = 0; n < steps; ++n)
    for (std::size_t r = 0; r < receivers; ++r)
      all[r * steps + n] = static_cast<double>(samples[n * receivers + r]);
  return all;
}
template std::vector<double> samples_by_receiver<float>(std::size_t, const std::vector<float>&);
template std::vector<double> samples_by_receiver<double>(std::size_t, const std::vector<double>&);

SentTraces sent_traces(const TraceSources& traces) {
  const Gather& gather = *traces.gather;
  SentTraces sent{traces.receivers, gather.samples, {}};
  if (sent.receivers.empty()) {
    sent.receivers.resize(gather.receivers.size());
    std::iota(sent.receivers.begin(), sent.receivers.end(), 0);
  }
  const std::size_t count = sent.receivers.size();
  sent.samples.resize(count * static_cast<std::size_t>(gather.samples));
  // Turned in tiles that stay in the cache.
  constexpr std::size_t tile = 32;
  const auto steps = static_cast<std::size_t>(gather.samples);
#pragma omp parallel for schedule(static) if (count * steps > 100000)
  for (std::size_t first = 0; first < steps; first += tile)
    for (std::size_t owner = 0; owner < count; ++owner) {
      const float* const trace = gather.trace(sent.receivers[owner]);
      for (std::size_t n = first; n < std::min(steps, first + tile); ++n)
        sent.samples[owner + count * n] = trace[traces.reversed ? steps - 1 - n : n];
    }
  return sent;
}

}  // namespace foldwave
