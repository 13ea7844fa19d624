#include "core/engine/location/image_traces.hpp"

#include <utility>

#include "core/base/error.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/recorded/recorded_gather.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/model/scenario_check.hpp"

namespace foldwave {

ImageTraces image_traces(const Scenario& scenario, const FoldResult& fold, const WaveResult* wave,
                         const Backend& backend, const Job& job) {
  throw_first_error(check_scenario(scenario));
  if (!scenario.imaging) throw InputError("/imaging", "is not there", "add it to locate events");
  if (!scenario.propagation.enabled)
    throw InputError("/imaging", "needs the wave's scheme, and /propagation/enabled is false",
                     "set it to true");
  const Imaging& imaging = *scenario.imaging;
  if (imaging.purpose == ImagingPurpose::image)
    throw InputError("/imaging/purpose", "is \"image\": no traces are sent back",
                     "give \"locate\", \"focus\" or \"zero_offset\"");
  ImageTraces traces;
  if (!imaging.data.empty()) {
    RecordedGather recorded = read_gather(scenario, traces.warnings, job);
    traces.gather = std::move(recorded.gather);
    traces.began = recorded.began;
    traces.read_from = std::move(recorded.read_from);
    for (std::string& warning : traces.warnings)
      warning = "/imaging/data: " + warning;
    traces.data = imaging.data;
    return traces;
  }
  WaveResult modelled;
  if (wave == nullptr) modelled = run_wave(scenario, fold, backend, {}, job);
  traces.modelled_seconds = modelled.seconds;
  const WaveResult& used = wave != nullptr ? *wave : modelled;
  if (used.run.stopped) throw Stopped();
  traces.gather = used.run.gather;
  if (used.time_order == 2) traces.data_step = used.dt;
  add_noise(imaging, traces.gather);
  traces.data = "modelled";
  return traces;
}

LocateSetup image_medium(const Scenario& scenario, const FoldResult& fold, double data_step, const Job& job) {
  const Imaging& imaging = *scenario.imaging;
  WaveFields fields = make_wave_media(scenario, fold, job);
  const TimeStep time =
      choose_time_step(scenario, stable_for_all(imaging, stable_dt(fields, scenario, fold, job)));
  LocateSetup setup = make_locate_setup(scenario, time);
  setup.data_step = data_step;
  std::move(fields).give_to(setup.medium, fold.velocity);
  setup.medium.velocity = imaging_velocity(imaging, scenario.grid, *setup.medium.velocity, job);
  return setup;
}

}  // namespace foldwave
