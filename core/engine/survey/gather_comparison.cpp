#include "core/engine/survey/gather_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/engine/recorded/recorded_gather.hpp"
#include "core/engine/wave_fields.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/imaging/locate/gather_check.hpp"
#include "core/imaging/locate/scheme_time.hpp"
#include "core/imaging/residual/travel_times.hpp"
#include "core/model/scenario_check.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

namespace {

void take_recording(const Scenario& scenario, const RecordedFile& from, const WaveModel& model,
                    GatherComparison& made, const Job& job) {
  Scenario of_file = scenario;
  of_file.folder.clear();
  Imaging& imaging = of_file.imaging ? *of_file.imaging : of_file.imaging.emplace();
  imaging.data = from.file.string();
  imaging.headers = from.headers;
  imaging.stations.clear();
  RecordedGather recorded = read_gather(of_file, made.warnings, job);
  made.read_from = std::move(recorded.read_from);
  const Wavelet& wavelet = scenario.survey.wavelet;
  UsableGather usable = usable_gather(recorded.gather, model, wavelet_band(wavelet),
                                      2.0 / wavelet.ricker_frequency(), imaging.bad_traces);
  for (const std::string& trace : usable.left_out)
    made.warnings.push_back(trace + " and is left out");
  made.recorded = std::move(usable.gather);
}

void keep_samples(Gather& gather, int samples) {
  Gather kept = gather;
  kept.samples = samples;
  kept.traces.clear();
  for (int r = 0; r < static_cast<int>(gather.receivers.size()); ++r)
    kept.traces.insert(kept.traces.end(), gather.trace(r), gather.trace(r) + samples);
  gather = std::move(kept);
}

// d . p / p . p
double best_scale(const Gather& predicted, const Gather& recorded) {
  double both = 0.0, own = 0.0;
  for (std::size_t m = 0; m < predicted.traces.size(); ++m) {
    const double p = static_cast<double>(predicted.traces[m]);
    both += p * static_cast<double>(recorded.traces[m]);
    own += p * p;
  }
  return own > 0.0 ? both / own : 1.0;
}

void add_breaks(const Scenario& scenario, const WaveModel& model, GatherComparison& made, const Job& job) {
  const Wavelet& wavelet = scenario.survey.wavelet;
  if (wavelet.kind == WaveletKind::file) {
    made.warnings.emplace_back("first breaks are not held against travel times, as the wavelet is a file's");
    return;
  }
  const Source& source = scenario.survey.sources.front();
  Vec3 at = source.position - scenario.grid.origin;
  if (scenario.grid.is_section()) at.y = 0.0;
  made.travel_times =
      times_at(travel_times(model.grid, *model.velocity, at, job), model.grid, made.recorded.receivers);
  const std::vector<double>& times = made.travel_times;
  double far = 0.0, slow = 0.0;
  for (std::size_t r = 0; r < times.size(); ++r) {
    const double away = norm(made.recorded.receivers[r] - at);
    if (away > far) slow = times[r];
    far = std::max(far, away);
  }
  const FirstBreakOptions options{1.0 / wavelet.ricker_frequency()};
  const auto s = [&](double t) { return t < 0.0 ? 0.0 : wavelet_value(wavelet, t); };
  const double speed = slow > 0.0 ? far / slow : 2000.0;
  made.break_delay = source.delay + first_break_delay(s, made.recorded.dt, model.grid.is_section(),
                                                      std::max(far, 0.3 * speed), speed, options);
  made.recorded_breaks = first_break_residual(made.recorded, times, made.break_delay, options);
  made.predicted_breaks = first_break_residual(made.predicted, times, made.break_delay, options);
}

}  // namespace

RecordedFile recorded_file(const Scenario& scenario, std::filesystem::path file) {
  return {std::move(file), scenario.imaging ? scenario.imaging->headers : ShotHeaders{}};
}

GatherComparison compare_with_recorded(const Scenario& scenario, const FoldResult& fold,
                                       const Backend& backend, const RecordedFile& recorded, bool scaled,
                                       const Job& job) {
  const Clock clock;
  throw_first_error(check_scenario(scenario));
  if (!scenario.propagation.enabled)
    throw InputError("/propagation/enabled", "is false, so there is no wave to hold against the record",
                     "set it to true");
  if (scenario.survey.sources.empty())
    throw InputError("/survey/sources", "there is none, and the recorded shot had one", "add it");
  WaveFields fields = make_wave_media(scenario, fold, job);
  const TimeStep time = choose_time_step(scenario, stable_dt(fields, scenario, fold, job));
  WaveModel model = make_wave_model(scenario, time);
  std::move(fields).give_to(model, fold.velocity);
  place_snapshots(model, {});
  GatherComparison made;
  take_recording(scenario, recorded, model, made, job);
  model.receivers = made.recorded.receivers;
  WaveRun run = backend.make_wave_propagator()->run(model, nullptr, job);
  if (run.stopped) throw Stopped();
  for (std::string& warning : run.warnings)
    made.warnings.push_back(std::move(warning));

  // Where both have something.
  const double end = (run.gather.samples - 1) * run.gather.dt;
  const int heard = std::min(made.recorded.samples, static_cast<int>(end / made.recorded.dt + 1e-6) + 1);
  if (heard < made.recorded.samples) {
    made.warnings.push_back("the wave ends before the record: " +
                            std::to_string(made.recorded.samples - heard) + " samples are left out");
    keep_samples(made.recorded, heard);
  }
  made.predicted = made.recorded;
  const double leapfrog = scenario.propagation.time_order == 2 ? run.gather.dt : 0.0;
  made.predicted.traces =
      on_clock(run.gather.traces, run.gather.samples, {run.gather.dt, leapfrog, 0.0},
               {made.recorded.dt, 0.0, 0.0}, heard, wavelet_band(scenario.survey.wavelet));
  if (scaled) {
    made.scale = best_scale(made.predicted, made.recorded);
    for (float& value : made.predicted.traces)
      value *= static_cast<float>(made.scale);
  }
  made.residual = gather_residual(made.predicted, made.recorded);
  add_breaks(scenario, model, made, job);
  made.seconds = clock.seconds();
  return made;
}

}  // namespace foldwave
