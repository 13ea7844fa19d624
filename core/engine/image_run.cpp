#include <algorithm>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/engine/image_setup.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/recorded/recorded_gather.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/model/scenario_check.hpp"

namespace foldwave {

ImageResult run_image(const Scenario& scenario, const FoldResult& fold, const WaveResult* wave,
                      const Backend& backend, const Job& job) {
  const Clock clock;
  throw_first_error(check_scenario(scenario));
  if (!scenario.imaging) throw InputError("/imaging", "is not there", "add it to locate events");
  if (!scenario.propagation.enabled)
    throw InputError("/imaging", "needs the wave's scheme, and /propagation/enabled is false",
                     "set it to true");
  const Imaging& imaging = *scenario.imaging;
  if (imaging.purpose == ImagingPurpose::image)
    throw InputError("/imaging/purpose", "is \"image\": no events are looked for",
                     "give \"locate\" or \"focus\"");
  ImageResult result;
  result.grid = scenario.grid;

  Gather gather;
  double data_step = 0.0;
  if (!imaging.data.empty()) {
    RecordedGather recorded = read_gather(scenario, result.warnings, job);
    gather = std::move(recorded.gather);
    result.began = recorded.began;
    for (std::string& warning : result.warnings)
      warning = "/imaging/data: " + warning;
    result.data = imaging.data;
  } else {
    WaveResult modelled;
    if (wave == nullptr) modelled = run_wave(scenario, fold, backend, {}, job);
    const WaveResult& used = wave != nullptr ? *wave : modelled;
    if (used.run.stopped) throw Stopped();
    gather = used.run.gather;
    if (used.time_order == 2) data_step = used.dt;
    add_noise(imaging, gather);
    result.data = "modelled";
  }
  result.samples = gather.samples;
  result.dt = gather.dt;

  WaveFields fields = make_wave_media(scenario, fold, job);
  TimeStep time = choose_time_step(scenario, stable_for_all(imaging, stable_dt(fields, scenario, fold, job)));
  LocateSetup setup = make_locate_setup(scenario, time);
  setup.data_step = data_step;
  std::move(fields).give_to(setup.medium, fold.velocity);
  setup.medium.velocity = imaging_velocity(imaging, scenario.grid, *setup.medium.velocity, job);
  const auto propagator = backend.make_wave_propagator();
  const LocateWaves waves = locate_waves(backend, *propagator);
  const LocateOptions options = make_locate_options(imaging);
  result.located = locate(waves, gather, setup, options, job);
  for (const std::string& trace : result.located.left_out)
    result.warnings.push_back("/imaging/data: " + trace + " and is left out");
  if (const auto factors = scan_factors(imaging); !factors.empty())
    result.scan = scan_velocity(waves, gather, setup, options, factors, job);
  for (const std::string& warning : result.located.warnings)
    result.warnings.push_back(warning);
  result.gather = std::make_shared<const Gather>(std::move(gather));
  result.data_step = data_step;
  result.made_by = made_by(result.located.taken_over_by ? *cpu_backend() : backend);
  result.seconds = clock.seconds();
  return result;
}

}  // namespace foldwave
