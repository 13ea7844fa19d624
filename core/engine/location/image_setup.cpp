#include "core/engine/location/image_setup.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/engine/recorded/recorded_gather.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/imaging/rtm/shots.hpp"
#include "core/volume/filter/gaussian.hpp"
#include "core/wave/source/wavelet.hpp"
#include "core/wave/source/wavelet_file.hpp"

namespace foldwave {

void add_noise(const Imaging& imaging, Gather& gather) {
  if (!(imaging.noise > 0.0)) return;
  double peak = 0.0;
  for (const float value : gather.traces)
    peak = std::max(peak, std::abs(double{value}));
  std::mt19937_64 random(static_cast<std::uint64_t>(imaging.seed));
  std::normal_distribution<double> noise(0.0, imaging.noise * peak);
  for (float& value : gather.traces)
    value = static_cast<float>(double{value} + noise(random));
}

NodeField imaging_velocity(const Imaging& imaging, const Grid3& grid, const Field<float>& velocity,
                           const Job& job) {
  auto used = std::make_shared<Field<float>>(velocity.clone());
  if (imaging.velocity_smoothing > 0.0) {
    for (float& v : used->values())
      v = 1.0F / v;
    make_smooth(*used, grid, imaging.velocity_smoothing, job);
    for (float& v : used->values())
      v = 1.0F / v;
  }
  for (float& v : used->values())
    v *= static_cast<float>(imaging.velocity_scale);
  return used;
}

LocateSetup make_locate_setup(const Scenario& scenario, const TimeStep& time) {
  LocateSetup setup;
  setup.medium = make_wave_model(scenario, time);
  setup.medium.sources.clear();
  setup.medium.receivers.clear();
  place_snapshots(setup.medium, {});
  const Wavelet& wavelet = scenario.survey.wavelet;
  setup.frequency = wavelet.ricker_frequency();
  setup.band = wavelet_band(wavelet);
  if (wavelet.kind == WaveletKind::file)
    setup.wavelet = resampled(read_wavelet(wavelet.file, scenario.folder, wavelet.interval),
                              std::max(wavelet.delay, 0.0), wavelet.amplitude, time.dt, time.steps);
  else
    setup.wavelet = wavelet_series(wavelet, 0.0, 1.0, time.dt, time.steps);
  return setup;
}

LocateWaves locate_waves(const Backend& backend, const WavePropagator& propagator) {
  LocateWaves waves{propagator,
                    [&backend](const StepperSetup& setup) { return backend.make_wave_stepper(setup); }};
  waves.devices = backend.devices();
  if (backend.falls_back())
    waves.take_over = [](const StepperSetup& setup) { return cpu_backend()->make_wave_stepper(setup); };
  return waves;
}

LocateOptions make_locate_options(const Imaging& imaging) {
  LocateOptions options;
  options.most_events = imaging.most_events;
  options.false_alarm = imaging.false_alarm;
  options.least_share = imaging.least_share;
  options.receiver_zone = imaging.receiver_zone;
  options.bad_traces = imaging.bad_traces;
  options.condition = imaging.condition;
  options.groups = imaging.groups;
  options.refined = imaging.purpose == ImagingPurpose::locate;
  return options;
}

double stable_for_all(const Imaging& imaging, double stable) {
  return stable / std::max(1.0, imaging.velocity_scale * (1.0 + imaging.scan_range));
}

namespace {

// Of the waves that run at once, with maps of each reversal, and of a processor what stays of the fold.
double location_bytes(const Scenario& scenario, const Backend& backend) {
  const Imaging& imaging = *scenario.imaging;
  WaveModel model = make_wave_model(scenario, choose_time_step(scenario, stable_dt(scenario)));
  model.sources.clear();
  model.receivers.clear();
  place_snapshots(model, {});
  const double nodes = static_cast<double>(scenario.grid.size());
  const double waves = imaging.condition == FocusCondition::geometric_mean ? imaging.groups : 1.0;
  const double at_once = imaging.scan_range > 0.0 ? shots_at_once(PaddedGrid(model).nodes()) : 1.0;
  const double wave = static_cast<double>(backend.make_lone_propagator()->memory_bytes(model));
  const double kept = backend.on_host() ? nodes * (2 * sizeof(float) + 2) : 0.0;
  return at_once * (waves * wave + 6.0 * sizeof(float) * nodes) + kept;
}

void check_location_memory(const Scenario& scenario, const Backend& backend, Findings& findings) {
  const double need = location_bytes(scenario, backend);
  const auto have =
      static_cast<double>(backend.on_host() || backend.falls_back() ? cpu_backend()->free_memory_bytes()
                                                                    : backend.free_memory_bytes());
  if (need <= have) return;
  const bool groups = scenario.imaging->condition == FocusCondition::geometric_mean;
  findings.push_back(
      {Severity::error, groups ? "/imaging/groups" : "/imaging",
       "the location needs " + bytes_text(need) + " of memory, but " + bytes_text(have) + " are free",
       groups ? "use fewer groups, or fewer nodes" : "use fewer nodes"});
}

}  // namespace

Findings check_image_setup(const Scenario& scenario, const Backend& backend, const Job& job) {
  Findings findings;
  const Imaging& imaging = *scenario.imaging;
  const double limit = stable_for_all(imaging, stable_dt(scenario, job));
  if (scenario.propagation.dt > limit)
    findings.push_back({Severity::error,
                        imaging.velocity_scale > 1.0 ? "/imaging/velocity_scale" : "/imaging/scan_range",
                        "the velocities that are looked at bear a step of " + number_text(limit) +
                            " s, and /propagation/dt is " + number_text(scenario.propagation.dt) + " s",
                        "lower it, or leave the step to the program"});
  if (imaging.snapshots && !takes_snapshots(scenario.outputs))
    findings.push_back({Severity::warning, "/imaging/snapshots",
                        "is true, and there are no steps at which the wave that goes back is seen",
                        "give /outputs/snapshots"});
  check_location_memory(scenario, backend, findings);
  if (imaging.data.empty()) return findings;
  try {
    std::vector<std::string> warnings;
    const Gather gather = read_gather(scenario, warnings, job).gather;
    WaveModel model;
    model.grid = scenario.grid;
    model.boundaries = scenario.propagation.boundaries;
    const Wavelet& wavelet = scenario.survey.wavelet;
    const UsableGather usable =
        usable_gather(gather, model, wavelet_band(wavelet), 2.0 / wavelet.frequency, imaging.bad_traces);
    for (const std::string& trace : usable.left_out)
      warnings.push_back(trace + " and is left out");
    for (const std::string& warning : warnings)
      findings.push_back({Severity::warning, "/imaging/data", warning, ""});
  } catch (const Stopped&) {
    throw;
  } catch (const Error& e) {
    findings.push_back({Severity::error, "/imaging/data", e.what(), ""});
  }
  return findings;
}

std::vector<double> scan_factors(const Imaging& imaging) {
  std::vector<double> factors;
  if (!(imaging.scan_range > 0.0)) return factors;
  for (int n = 0; n < imaging.scan_count; ++n)
    factors.push_back(1.0 + imaging.scan_range * (2.0 * n / (imaging.scan_count - 1) - 1.0));
  return factors;
}

}  // namespace foldwave
