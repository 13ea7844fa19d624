#include "core/engine/location/image_run.hpp"

#include <utility>

#include "core/base/clock.hpp"
#include "core/engine/location/reversed_run.hpp"
#include "core/engine/recorded/file_stamps.hpp"

namespace foldwave {

namespace {

void locate_events(const Scenario& scenario, const Backend& backend, const ImageTraces& traces,
                   const LocateSetup& setup, ImageResult& result, const Job& job) {
  const Imaging& imaging = *scenario.imaging;
  const auto propagator = backend.make_wave_propagator();
  const LocateWaves waves = locate_waves(backend, *propagator);
  const LocateOptions options = make_locate_options(imaging);
  result.located = locate(waves, traces.gather, setup, options, job);
  for (const std::string& trace : result.located.left_out)
    result.warnings.push_back("/imaging/data: " + trace + " and is left out");
  if (const auto factors = scan_factors(imaging); !factors.empty())
    result.scan = scan_velocity(waves, traces.gather, setup, options, factors, job);
  for (const std::string& warning : result.located.warnings)
    result.warnings.push_back(warning);
  result.made_by = made_by(result.located.taken_over_by ? *cpu_backend() : backend);
}

}  // namespace

ImageResult run_image(const Scenario& scenario, const FoldResult& fold, const WaveResult* wave,
                      const Backend& backend, const Job& job, const WaveWatch& reversed) {
  const Clock clock;
  std::vector<FileStamp> files = location_stamps(scenario);
  ImageTraces traces = image_traces(scenario, fold, wave, backend, job);
  ImageResult result;
  result.grid = scenario.grid;
  result.data = traces.data;
  result.files = std::move(files);
  result.read_from = traces.read_from;
  result.began = traces.began;
  result.warnings = traces.warnings;
  result.samples = traces.gather.samples;
  result.dt = traces.gather.dt;
  result.data_step = traces.data_step;
  result.modelled_seconds = traces.modelled_seconds;
  const LocateSetup setup = image_medium(scenario, fold, traces.data_step, job);
  const bool zero_offset = scenario.imaging->purpose == ImagingPurpose::zero_offset;
  if (zero_offset || reversed.snapshots != nullptr || reversed.live != nullptr) {
    const ClockedTraces clocked = clocked_traces(traces.gather, setup, scenario.imaging->bad_traces);
    ReversedWave back = send_back(scenario, setup, clocked, backend, reversed, job);
    if (back.wave.run.stopped) throw Stopped();
    result.reversed_snapshots = back.wave.run.snapshots;
    if (zero_offset) {
      result.reflectors = std::move(back.at_zero);
      result.located.traces = static_cast<int>(clocked.traces.receivers.size());
      result.located.left_out = clocked.left_out;
      result.located.runs = 1;
      result.made_by = back.wave.made_by;
      result.warnings.insert(result.warnings.end(), back.wave.warnings.begin(), back.wave.warnings.end());
    }
  }
  if (!zero_offset) locate_events(scenario, backend, traces, setup, result, job);
  result.gather = std::make_shared<const Gather>(std::move(traces.gather));
  result.seconds = clock.seconds();
  return result;
}

}  // namespace foldwave
